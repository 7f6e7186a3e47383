import { setImmediate as afterOthers } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createMemoryLimit } from './memory-limit.ts'

/** Requests a place for each name, in order, and records the names that got one in `inside`. */
function enterAll(bytes: number, wanted: Record<string, number>) {
  const memory = createMemoryLimit(bytes)
  const inside: string[] = []
  const places = Object.entries(wanted).map(([name, size]) => {
    const place = memory.take()
    void place.enter(size).then(() => inside.push(name))
    return place
  })
  return { inside, places }
}

test('one alarm decodes at a time, in order of arrival', async () => {
  const { inside, places } = enterAll(100, { a: 10, b: 10, c: 10 })
  await afterOthers()
  expect(inside).toEqual(['a'])
  places[0]!.settle(10)
  await afterOthers()
  expect(inside).toEqual(['a', 'b'])
  // A request that is cancelled before its turn does not delay the next.
  places[1]![Symbol.dispose]()
  await afterOthers()
  expect(inside).toEqual(['a', 'b', 'c'])
})

test('an alarm waits until its pictures fit into memory beside the pictures of earlier alarms', async () => {
  const { inside, places } = enterAll(100, { a: 60, b: 60, c: 10 })
  await afterOthers()
  places[0]!.settle(50)
  await afterOthers()
  expect(inside).toEqual(['a'])
  places[0]!.settle(40)
  await afterOthers()
  expect(inside).toEqual(['a', 'b'])
  places[1]!.settle(60)
  await afterOthers()
  expect(inside).toEqual(['a', 'b'])
  places[0]![Symbol.dispose]()
  await afterOthers()
  expect(inside).toEqual(['a', 'b', 'c'])
})

test('an alarm larger than the limit may decode when no other alarm holds memory', async () => {
  const { inside, places } = enterAll(100, { a: 1, b: 200 })
  await afterOthers()
  places[0]!.settle(1)
  await afterOthers()
  expect(inside).toEqual(['a'])
  places[0]![Symbol.dispose]()
  await afterOthers()
  expect(inside).toEqual(['a', 'b'])
})

test('the waiting time of an alarm is returned', async () => {
  const memory = createMemoryLimit(100)
  const [a, b] = [memory.take(), memory.take()]
  expect(await a.enter(1)).toBeLessThan(50)
  const waited = b.enter(1)
  const began = performance.now()
  while (performance.now() - began < 20) await afterOthers()
  a.settle(1)
  expect(await waited).toBeGreaterThan(15)
})
