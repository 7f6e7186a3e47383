import { expect, it } from 'vitest'
import { BusyError } from '../crypto/gate.ts'
import { createFairGate } from './fair-gate.ts'

/** Creates a gate, and work that ends when the test says so. */
function setUp(limits: { parallel: number; waiting: number }) {
  const gate = createFairGate(limits)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const enter = (key: string, name = key) =>
    gate.run(key, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    })
  /** Ends the running work in order until no work is left. */
  const finish = async (all: Promise<unknown>[]) => {
    const settled = Promise.allSettled(all)
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end()
      // oxlint-disable-next-line no-await-in-loop -- the next work begins in a later turn of the event loop
      await new Promise((resolve) => setImmediate(resolve))
    }
    return settled
  }
  return { enter, begun, finish }
}

it('limits the number of parallel runs', async () => {
  const { enter, begun, finish } = setUp({ parallel: 2, waiting: 10 })
  const all = ['a', 'b', 'c'].map((key) => enter(key))
  expect(begun).toEqual(['a', 'b'])
  await finish(all)
  expect(begun).toEqual(['a', 'b', 'c'])
})

it('serves keys in turn: a late request under another key waits for one request of a long queue, not for all', async () => {
  const { enter, begun, finish } = setUp({ parallel: 1, waiting: 10 })
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => enter('a', name))
  all.push(enter('b', 'b1'), enter('b', 'b2'))
  await finish(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
})

it('refuses the last request of the longest queue when too many wait, and accepts all others', async () => {
  const { enter, begun, finish } = setUp({ parallel: 1, waiting: 3 })
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => enter('a', name))
  all.push(enter('b', 'b1'), enter('b', 'b2'))
  const results = await finish(all)
  const refused = results.flatMap((result, at) => (result.status === 'rejected' ? [[at, result.reason]] : []))
  expect(refused).toEqual([
    [3, expect.any(BusyError)],
    [5, expect.any(BusyError)],
  ])
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('continues after work that fails', async () => {
  const { enter, finish } = setUp({ parallel: 1, waiting: 1 })
  const gate = createFairGate({ parallel: 1, waiting: 1 })
  await expect(gate.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(gate.run('a', async () => 'yes')).resolves.toBe('yes')
  expect(await finish([enter('a')])).toEqual([{ status: 'fulfilled', value: 'a' }])
})
