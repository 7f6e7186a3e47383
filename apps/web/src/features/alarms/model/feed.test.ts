import { describe, expect, test } from 'vitest'
import { alarmId, buildRow } from '../testing/alarm-factory.ts'
import {
  coversId,
  emptyFeed,
  indexOfRow,
  insertionIndex,
  withAnswers,
  withFirstPage,
  withoutTail,
  withPage,
  withPinned,
  withPinnedLeaving,
  withRow,
  type Feed,
} from './feed.ts'

const rows = (...numbers: number[]) => numbers.map((n) => buildRow(n))
const numbers = (feed: Feed) => feed.rows.map((row) => Number.parseInt(row.id.slice(-12), 16))
const feedOf = (list: number[], overrides: Partial<Feed> = {}): Feed => ({
  ...emptyFeed,
  rows: rows(...list),
  atNewest: true,
  count: { value: list.length, exact: true },
  ...overrides,
})

const page = (list: number[], more = true, count: number | null = 100) => ({
  rows: rows(...list),
  count,
  countIsExact: true,
  more,
})

describe('positions in the list', () => {
  test.each([
    [9, 0],
    [8, 0],
    [7, 1],
    [5, 2],
    [1, 3],
  ])('a row %i belongs at %i of 8, 6, 4', (n, at) => {
    expect(insertionIndex(rows(8, 6, 4), alarmId(n))).toBe(at)
  })

  test('a row is found by its id, and a missing row has the index −1', () => {
    expect(indexOfRow(rows(8, 6, 4), alarmId(6))).toBe(1)
    expect(indexOfRow(rows(8, 6, 4), alarmId(5))).toBe(-1)
    expect(indexOfRow([], alarmId(5))).toBe(-1)
  })
})

describe('pages', () => {
  test('the first page replaces the loaded rows and sets the count', () => {
    const feed = withFirstPage(feedOf([3, 2, 1]), page([9, 8]))
    expect(numbers(feed)).toEqual([9, 8])
    expect(feed).toMatchObject({ atNewest: true, atOldest: false, count: { value: 100, exact: true } })
  })

  test('a reply without a count keeps the known one', () => {
    expect(withFirstPage(feedOf([1]), page([9], true, null)).count).toEqual({ value: 1, exact: true })
  })

  test('an older page is added below, a newer one above, and overlapping rows appear once', () => {
    const below = withPage(feedOf([9, 8, 7]), 'older', { rows: rows(7, 6, 5), more: false })
    expect(numbers(below)).toEqual([9, 8, 7, 6, 5])
    expect(below).toMatchObject({ atOldest: true, atNewest: true })
    const above = withPage(feedOf([5, 4], { atNewest: false }), 'newer', { rows: rows(7, 6, 5), more: true })
    expect(numbers(above)).toEqual([7, 6, 5, 4])
    expect(above.atNewest).toBe(false)
  })

  test('an empty page is the end, even if it claims otherwise', () => {
    expect(withPage(feedOf([9, 8]), 'older', { rows: rows(9, 8), more: true }).atOldest).toBe(true)
    expect(withPage(feedOf([9, 8], { atNewest: false }), 'newer', { rows: [], more: true }).atNewest).toBe(true)
  })

  test('an open row that no longer matches survives a reload', () => {
    const feed = withFirstPage(feedOf([9, 8, 7], { pinned: alarmId(8) }), page([9, 7], false))
    expect(numbers(feed)).toEqual([9, 8, 7])
    expect(feed.pinnedLeaves).toBe(true)
  })

  test('an open row below the first page is not considered removed', () => {
    const feed = withFirstPage(feedOf([9, 8, 3], { pinned: alarmId(3) }), page([9, 8]))
    expect(numbers(feed)).toEqual([9, 8])
    expect(feed.pinnedLeaves).toBe(false)
  })

  test('a list that is open for days keeps its size and its open row', () => {
    const many = feedOf([9, 8, 7, 6, 5, 4], { atOldest: true })
    expect(numbers(withoutTail(many, 3))).toEqual([9, 8, 7])
    expect(withoutTail(many, 3).atOldest).toBe(false)
    expect(numbers(withoutTail({ ...many, pinned: alarmId(5) }, 3))).toEqual([9, 8, 7, 6, 5])
    expect(withoutTail(many, 6)).toBe(many)
  })
})

