import type { AlarmRow } from '@winnow/contract'
import { describe, expect, test } from 'vitest'
import { alarmId, buildRow } from '../testing/alarm-factory.ts'
import { arrange, singleCards } from './lines.ts'
import { layOut } from './list-layout.ts'
import { countUnseen, mayFlow, restoreAnchor, scrollToRow, takeAnchor, type FollowState } from './scroll-anchor.ts'

const ROW = 32
const lines = (of: readonly AlarmRow[]) => arrange(singleCards(of), new Set())
const oneDay = (of: readonly AlarmRow[]) => layOut(lines(of).all, { row: ROW, day: 20 }, () => 'today')
const rows = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => buildRow(from - i))

/** The list's position after a change, if it was at `top` before. */
function after(before: AlarmRow[], top: number, now: AlarmRow[]): number {
  const anchor = takeAnchor(lines(before), oneDay(before), top)
  if (anchor === null) throw new Error('no anchor')
  return restoreAnchor(lines(now), oneDay(now), anchor)
}

describe('the anchor', () => {
  test.each([0, 1, 31, 32, 100, 333])('keeps the visible rows in place when rows are added above (at %i px)', (top) => {
    expect(after(rows(50, 1), top, rows(62, 1))).toBe(top + 12 * ROW)
  })

  test('keeps them in place when rows above are removed', () => {
    expect(takeAnchor(lines(rows(50, 1)), oneDay(rows(50, 1)), 320)).toEqual({
      lineId: alarmId(40),
      headId: alarmId(40),
      offset: 0,
    })
    expect(after(rows(50, 1), 320, rows(48, 1))).toBe(320 - 2 * ROW)
  })

  test('is the next older row if the anchor itself was removed', () => {
    const without = rows(50, 1).filter((row) => row.id !== alarmId(40))
    expect(
      restoreAnchor(lines(without), oneDay(without), { lineId: alarmId(40), headId: alarmId(40), offset: 5 }),
    ).toBe(10 * ROW + 5)
  })

  test('is missing in an empty list, and a position is never negative', () => {
    expect(takeAnchor(lines([]), oneDay([]), 0)).toBeNull()
    expect(restoreAnchor(lines([]), oneDay([]), { lineId: alarmId(1), headId: alarmId(1), offset: -9 })).toBe(0)
  })

  test('is the last row if the list is scrolled beyond its end', () => {
    expect(takeAnchor(lines(rows(3, 1)), oneDay(rows(3, 1)), 900)?.lineId).toBe(alarmId(1))
  })
})

describe('whether new rows may push the others down', () => {
  const state: FollowState = {
    shift: 2 * ROW,
    following: true,
    openId: null,
    viewportHeight: 320,
  }

  test.each([
    ['at the top', {}, true],
    ['scrolled away', { following: false }, false],
    ['with an open row in sight', { openId: alarmId(45) }, true],
    ['with an open row at the lower edge', { openId: alarmId(41) }, true],
    ['with an open row that would be pushed out', { openId: alarmId(40) }, false],
    ['with an open row that is out of sight anyway', { openId: alarmId(20) }, true],
    ['with an open alarm that is not listed', { openId: alarmId(99) }, true],
  ])('%s (%j): %s', (_name, change, expected) => {
    expect(mayFlow({ ...state, ...change }, lines(rows(50, 1)), oneDay(rows(50, 1)))).toBe(expected)
  })

  test('unseen rows are the rows that are newer than the newest seen row', () => {
    expect(countUnseen(rows(62, 1), alarmId(50))).toBe(12)
    expect(countUnseen(rows(50, 1), alarmId(50))).toBe(0)
    expect(countUnseen(rows(50, 1), null)).toBe(0)
  })
})

describe('scrolling a row into view', () => {
  test.each([
    [0, 100, 0],
    [3, 96, 96],
    [5, 96, 96],
    [12, 96, 12 * ROW + ROW - 320],
    [13, 128, 128],
  ])('row %i from %i px scrolls to %i px', (index, top, expected) => {
    expect(scrollToRow(index, oneDay(rows(50, 1)), top, 320)).toBe(expected)
  })
})
