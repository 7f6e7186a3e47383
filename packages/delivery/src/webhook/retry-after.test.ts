import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

const now = new Date('2026-03-01T12:00:00Z')

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 1 ', 1_000],
    ['0', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['999999999', 86_400_000],
    ['Sun, 01 Mar 2026 12:02:00 GMT', 120_000],
    ['Sun, 01 Mar 2026 11:59:00 GMT', undefined],
    ['Mon, 01 Mar 2027 12:00:00 GMT', 86_400_000],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
    [['30', '60'], 30_000],
  ])('%j is parsed to %j milliseconds', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected)
  })
})
