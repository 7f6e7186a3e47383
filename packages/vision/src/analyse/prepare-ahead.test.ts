import { expect, test } from 'vitest'
import { prepareAhead } from './prepare-ahead.ts'

test.each([
  [
    1,
    [
      ['a', 'ab'],
      ['b', 'abc'],
      ['c', 'abc'],
    ],
  ],
  [
    2,
    [
      ['a', 'abc'],
      ['b', 'abc'],
      ['c', 'abc'],
    ],
  ],
])(
  'with a depth of %d, so many preparations of later items have started when an item is returned',
  async (depth, expected) => {
    let begun = ''
    const seen: string[][] = []
    const prepare = async (item: string) => {
      begun += item
      return item.toUpperCase()
    }
    for await (const { item, ready } of prepareAhead(['a', 'b', 'c'], depth, prepare)) {
      expect(ready).toEqual({ status: 'fulfilled', value: item.toUpperCase() })
      seen.push([item, begun])
    }
    expect(seen).toEqual(expected)
  },
)

test('an error of a preparation is returned in its position, and the next items follow', async () => {
  const prepare = async (item: number) => {
    if (item === 2) throw new Error('no memory')
    return item
  }
  const outcomes: string[] = []
  for await (const { ready } of prepareAhead([1, 2, 3], 2, prepare)) outcomes.push(ready.status)
  expect(outcomes).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a consumer that stops early starts no more preparations', async () => {
  const begun: number[] = []
  const prepare = async (item: number) => void begun.push(item)
  for await (const { item } of prepareAhead([1, 2, 3, 4, 5], 2, prepare)) if (item === 2) break
  expect(begun).toEqual([1, 2, 3, 4])
})

test('an empty list yields no items', async () => {
  for await (const { item } of prepareAhead([], 2, async () => 1)) expect.unreachable(String(item))
})
