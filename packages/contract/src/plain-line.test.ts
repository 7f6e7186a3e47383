import { describe, expect, it } from 'vitest'
import { isPlainLine } from './plain-line.ts'

describe('a plain line', () => {
  it.each(['', 'Gate 1', 'Zoë', '店舗', '👩‍👩‍👧', '👍🏽', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'क्‍ष', 'שער', 'e\u0301'])('%j', (text) => {
    expect(isPlainLine(text)).toBe(true)
  })

  it.each([
    ['a line feed', '\n'],
    ['a carriage return', '\r'],
    ['a tab', '\t'],
    ['an escape', '\u001b'],
    ['delete', '\u007f'],
    ['a next line', '\u0085'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
    ['a right-to-left override', '\u202e'],
    ['a left-to-right embedding', '\u202a'],
    ['an isolate', '\u2066'],
    ['the end of an isolate', '\u2069'],
    ['a right-to-left mark', '\u200f'],
    ['an Arabic letter mark', '\u061c'],
  ])('cannot contain %s', (_what, character) => {
    expect(isPlainLine(`Gate${character}1`)).toBe(false)
  })
})
