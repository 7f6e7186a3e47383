import { describe, expect, it } from 'vitest'
import { isStorableText } from './storable-text.ts'

describe('a text', () => {
  it.each(['', 'Gate 1', 'two\nlines', '👩‍👩‍👧', '\u202e', '\u0001'])('%j can be stored', (text) => {
    expect(isStorableText(text)).toBe(true)
  })

  it.each(['\0', 'a\0b', '\ud800', 'a\udc00', '\udc00\ud800'])('%j cannot be stored', (text) => {
    expect(isStorableText(text)).toBe(false)
  })
})
