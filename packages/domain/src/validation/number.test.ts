import { describe, expect, it } from 'vitest'
import {
  clampRulePeriod,
  nonNegativeIntegerIssue,
  nonNegativeNumberIssue,
  numberRangeIssue,
  positiveIntegerIssue,
  positiveNumberIssue,
  SITE_IDLE_HOURS,
  siteIdleHoursIssue,
} from './number.ts'

const invalid = { key: 'v.number' }

describe('ranges of numbers', () => {
  it('a value below the minimum returns the minimum · VALIDATION-002', () => {
    expect(numberRangeIssue(1, { min: 2 })).toEqual({ key: 'v.numMin', params: { n: 2 } })
    expect(numberRangeIssue(2, { min: 2 })).toBeUndefined()
    expect(numberRangeIssue(-1, { min: 0 })).toEqual({ key: 'v.numMin', params: { n: 0 } })
  })

  it('a value above the maximum returns the maximum · VALIDATION-004', () => {
    expect(numberRangeIssue(9.5, { max: 9 })).toEqual({ key: 'v.numMax', params: { n: 9 } })
    expect(numberRangeIssue(9, { max: 9 })).toBeUndefined()
  })

  it('a value that is not a number returns `v.number` · VALIDATION-030', () => {
    expect(numberRangeIssue(Number.NaN, { min: 1, max: 3 })).toEqual(invalid)
  })
})

describe('kinds of numbers', () => {
  it.each([
    [
      positiveIntegerIssue,
      [1, '1', ' 7 ', '+3', 2 ** 53 - 1],
      [0, -1, 1.5, '1.5', '', ' ', 'x', '1e3', '0x1', Infinity, NaN],
    ],
    [nonNegativeIntegerIssue, [0, '0', 1, '12'], [-1, '-1', 0.5, '', 'Infinity', '1,5']],
    [positiveNumberIssue, [0.1, '0.1', '.5', '5.', 3], [0, '0', -0.1, '', '1e-3', NaN]],
    [nonNegativeNumberIssue, [0, '0.0', 0.1, '2'], [-0.1, '-2', '', 'two', Infinity]],
  ] as const)('%o accepts only numbers of its kind · VALIDATION-030', (issueOf, good, bad) => {
    expect(good.filter((value) => issueOf(value) !== undefined)).toEqual([])
    expect(bad.map((value) => issueOf(value))).toEqual(bad.map(() => invalid))
  })

  it('positive fractions are accepted · VALIDATION-031', () => {
    expect(positiveNumberIssue('0.25')).toBeUndefined()
    expect(positiveNumberIssue('0')).toEqual(invalid)
  })
})

describe('numbers with fixed limits', () => {
  it.each([
    [4, 5],
    [5, 5],
    [77, 77],
    [300, 300],
    [301, 300],
    [-3, 5],
  ])('a rule period of %i s becomes %i s · VALIDATION-042', (seconds, expected) => {
    expect(clampRulePeriod(seconds)).toBe(expected)
  })

  it('the idle time of a site is 2 to 168 hours, 24 by default · VALIDATION-044', () => {
    expect(siteIdleHoursIssue(1)).toEqual({ key: 'v.numMin', params: { n: 2 } })
    expect([2, 24, 168].map(siteIdleHoursIssue)).toEqual([undefined, undefined, undefined])
    expect(siteIdleHoursIssue(169)).toEqual({ key: 'v.numMax', params: { n: 168 } })
    expect(SITE_IDLE_HOURS.default).toBe(24)
  })
})
