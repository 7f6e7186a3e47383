import { describe, expect, test } from 'vitest'
import { alarmId, buildRow } from '../testing/alarm-factory.ts'
import { emptyFeed, type Feed } from './feed.ts'
import { heldList, wholeList, withoutShown, type ShownList } from './held-list.ts'

const rows = (...numbers: number[]) => numbers.map((n) => buildRow(n))
const feed = (numbers: number[], changes: Partial<Feed> = {}): Feed => ({
  ...emptyFeed,
  atNewest: true,
  atOldest: true,
  rows: rows(...numbers),
  ...changes,
})
const shown = (...numbers: number[]): ShownList => wholeList(feed(numbers))
const numbers = (list: ShownList) => list.rows.map(({ id }) => Number.parseInt(id.slice(-12), 16))

describe('a held list', () => {
  test('counts newer rows and rows that belong between its rows, but does not add them', () => {
    const held = heldList(shown(30, 20, 10), feed([41, 40, 30, 25, 20, 10]))
    expect(numbers(held)).toEqual([30, 20, 10])
    expect(held).toMatchObject({ waiting: 3, moreWait: false })
  })

  test('keeps a removed row in its place, and marks it', () => {
    const held = heldList(shown(30, 20, 10), feed([40, 30, 10]))
    expect(numbers(held)).toEqual([30, 20, 10])
    expect([...held.leaving]).toEqual([alarmId(20)])
    expect(held.waiting).toBe(1)
  })

  test('does not mark a row as removed that is only no longer loaded', () => {
    const held = heldList(shown(30, 20, 10), feed([90, 80, 70], { atOldest: false }))
    expect(numbers(held)).toEqual([30, 20, 10])
    expect(held.leaving.size).toBe(0)
    expect(held).toMatchObject({ waiting: 3, moreWait: true })
  })

  test('shows changes of its rows', () => {
    const changed = feed([40, 30], { rows: [buildRow(40), buildRow(30, { verdict: 'false', version: 2 })] })
    expect(heldList(shown(30), changed).rows).toEqual([buildRow(30, { verdict: 'false', version: 2 })])
  })

  test('adds older pages at its end, and newer pages only on request', () => {
    const more = feed([50, 40, 30, 20, 10, 5])
    expect(numbers(heldList(shown(30, 20), more))).toEqual([30, 20, 10, 5])
    const newer = heldList(shown(30, 20), more, true)
    expect(numbers(newer)).toEqual([50, 40, 30, 20, 10, 5])
    expect(newer.waiting).toBe(0)
  })

  test('is the same object until something changes', () => {
    const before = wholeList(feed([30, 20]))
    expect(heldList(before, { ...feed([]), rows: [buildRow(40), ...before.rows] }).rows).toBe(before.rows)
  })

  test('without rows holds nothing back', () => {
    expect(numbers(heldList(shown(), feed([2, 1])))).toEqual([2, 1])
  })

  test('releases a row that its user has finished with', () => {
    expect(numbers(withoutShown(shown(3, 2, 1), alarmId(2)))).toEqual([3, 1])
    const list = shown(3)
    expect(withoutShown(list, alarmId(9))).toBe(list)
  })
})
