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
])('when an item comes out, the next %d are being prepared, and no others', async (depth, expected) => {
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
})

test('a preparation that fails comes out in its place, and the next ones still come', async () => {
  const prepare = async (item: number) => {
    if (item === 2) throw new Error('no memory')
    return item
  }
  const outcomes: string[] = []
  for await (const { ready } of prepareAhead([1, 2, 3], 2, prepare)) outcomes.push(ready.status)
  expect(outcomes).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('whoever stops early begins nothing more', async () => {
  const begun: number[] = []
  const prepare = async (item: number) => void begun.push(item)
  for await (const { item } of prepareAhead([1, 2, 3, 4, 5], 2, prepare)) if (item === 2) break
  expect(begun).toEqual([1, 2, 3, 4])
})

test('nothing comes of nothing', async () => {
  for await (const { item } of prepareAhead([], 2, async () => 1)) expect.unreachable(String(item))
})
