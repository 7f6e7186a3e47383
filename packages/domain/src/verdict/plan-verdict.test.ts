import { describe, expect, it } from 'vitest'
import { planVerdict, type Verdict } from './plan-verdict.ts'

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
