import { expect, it } from 'vitest'
import { spanText } from './span-text.ts'

it.each([
  [0, '0:00'],
  [5_000, '0:05'],
  [65_999, '1:05'],
  [-65_000, '1:05'],
  [3_599_000, '59:59'],
  [3_600_000, '1 h 00 min'],
  [90_060_000, '25 h 01 min'],
])('%i ms are shown as %s', (ms, text) => {
  expect(spanText(ms)).toBe(text)
})
