import { expect, it } from 'vitest'
import { keepDoing } from './keep-doing.ts'

/** Creates a ticker whose calls the test triggers. */
function handTicker() {
  let tick = (): void => {}
  let isOn = true
  return {
    tick: () => isOn && tick(),
    every(_ms: number, run: () => void) {
      tick = run
      return () => void (isOn = false)
    },
  }
}
/** Repeats an action whose calls begin and end by the hand of the test. */
function repeatByHand() {
  const ticker = handTicker()
  const begun: PromiseWithResolvers<void>[] = []
  const errors: unknown[] = []
  const run = () => {
    const work = Promise.withResolvers<void>()
    begun.push(work)
    return work.promise
  }
  const repeated = keepDoing({ everyMs: 500, run, onError: (error) => errors.push(error), ticker })
  return { repeated, ticker, begun, errors }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('a repeated action never overlaps itself, and continues after a failure', async () => {
  const { repeated, ticker, begun, errors } = repeatByHand()
  ticker.tick()
  ticker.tick()
  ticker.tick()
  expect(begun).toHaveLength(1)
  begun[0]?.reject(new Error('once'))
  await turn()
  expect(errors).toEqual([new Error('once')])
  ticker.tick()
  expect(begun).toHaveLength(2)
  let isStopped = false
  const stopping = repeated.stop().then(() => (isStopped = true))
  ticker.tick()
  await turn()
  expect([begun.length, isStopped]).toEqual([2, false])
  begun[1]?.resolve()
  await stopping
  ticker.tick()
  expect(begun).toHaveLength(2)
})

it('a call between follows the one in progress, rejects by itself, and is none after the end', async () => {
  const { repeated, ticker, begun, errors } = repeatByHand()
  ticker.tick()
  const asked = Promise.allSettled([repeated.now(), repeated.now()])
  await turn()
  expect(begun).toHaveLength(1)
  begun[0]?.reject(new Error('in progress'))
  await turn()
  // Both asked during the same call, so one more answers both.
  expect(begun).toHaveLength(2)
  ticker.tick()
  begun[1]?.reject(new Error('asked'))
  expect((await asked).map((one) => one.status)).toEqual(['rejected', 'rejected'])
  expect([begun.length, errors]).toEqual([2, [new Error('in progress')]])
  await repeated.stop()
  await repeated.now()
  expect(begun).toHaveLength(2)
})
