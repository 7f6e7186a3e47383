import { describe, expect, test } from 'vitest'
import { formatDate, formatDateTime, formatFullDate, formatLongDate, formatTime, zoneName } from './dates.ts'
import { bytesIn, durationIn, formatNumber, formatShare } from './numbers.ts'

const AT = new Date('2026-07-04T21:05:09Z')
const WINTER = new Date('2026-01-04T00:05:09Z')

describe('dates', () => {
  test('international: dd/MM/yyyy and 24 hours · DATEFORMAT-001', () => {
    expect(formatDateTime(AT, 'Europe/London', { format: 'international', is12h: false })).toBe('04/07/2026 22:05:09')
    expect(formatTime(AT, 'UTC', false, { seconds: false })).toBe('21:05')
  })

  test('American: MM/dd/yyyy and 12 hours · DATEFORMAT-002', () => {
    expect(formatDateTime(AT, 'America/New_York', { format: 'american', is12h: true })).toBe('07/04/2026 5:05:09 PM')
    expect(formatTime(WINTER, 'UTC', true)).toBe('12:05:09 AM')
    expect(formatTime(new Date('2026-01-04T12:00:00Z'), 'UTC', true, { seconds: false })).toBe('12:00 PM')
  })

  test('midnight is 00 and never 24', () => {
    expect(formatTime(new Date('2026-01-04T00:00:00Z'), 'UTC', false)).toBe('00:00:00')
  })

  test('the day is the local day of the zone', () => {
    expect(formatDate(AT, 'Asia/Tokyo', 'international')).toBe('05/07/2026')
    expect(formatDate(AT, 'Pacific/Honolulu', 'international')).toBe('04/07/2026')
  })

  test('long, full and medium dates · DATEFORMAT-003', () => {
    expect(formatDate(AT, 'UTC', 'international')).toBe('04/07/2026')
    expect(formatDate(AT, 'UTC', 'american')).toBe('07/04/2026')
    expect(formatLongDate(AT, 'UTC', 'en')).toBe('04 Jul 2026')
    expect(formatFullDate(AT, 'UTC', 'en')).toBe('Saturday 04 July 2026')
    expect(formatFullDate(AT, 'UTC', 'de')).toBe('Samstag 04 Juli 2026')
  })

  test('the name of a zone depends on the time of the year', () => {
    expect([zoneName(AT, 'Europe/London'), zoneName(WINTER, 'Europe/London')]).toEqual(['BST', 'GMT'])
    expect([zoneName(AT, 'America/New_York'), zoneName(WINTER, 'America/New_York')]).toEqual(['EDT', 'EST'])
    expect([zoneName(AT, 'UTC'), zoneName(AT, 'Asia/Tokyo')]).toEqual(['UTC', 'GMT+9'])
    expect(zoneName(AT, 'Europe/Berlin', 'de')).toBe('MESZ')
  })
})

describe('numbers', () => {
  test.each([
    [0.93106, '93.1 %'],
    [0, '0.0 %'],
    [1, '100.0 %'],
    [0.99996, '99.9 %'],
    [0.00001, '0.1 %'],
    [0.5, '50.0 %'],
  ])('the share %d is shown as %s, since 0 and 100 are shown only for exact values', (share, text) => {
    expect(formatShare(share, 'en')).toBe(text)
  })

  test('are grouped according to the language', () => {
    expect(formatNumber(1_234_567, 'en')).toBe('1,234,567')
    expect(formatNumber(1_234_567, 'de')).toBe('1.234.567')
  })

  test.each([
    [0, 0, 'bytes'],
    [999, 999, 'bytes'],
    [1000, 1, 'kilobytes'],
    [1540, 1.5, 'kilobytes'],
    [15_400, 15, 'kilobytes'],
    [999_600, 1, 'megabytes'],
    [3_210_000_000, 3.2, 'gigabytes'],
    [5e15, 5000, 'terabytes'],
  ])('%d bytes are %d %s', (bytes, value, unit) => {
    expect(bytesIn(bytes)).toEqual({ value, unit })
  })

  test.each([
    [0, 0, 'milliseconds'],
    [840.4, 840, 'milliseconds'],
    [999.7, 1, 'seconds'],
    [2400, 2.4, 'seconds'],
    [9960, 10, 'seconds'],
    [90_000, 90, 'seconds'],
    [150_000, 3, 'minutes'],
    [3 * 3_600_000, 3, 'hours'],
    [50 * 3_600_000, 2, 'days'],
  ])('%d ms are %d %s', (ms, value, unit) => {
    expect(durationIn(ms)).toEqual({ value, unit })
  })
})