describe('results for rows that the live stream named', () => {
  test('a new alarm is inserted at the top or in its place', () => {
    const feed = withAnswers(feedOf([8, 6]), [alarmId(9), alarmId(7)], rows(9, 7))
    expect(numbers(feed)).toEqual([9, 8, 7, 6])
    expect(feed.count).toEqual({ value: 4, exact: true })
  })

  test('a requested row that is missing in the result is removed', () => {
    const feed = withAnswers(feedOf([8, 7, 6]), [alarmId(7)], [])
    expect(numbers(feed)).toEqual([8, 6])
    expect(feed.count).toEqual({ value: 2, exact: true })
  })

  test('the open row stays although it no longer matches, until another is opened', () => {
    const left = withAnswers(feedOf([8, 7, 6], { pinned: alarmId(7) }), [alarmId(7)], [])
    expect(numbers(left)).toEqual([8, 7, 6])
    expect(left.pinnedLeaves).toBe(true)
    const moved = withPinned(left, alarmId(6))
    expect(numbers(moved)).toEqual([8, 6])
    expect(moved).toMatchObject({ pinned: alarmId(6), pinnedLeaves: false, count: { value: 2, exact: true } })
  })

  test('an open row that matches again stays for good', () => {
    const left = withAnswers(feedOf([8, 7], { pinned: alarmId(7) }), [alarmId(7)], [])
    const back = withAnswers(left, [alarmId(7)], rows(7))
    expect(back.pinnedLeaves).toBe(false)
    expect(numbers(withPinned(back, alarmId(8)))).toEqual([8, 7])
  })

  test('a result for other rows does not cancel that the open row will be removed', () => {
    const left = withPinnedLeaving(feedOf([8, 7], { pinned: alarmId(7) }), true)
    expect(withAnswers(left, [alarmId(9)], rows(9)).pinnedLeaves).toBe(true)
  })

  test('alarms outside the loaded part are not inserted, since paging will load them', () => {
    const part = feedOf([8, 7], { atNewest: false, atOldest: false })
    expect(numbers(withAnswers(part, [alarmId(9), alarmId(5)], rows(9, 5)))).toEqual([8, 7])
    expect([9, 8, 5].map((n) => coversId(part, alarmId(n)))).toEqual([false, true, false])
  })

  test('an empty list covers everything if it is complete, and nothing otherwise', () => {
    expect(coversId({ ...emptyFeed, atNewest: true, atOldest: true }, alarmId(1))).toBe(true)
    expect(coversId(emptyFeed, alarmId(1))).toBe(false)
  })

  test('a late reply does not restore an older version', () => {
    const feed = { ...feedOf([8]), rows: [buildRow(8, { version: 3, groundTruth: true })] }
    expect(withAnswers(feed, [alarmId(8)], [buildRow(8, { version: 2 })]).rows[0]?.groundTruth).toBe(true)
    expect(withRow(feed, buildRow(8, { version: 2 }))).toBe(feed)
    expect(withRow(feed, buildRow(8, { version: 4, groundTruth: false })).rows[0]?.groundTruth).toBe(false)
    expect(withRow(feed, buildRow(5))).toBe(feed)
  })

  test('a count that is only a lower bound is still a lower bound after changes', () => {
    const many = feedOf([8], { count: { value: 10_000, exact: false } })
    expect(withAnswers(many, [alarmId(9)], rows(9)).count).toEqual({ value: 10_000, exact: false })
  })

  test('a thousand alarms a second keep their order', () => {
    let feed = feedOf([])
    feed = { ...feed, atOldest: true }
    for (let batch = 0; batch < 20; batch += 1) {
      const ids = Array.from({ length: 50 }, (_, i) => batch * 50 + ((i * 37) % 50))
      feed = withAnswers(feed, ids.map(alarmId), rows(...ids))
    }
    expect(numbers(feed)).toEqual(Array.from({ length: 1000 }, (_, i) => 999 - i))
  })
})
