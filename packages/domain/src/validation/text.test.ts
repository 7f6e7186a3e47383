import { describe, expect, it } from 'vitest'
import { fieldTextIssue, requiredIssue, textLengthIssue, textRequiredIssue } from './text.ts'

describe('required fields', () => {
  it.each([undefined, null, '', '   ', '\n\t'])('%j is missing · VALIDATION-001', (value) => {
    expect(requiredIssue(value)).toEqual({ key: 'v.required' })
  })

  it.each(['a', ' a ', 0, false, []])('%j is present · VALIDATION-001', (value) => {
    expect(requiredIssue(value)).toBeUndefined()
  })

  it('a text input has a shorter error · VALIDATION-001', () => {
    expect(textRequiredIssue(' ')).toEqual({ key: 'v.textRequired' })
    expect(textRequiredIssue('x')).toBeUndefined()
  })
})

describe('lengths of texts', () => {
  it('a text below the minimum returns the minimum · VALIDATION-003', () => {
    expect(textLengthIssue('abc', { min: 4 })).toEqual({ key: 'v.textMin', params: { n: 4 } })
    expect(textLengthIssue('abcd', { min: 4 })).toBeUndefined()
  })

  it('a text above the maximum returns the maximum · VALIDATION-005', () => {
    expect(textLengthIssue('abcde', { max: 4 })).toEqual({ key: 'v.textMax', params: { n: 4 } })
    expect(textLengthIssue('abcd', { max: 4 })).toBeUndefined()
  })

  it('a length is in characters, not in UTF-16 code units · VALIDATION-005', () => {
    expect(textLengthIssue('🚗🚗🚗🚗', { min: 4, max: 4 })).toBeUndefined()
  })
})

describe('texts of the tree', () => {
  it.each([
    ['name', 100, 'VALIDATION-036'],
    ['address', 100, 'VALIDATION-037'],
    ['deviceId', 20, 'VALIDATION-038'],
    ['serialNumber', 40, 'VALIDATION-039'],
    ['customer', 40, 'VALIDATION-040'],
    ['description', 2048, 'VALIDATION-041'],
  ] as const)('%s has at most %i characters · %s', (field, max, _rule) => {
    expect(fieldTextIssue(field, 'x'.repeat(max))).toBeUndefined()
    expect(fieldTextIssue(field, 'x'.repeat(max + 1))).toEqual({ key: 'v.textMax', params: { n: max } })
  })

  it.each([
    ['name', 'VALIDATION-036'],
    ['deviceId', 'VALIDATION-038'],
    ['serialNumber', 'VALIDATION-039'],
    ['customer', 'VALIDATION-040'],
  ] as const)('%s must not be empty · %s', (field, _rule) => {
    expect(fieldTextIssue(field, '')).toEqual({ key: 'v.required' })
    expect(fieldTextIssue(field, 'x')).toBeUndefined()
  })

  it.each([
    ['address', 'VALIDATION-037'],
    ['description', 'VALIDATION-041'],
  ] as const)('%s may be empty · %s', (field, _rule) => {
    expect(fieldTextIssue(field, '')).toBeUndefined()
  })
})
