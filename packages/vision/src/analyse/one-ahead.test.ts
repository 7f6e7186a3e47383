import { expect, test } from 'vitest'
import { oneAhead } from './one-ahead.ts'

test('the next item is being prepared when one comes out, and no further one', async () => {
  const begun: string[] = []
  const seen: [string, string[]][] = []
  const prepare = async (item: string) => {
    begun.push(item)
    return item.toUpperCase()
  }
  for await (const { item, ready } of oneAhead(['a', 'b', 'c'], prepare)) {
    expect(ready).toEqual({ status: 'fulfilled', value: item.toUpperCase() })
    seen.push([item, [...begun]])
  }
  expect(seen).toEqual([
    ['a', ['a', 'b']],
    ['b', ['a', 'b', 'c']],
    ['c', ['a', 'b', 'c']],
  ])
})

test('a preparation that fails comes out in its place, and the next ones still come', async () => {
  const prepare = async (item: number) => {
    if (item === 2) throw new Error('no memory')
    return item
  }
  const outcomes: string[] = []
  for await (const { ready } of oneAhead([1, 2, 3], prepare)) outcomes.push(ready.status)
  expect(outcomes).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('whoever stops early begins nothing more', async () => {
  const begun: number[] = []
  const prepare = async (item: number) => void begun.push(item)
  for await (const { item } of oneAhead([1, 2, 3, 4], prepare)) if (item === 2) break
  expect(begun).toEqual([1, 2, 3])
})
