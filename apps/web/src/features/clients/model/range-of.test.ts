import { expect, test } from 'vitest'
import { rangeOf } from './range-of.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const ids = (from: string | undefined, to: string) => rangeOf(rows, from, to).map(({ id }) => id)

test('the range between two rows includes both, in either direction', () => {
  expect(ids('b', 'd')).toEqual(['b', 'c', 'd'])
  expect(ids('d', 'b')).toEqual(['b', 'c', 'd'])
  expect(ids('c', 'c')).toEqual(['c'])
})

test('if the first row is missing, the range is only the last row; if that is missing too, the range is empty', () => {
  expect(ids(undefined, 'b')).toEqual(['b'])
  expect(ids('gone', 'b')).toEqual(['b'])
  expect(ids('a', 'gone')).toEqual([])
})
