import { expect, test } from 'vitest'
import { rangeOf } from './range-of.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const ids = (from: string | undefined, to: string) => rangeOf(rows, from, to).map(({ id }) => id)

test('the rows between two are theirs in both directions', () => {
  expect(ids('b', 'd')).toEqual(['b', 'c', 'd'])
  expect(ids('d', 'b')).toEqual(['b', 'c', 'd'])
  expect(ids('c', 'c')).toEqual(['c'])
})

test('without a first row there is only the last, and nothing if that is gone', () => {
  expect(ids(undefined, 'b')).toEqual(['b'])
  expect(ids('gone', 'b')).toEqual(['b'])
  expect(ids('a', 'gone')).toEqual([])
})
