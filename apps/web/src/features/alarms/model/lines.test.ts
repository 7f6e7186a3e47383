import type { AlarmRow } from '@winnow/contract'
import { describe, expect, test } from 'vitest'
import { alarmId, buildRow } from '../testing/alarm-factory.ts'
import { foldRows, noFolding } from './fold.ts'
import { arrange, rowsBetween, singleCards, stepsFrom } from './lines.ts'
import { extended, nonePicked, shareOf, toggled } from './picked.ts'

const numberOf = (row: AlarmRow | undefined) => row && Number.parseInt(row.id.slice(-12), 16)
const single = (...numbers: number[]) => arrange(singleCards(numbers.map((n) => buildRow(n))), new Set())

describe('moving without cards', () => {
  test('next (arrow up) is the newer alarm above, previous (arrow down) the older below · HOTKEYS-001', () => {
    expect(numberOf(single(8, 6, 4).neighbour(alarmId(6), 'next'))).toBe(8)
    expect(numberOf(single(8, 6, 4).neighbour(alarmId(6), 'previous'))).toBe(4)
  })

  test('at the ends there is no further alarm · HOTKEYS-001', () => {
    expect(single(8, 6, 4).neighbour(alarmId(8), 'next')).toBeUndefined()
    expect(single(8, 6, 4).neighbour(alarmId(4), 'previous')).toBeUndefined()
    expect(single().neighbour(null, 'next')).toBeUndefined()
  })

  test('without an open alarm both keys open the newest · HOTKEYS-001', () => {
    expect(numberOf(single(8, 6).neighbour(null, 'next'))).toBe(8)
    expect(numberOf(single(8, 6).neighbour(null, 'previous'))).toBe(8)
  })

  test('an open alarm outside the list is placed by its age · HOTKEYS-001', () => {
    expect(numberOf(single(8, 6, 4).neighbour(alarmId(5), 'next'))).toBe(6)
    expect(numberOf(single(8, 6, 4).neighbour(alarmId(5), 'previous'))).toBe(4)
  })
})

// Camera b: alarms 8, 6 and 5, of which 6 is true. Camera a: the others.
const rows = [9, 8, 7, 6, 5, 4].map((n) =>
  buildRow(n, {
    viewId: [8, 6, 5].includes(n) ? 'b' : `a${n}`,
    verdict: n === 6 ? 'true' : 'false',
  }),
)
const { cards } = foldRows(noFolding, rows)
const key = cards.find((card) => card.rows.length === 3)?.key ?? ''
const closed = arrange(cards, new Set())
const open = arrange(cards, new Set([key]))
const shape = (lines: typeof closed) =>
  lines.all.map((line) => (line.kind === 'card' ? `card ${numberOf(line.row)}` : numberOf(line.row)))

describe('lines with a card', () => {
  test('a closed card is one line at the place of its newest alarm, an opened one has its alarms below', () => {
    expect(shape(closed)).toEqual([9, 'card 6', 7, 4])
    expect(shape(open)).toEqual([9, 'card 6', 8, 6, 5, 7, 4])
  })

  test('arrow keys pass a closed card in one step and stop at its most important alarm · HOTKEYS-001', () => {
    expect(stepsFrom(closed, alarmId(9), 'previous', 9).map(numberOf)).toEqual([6, 7, 4])
    expect(stepsFrom(closed, alarmId(4), 'next', 9).map(numberOf)).toEqual([7, 6, 9])
    // Any alarm of the card may be open.
    expect(numberOf(closed.neighbour(alarmId(5), 'previous'))).toBe(7)
    expect(numberOf(closed.neighbour(alarmId(5), 'next'))).toBe(9)
  })

  test('arrow keys go through the alarms of an opened card · HOTKEYS-001', () => {
    expect(stepsFrom(open, alarmId(9), 'previous', 9).map(numberOf)).toEqual([8, 6, 5, 7, 4])
    expect(stepsFrom(open, alarmId(7), 'next', 9).map(numberOf)).toEqual([5, 6, 8, 9])
  })

  test('an alarm of a closed card is at the place of its card', () => {
    expect(closed.indexOf(alarmId(5))).toBe(1)
    expect(open.indexOf(alarmId(5))).toBe(4)
    expect(closed.indexOf(alarmId(99))).toBe(-1)
    expect(closed.placeOf(alarmId(99))).toBe(0)
  })

  test('a card that got a newer alarm has left its place, an opened one keeps it', () => {
    const lineId = closed.all[1]?.id ?? ''
    expect(closed.indexOfLine(lineId, alarmId(8))).toBe(1)
    expect(closed.indexOfLine(lineId, alarmId(7))).toBe(-1)
  })
})

describe('selected alarms', () => {
  const ids = (picked: typeof nonePicked) =>
    [...picked.ids].map((id) => Number.parseInt(id.slice(-12), 16)).toSorted((a, b) => a - b)

  test('a range takes all alarms of the closed cards in it, and only the listed ones of an opened card', () => {
    expect(rowsBetween(closed, alarmId(9), alarmId(6)).map(numberOf)).toEqual([9, 8, 6, 5])
    expect(rowsBetween(open, alarmId(6), alarmId(9)).map(numberOf)).toEqual([9, 8, 6])
  })

  test('a range extends from where it began, in both directions', () => {
    const down = extended(nonePicked, closed, alarmId(7), alarmId(4))
    expect(ids(down)).toEqual([4, 7])
    expect(ids(extended(down, closed, null, alarmId(9)))).toEqual([5, 6, 7, 8, 9])
  })

  test('a second choice of the same alarms removes them; a part is completed first', () => {
    const one = toggled(nonePicked, [alarmId(8)])
    expect(shareOf(one, [alarmId(8), alarmId(6)])).toBe('some')
    const both = toggled(one, [alarmId(8), alarmId(6)])
    expect(shareOf(both, [alarmId(8), alarmId(6)])).toBe('all')
    expect(ids(toggled(both, [alarmId(8), alarmId(6)]))).toEqual([])
  })
})
