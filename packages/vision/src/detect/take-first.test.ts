import { expect, test } from 'vitest'
import { takeFirst } from './take-first.ts'

test('the item with the lowest order comes first, and items with equal order come in order of insertion', () => {
  const waiting = [
    { name: 'b', order: 2 },
    { name: 'c', order: 2 },
    { name: 'a', order: 1 },
  ]
  const names = [takeFirst(waiting), takeFirst(waiting)].map((one) => one?.name)
  waiting.push({ name: 'd', order: 1 })
  names.push(takeFirst(waiting)?.name, takeFirst(waiting)?.name)
  expect(names).toEqual(['a', 'b', 'd', 'c'])
  expect(takeFirst(waiting)).toBeUndefined()
})
