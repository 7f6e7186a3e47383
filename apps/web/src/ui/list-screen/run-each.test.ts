import { expect, test } from 'vitest'
import { ConnectionError, RequestError } from '../../lib/api/api-errors.ts'
import { runEach } from './run-each.ts'

const watch = (onProgress: (tried: number) => void = () => undefined) => {
  const abort = new AbortController()
  return { abort, watch: { signal: abort.signal, onProgress } }
}

test('a failed row does not stop the others, which run one after the other', async () => {
  const refused = new RequestError(409, 'no')
  const log: string[] = []
  const run = async (row: string) => {
    log.push(`${row} begins`)
    await Promise.resolve()
    log.push(`${row} ends`)
    if (row === 'b') throw refused
  }
  const told: number[] = []
  const result = await runEach(['a', 'b', 'c'], run, watch((tried) => void told.push(tried)).watch)
  expect(result).toEqual({ done: ['a', 'c'], failed: [{ row: 'b', error: refused }], left: [] })
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(told).toEqual([1, 2, 3])
})

test('after a stop the remaining rows are not tried', async () => {
  const { abort, watch: watched } = watch()
  const run = (row: string) => {
    if (row === 'b') abort.abort()
    return Promise.resolve()
  }
  await expect(runEach(['a', 'b', 'c', 'd'], run, watched)).resolves.toEqual({
    done: ['a', 'b'],
    failed: [],
    left: ['c', 'd'],
  })
})

test('after a row failed for lack of a connection no further row is tried', async () => {
  const lost = new ConnectionError('x')
  const run = (row: string) => (row === 'b' ? Promise.reject(lost) : Promise.resolve())
  await expect(runEach(['a', 'b', 'c'], run, watch().watch)).resolves.toEqual({
    done: ['a'],
    failed: [{ row: 'b', error: lost }],
    left: ['c'],
  })
})

test('without rows nothing runs', async () => {
  await expect(runEach([], () => Promise.reject(new Error('x')), watch().watch)).resolves.toEqual({
    done: [],
    failed: [],
    left: [],
  })
})
