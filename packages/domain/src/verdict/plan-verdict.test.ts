import { describe, expect, it } from 'vitest'
import { countChange, planVerdict, type Verdict } from './plan-verdict.ts'

const VERDICTS: Verdict[] = ['false', 'unverified', 'true']

describe('a verdict', () => {
  it.each(VERDICTS)('is the first answer: %s', (answer) => {
    expect(planVerdict({ verdict: null, analysedSignals: 0 }, answer)).toEqual({ verdict: answer, changed: true })
  })

  it.each(VERDICTS)('of the deadline is replaced by that of the analysis: %s', (answer) => {
    expect(planVerdict({ verdict: 'unverified', analysedSignals: 0 }, answer)).toEqual({
      verdict: answer,
      changed: answer !== 'unverified',
    })
  })

  it.each([
    ['false', 'unverified', 'unverified'],
    ['false', 'true', 'true'],
    ['unverified', 'true', 'true'],
    ['unverified', 'false', 'unverified'],
    ['true', 'false', 'true'],
    ['true', 'unverified', 'true'],
  ] as const)('of an analysis can only rise: %s and then %s give %s', (before, answer, after) => {
    expect(planVerdict({ verdict: before, analysedSignals: 1 }, answer)).toEqual({
      verdict: after,
      changed: before !== after,
    })
  })
})

describe('the hourly counts', () => {
  it('change by one when an alarm gets a verdict or another verdict', () => {
    expect(countChange(null, 'false')).toEqual({ passed: 0, filtered: 1, unverified: 0 })
    expect(countChange('unverified', 'true')).toEqual({ passed: 1, filtered: 0, unverified: -1 })
    expect(countChange('true', 'true')).toEqual({ passed: 0, filtered: 0, unverified: 0 })
  })

  it('keep their sum when a verdict changes', () => {
    for (const before of VERDICTS)
      for (const after of VERDICTS) {
        const { passed, filtered, unverified } = countChange(before, after)
        expect(passed + filtered + unverified).toBe(0)
      }
  })
})
