import { describe, expect, test } from 'vitest'
import { committeeOf, evidenceOf, SENSITIVITIES } from './rejudge.fixture.ts'
import { rejudge } from './rejudge.ts'

const judgedBy = { ...committeeOf(), shift: 0 }
/** Evidence between the thresholds of two sensitivities: a lower number is stricter. */
const between = (stricter: 1 | 2 | 3 | 4, share = 0.5) => evidenceOf(stricter + 1, stricter, share)

describe('an alarm judged anew', () => {
  test.each([1, 2, 3, 4] as const)('passes at sensitivity above %s alone, if its evidence lies there', (stricter) => {
    const evidence = { value: between(stricter), isWhole: true }
    for (const sensitivity of SENSITIVITIES)
      expect(rejudge({ verdict: 'true', evidence, judgedBy }, sensitivity)).toBe(
        sensitivity > stricter ? 'true' : 'false',
      )
  })

  test('passes exactly at a threshold, as in an analysis', () => {
    const evidence = { value: evidenceOf(3, 3, 0) + 1e-9, isWhole: true }
    expect(rejudge({ verdict: 'false', evidence, judgedBy }, 3)).toBe('true')
    expect(rejudge({ verdict: 'false', evidence: { ...evidence, value: evidence.value - 1e-6 }, judgedBy }, 3)).toBe(
      'false',
    )
  })

  test('never passes without evidence, at any sensitivity', () => {
    for (const sensitivity of SENSITIVITIES)
      expect(rejudge({ verdict: 'false', evidence: { value: 0, isWhole: true }, judgedBy }, sensitivity)).toBe('false')
  })

  test('stays open if something disturbed its analysis, unless the evidence is enough', () => {
    const disturbed = { value: between(3), isWhole: false }
    expect(rejudge({ verdict: 'unverified', evidence: disturbed, judgedBy }, 2)).toBe('unverified')
    expect(rejudge({ verdict: 'unverified', evidence: disturbed, judgedBy }, 5)).toBe('true')
  })

  test('is not judged if the analysis ended before all was seen', () => {
    const early = { value: between(3), isWhole: false }
    expect(rejudge({ verdict: 'true', evidence: early, judgedBy }, 1)).toBeUndefined()
    expect(rejudge({ verdict: 'true', evidence: early, judgedBy }, 4)).toBe('true')
  })

  test('keeps what was learnt at that time', () => {
    const evidence = { value: between(2), isWhole: true }
    expect(rejudge({ verdict: 'true', evidence, judgedBy }, 3)).toBe('true')
    expect(rejudge({ verdict: 'false', evidence, judgedBy: { ...judgedBy, shift: 99 } }, 3)).toBe('false')
  })

  test.each([
    ['without findings', { evidence: null, judgedBy }],
    ['without models', { evidence: { value: 0.5, isWhole: true }, judgedBy: null }],
    [
      'with parameters of another version',
      { evidence: { value: 0.5, isWhole: true }, judgedBy: { ...judgedBy, parameters: 'other' } },
    ],
  ])('is not judged %s', (_what, stored) => {
    expect(rejudge({ verdict: 'true', ...stored }, 3)).toBeUndefined()
  })
})
