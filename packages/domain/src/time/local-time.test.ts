import { describe, expect, test } from 'vitest'
import { fromLocalSeconds, fromLocalTime, localDay, previousDay, toLocalTime } from './local-time.ts'

describe('local times', () => {
  test.each([
    ['summer', '2026-07-20T08:30', 'Europe/London', '2026-07-20T07:30:00.000Z'],
    ['winter', '2026-11-20T08:30', 'Europe/London', '2026-11-20T08:30:00.000Z'],
    ['an offset of 5:30', '2026-07-20T08:30', 'Asia/Kolkata', '2026-07-20T03:00:00.000Z'],
    ['an offset of 5:45', '2026-07-20T08:30', 'Asia/Kathmandu', '2026-07-20T02:45:00.000Z'],
    ['an offset of −2:30 in summer', '2026-07-20T08:30', 'America/St_Johns', '2026-07-20T11:00:00.000Z'],
    ['an offset of 12:45', '2026-06-20T08:30', 'Pacific/Chatham', '2026-06-19T19:45:00.000Z'],
    ['an offset of 14 hours', '2026-01-01T00:00', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
    ['summer in the south', '2026-01-20T08:30', 'Australia/Adelaide', '2026-01-19T22:00:00.000Z'],
    ['a leap day', '2028-02-29T23:59', 'America/New_York', '2028-03-01T04:59:00.000Z'],
  ])('%s: %s in %s is %s, and back', (_, text, zone, instant) => {
    expect(fromLocalTime(text, zone)?.toISOString()).toBe(instant)
    expect(toLocalTime(new Date(instant), zone)).toBe(text)
  })

  test.each([
    ['by an hour', '2026-03-29T01:30', 'Europe/London', '2026-03-29T01:30:00.000Z', '2026-03-29T02:30'],
    ['by half an hour', '2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z', '2026-10-04T02:45'],
    ['at midnight', '2026-09-06T00:30', 'America/Santiago', '2026-09-06T04:30:00.000Z', '2026-09-06T01:30'],
    ['by a whole day', '2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z', '2011-12-31T12:00'],
  ])('a time that is skipped (%s) is shifted by the length of the gap: %s in %s', (_, text, zone, instant, shown) => {
    expect(fromLocalTime(text, zone)?.toISOString()).toBe(instant)
    expect(toLocalTime(new Date(instant), zone)).toBe(shown)
  })

  test.each([
    ['an hour', '2026-10-25T01:30', 'Europe/London', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    [
      'half an hour',
      '2026-04-05T01:45',
      'Australia/Lord_Howe',
      ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
    ],
  ])('a repeated time (%s) is read as its first instant, and both show it: %s in %s', (_, text, zone, instants) => {
    expect(fromLocalTime(text, zone)?.toISOString()).toBe(instants[0])
    expect(instants.map((instant) => toLocalTime(new Date(instant), zone))).toEqual([text, text])
  })

  test('seconds are truncated, never rounded up', () => {
    expect(toLocalTime(new Date('2026-11-20T08:30:59.999Z'), 'UTC')).toBe('2026-11-20T08:30')
  })

  test.each(['', '2026-11-20', '2026-11-20T08:30:15', '2026-02-30T08:30', '2026-11-20T24:30', 'tomorrow'])(
    '%j is not a local time',
    (text) => {
      expect(fromLocalTime(text, 'Europe/London')).toBeUndefined()
    },
  )

  test('an unknown zone is an error', () => {
    expect(() => toLocalTime(new Date(0), 'Mars/Olympus')).toThrow(RangeError)
    expect(() => fromLocalTime('2026-11-20T08:30', 'Mars/Olympus')).toThrow(RangeError)
  })
})

describe('days', () => {
  test.each([
    ['2026-11-20T18:14:59.999Z', 'Asia/Kathmandu', '2026-11-20'],
    ['2026-11-20T18:15:00.000Z', 'Asia/Kathmandu', '2026-11-21'],
    ['2026-03-29T22:59:59.999Z', 'Europe/London', '2026-03-29'],
    ['2026-03-29T23:00:00.000Z', 'Europe/London', '2026-03-30'],
  ])('at %s in %s the day is %s', (instant, zone, day) => {
    expect(localDay(new Date(instant), zone)).toBe(day)
  })

  test.each([
    ['2026-03-01', '2026-02-28'],
    ['2028-03-01', '2028-02-29'],
    ['2027-01-01', '2026-12-31'],
  ])('the day before %s is %s', (day, before) => {
    expect(previousDay(day)).toBe(before)
  })
})

test.each([
  ['2026-07-20T08:30', '2026-07-20T07:30:00.000Z'],
  ['2026-07-20T08:30:15', '2026-07-20T07:30:15.000Z'],
  ['2026-07-20T08:30:15.123456789', '2026-07-20T07:30:15.123Z'],
  ['0001-01-01T00:00:00', '0001-01-01T00:01:15.000Z'],
  ['2026-07-20T08:30:15Z', undefined],
  ['2026-02-30T08:30:15', undefined],
  ['2026-07-20', undefined],
])('a local time with seconds, %s in London, is %s', (text, instant) => {
  expect(fromLocalSeconds(text, 'Europe/London')?.toISOString()).toBe(instant)
})
