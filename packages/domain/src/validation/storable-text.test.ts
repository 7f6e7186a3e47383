import { describe, expect, it } from 'vitest'
import { isStorableText } from './storable-text.ts'

describe('a text that can be stored', () => {
  it.each(['', 'Gate 1', 'two\nlines', '👩‍👩‍👧', '\u202e', '\u0001'])('%j', (text) => {
    expect(isStorableText(text)).toBe(true)
  })

  it.each(['\0', 'a\0b', '\ud800', 'a\udc00', '\udc00\ud800'])('excludes %j', (text) => {
    expect(isStorableText(text)).toBe(false)
  })
})
