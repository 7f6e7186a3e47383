import { expect, test } from 'vitest'
import { createTurns, type Turn } from './turns.ts'

test('turns come in the order of asking, each when the one before was passed on', async () => {
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

test('whoever is done before the turn came waits for nobody, and nobody behind for it', async () => {
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

test('a turn passed on before anyone asks is over', async () => {
  const turns = createTurns()
  turns.take().pass()
  await expect(turns.take().came).resolves.toBeUndefined()
})

test('the second in the line is near, and so is whoever moves up to it', async () => {
  const turns = createTurns()
  const near: number[] = []
  const all = [turns.take(), turns.take(), turns.take(), turns.take()]
  for (const turn of all) void turn.near.then(() => near.push(turn.number))
  await all[1]?.near
  expect(near).toEqual([0, 1])
  // The second may be done before the first.
  all[1]?.pass()
  await all[2]?.near
  expect(near).toEqual([0, 1, 2])
  all[0]?.pass()
  await all[2]?.came
  await all[3]?.near
  expect(near).toEqual([0, 1, 2, 3])
})
