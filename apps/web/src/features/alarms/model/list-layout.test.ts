import type { AlarmRow } from '@winnow/contract'
import { describe, expect, test } from 'vitest'
import { buildRow } from '../testing/alarm-factory.ts'
import { arrange, singleCards } from './lines.ts'
import { layOut } from './list-layout.ts'

const [ROW, DAY] = [44, 28]
const dayOf = ({ receivedAt }: AlarmRow) => receivedAt.slice(0, 10)
const at = (n: number, receivedAt: string) => buildRow(n, { receivedAt })
const place = (rows: readonly AlarmRow[]) =>
  layOut(arrange(singleCards(rows), new Set()).all, { row: ROW, day: DAY }, dayOf)
const shape = (rows: readonly AlarmRow[]) =>
  place(rows).items.map((item) => (item.kind === 'day' ? item.day : `${item.index} under ${item.day}`))

const threeDays = [
  at(6, '2026-11-20T00:10:00.000Z'),
  at(5, '2026-11-20T00:05:00.000Z'),
  at(4, '2026-11-19T23:50:00.000Z'),
  at(3, '2026-11-19T11:00:00.000Z'),
  at(2, '2026-11-17T08:00:00.000Z'),
]

describe('days of the list', () => {
  test('each day except the first, which the header names, has a heading', () => {
    expect(shape(threeDays)).toEqual([
      '0 under 2026-11-20',
      '1 under 2026-11-20',
      '2026-11-19',
      '2 under 2026-11-19',
      '3 under 2026-11-19',
      '2026-11-17',
      '4 under 2026-11-17',
    ])
  })

  test('an alarm filed late around midnight stays below its heading, and headings never go back', () => {
    const crossed = [
      at(4, '2026-11-20T00:00:04.000Z'),
      at(3, '2026-11-19T23:59:58.000Z'),
      at(2, '2026-11-20T00:00:01.000Z'),
      at(1, '2026-11-19T23:59:57.000Z'),
    ]
    expect(shape(crossed)).toEqual([
      '0 under 2026-11-20',
      '2026-11-19',
      '1 under 2026-11-19',
      '2 under 2026-11-19',
      '3 under 2026-11-19',
    ])
  })

  test('positions are exact', () => {
    const layout = place(threeDays)
    expect([0, 1, 2, 3, 4, 5].map(layout.topOf)).toEqual([
      0,
      ROW,
      2 * ROW + DAY,
      3 * ROW + DAY,
      4 * ROW + 2 * DAY,
      5 * ROW + 2 * DAY,
    ])
    expect(layout.height).toBe(5 * ROW + 2 * DAY)
    expect([0, 1, 2, 3, 4].map(layout.itemOf)).toEqual([0, 1, 3, 4, 6])
  })

  test.each([
    [-5, 0],
    [0, 0],
    [ROW - 1, 0],
    [ROW, 1],
    [2 * ROW - 1, 1],
    // The position of a heading belongs to the alarm below it.
    [2 * ROW, 2],
    [2 * ROW + DAY, 2],
    [3 * ROW + DAY, 3],
    [9999, 4],
  ])('at %i px is alarm %i', (top, index) => {
    expect(place(threeDays).indexAt(top)).toBe(index)
  })

  test('an empty list has no position', () => {
    expect(place([])).toMatchObject({ items: [], height: 0 })
    expect(place([]).indexAt(0)).toBe(-1)
  })
})
