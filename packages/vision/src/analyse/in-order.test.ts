import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

test('all items start before the first ends, and results keep the order of the items', async () => {
  const log: string[] = []
  const ends = new Map<string, () => void>()
  const things = ['a', 'b', 'c'].map((name) => async () => {
    log.push(`begin ${name}`)
    await new Promise<void>((resolve) => ends.set(name, resolve))
    return name
  })
  const outcomes = inOrder(things)
  const first = outcomes.next()
  for (const name of ['c', 'b', 'a']) ends.get(name)?.()
  log.push(JSON.stringify(await first))
  for await (const outcome of outcomes) log.push(outcome.status === 'fulfilled' ? `got ${outcome.value}` : 'failed')
  expect(log).toEqual([
    'begin a',
    'begin b',
    'begin c',
    '{"value":{"status":"fulfilled","value":"a"},"done":false}',
    'got b',
    'got c',
  ])
})

test('an error is returned in the position of its task', async () => {
  const statuses: string[] = []
  const things = [async () => 'a', () => Promise.reject(new Error('no')), async () => 'c']
  for await (const { status } of inOrder(things)) statuses.push(status)
  expect(statuses).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('an empty list gives an empty list', async () => {
  for await (const outcome of inOrder([])) expect.unreachable(outcome.status)
})
