import { expect, test } from 'vitest'
import { createTurns, type Turn } from './turns.ts'

test('turns come in order of request, each when the previous one was passed on', async () => {
  const turns = createTurns()
  const order: string[] = []
  const [a, b, c] = [turns.take(), turns.take(), turns.take()]
  const come = (name: string, { came }: Turn) => came.then(() => void order.push(name))
  const all = [come('c', c), come('b', b), come('a', a)]
  await all[2]
  expect(order).toEqual(['a'])
  a.pass()
  await all[1]
  expect(order).toEqual(['a', 'b'])
  b.pass()
  await all[0]
  expect(order).toEqual(['a', 'b', 'c'])
})

test('a turn that is passed on before it came does not delay the next turns', async () => {
  const turns = createTurns()
  const [a, b, c] = [turns.take(), turns.take(), turns.take()]
  b.pass()
  await Promise.all([b.near, b.came, c.near])
  a.pass()
  await c.came
  b.pass()
  c.pass()
  await expect(turns.take().came).resolves.toBeUndefined()
})

test('a turn comes at once if all earlier turns were already passed on', async () => {
  const turns = createTurns()
  turns.take().pass()
  await expect(turns.take().came).resolves.toBeUndefined()
})

test('the first two turns in the queue are near, and later ones when they move up to second place', async () => {
  const turns = createTurns()
  const near: number[] = []
  const all = [turns.take(), turns.take(), turns.take(), turns.take()]
  for (const turn of all) void turn.near.then(() => near.push(turn.number))
  await all[1]?.near
  expect(near).toEqual([0, 1])
  // The second turn may be passed on before the first.
  all[1]?.pass()
  await all[2]?.near
  expect(near).toEqual([0, 1, 2])
  all[0]?.pass()
  await all[2]?.came
  await all[3]?.near
  expect(near).toEqual([0, 1, 2, 3])
})
