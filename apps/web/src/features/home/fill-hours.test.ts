import { describe, expect, test } from 'vitest'
import { analysedOf, fillHours, windowOf } from './fill-hours.ts'

const hour = (at: string, received: number) => ({
  hour: at,
  received,
  filtered: received,
  passed: 0,
  unverified: 0,
  outside: 0,
})

describe('hours of the chart', () => {
  test('include hours without alarms', () => {
    const hours = fillHours({
      since: '2026-11-20T20:30:00.000Z',
      now: '2026-11-20T23:10:00.000Z',
      byHour: [hour('2026-11-20T21:00:00Z', 3)],
    })
    expect(hours.map(({ hour: at, received }) => [at, received])).toEqual([
      ['2026-11-20T20:00:00.000Z', 0],
      ['2026-11-20T21:00:00.000Z', 3],
      ['2026-11-20T22:00:00.000Z', 0],
      ['2026-11-20T23:00:00.000Z', 0],
    ])
  })

  test('start at the same minute as the server’s hours, e.g. at half past in some time zones', () => {
    const hours = fillHours({
      since: '2026-11-20T20:45:00.000Z',
      now: '2026-11-20T22:40:00.000Z',
      byHour: [hour('2026-11-20T21:30:00.000Z', 5)],
    })
    expect(hours.map(({ hour: at, received }) => [at.slice(11, 16), received])).toEqual([
      ['20:30', 0],
      ['21:30', 5],
      ['22:30', 0],
    ])
  })

  test('cover a day completely', () => {
    const byHour = [hour('2026-11-20T02:00:00.000Z', 1), hour('2026-11-21T02:00:00.000Z', 2)]
    const hours = fillHours({ since: '2026-11-20T02:30:00.000Z', now: '2026-11-21T02:30:00.000Z', byHour })
    expect(hours).toHaveLength(25)
    expect(hours.reduce((sum, each) => sum + each.received, 0)).toBe(3)
  })
})

test('have a window with an inclusive start and an exclusive end', () => {
  expect(windowOf('2026-11-20T23:00:00.000Z')).toEqual({
    since: '2026-11-20T23:00:00.000Z',
    till: '2026-11-21T00:00:00.000Z',
  })
})

test('have the analysed alarms as the base of the filtered share', () => {
  expect(analysedOf({ filtered: 1121, passed: 80, filteredShare: 1121 / 1204 })).toBe(1204)
  expect(analysedOf({ filtered: 0, passed: 7, filteredShare: 0 })).toBe(7)
})
