import { describe, expect, test } from 'vitest'
import { loadParameters, type Parameters } from '../decide/parameters.ts'
import { adjustedThreshold, logit } from './adjustment.ts'
import { isWorthProposing, NEW_LABELS_AFTER_REVERT, type Decided } from './is-worth-proposing.ts'
import { learnAdjustment } from './learn-adjustment.ts'
import type { Example } from './needed-labels.ts'
import { countLost, isFilteredBy } from './placed.ts'

const REVERTED = new Date('2026-03-05T12:00:00Z')
const HOUR = 3_600_000

/** Examples of a camera, hour by hour. The first one arrives an hour after the revert. */
const since = (count: number, change: Partial<Example> = {}): Example[] =>
  Array.from({ length: count }, (_, index) => ({
    evidence: 0.5,
    sensitivity: 3,
    isTrue: index % 2 === 0,
    camera: 'gate',
    at: new Date(REVERTED.getTime() + (index + 1) * HOUR),
    ...change,
  }))
const before = since(200, { at: new Date(REVERTED.getTime() - HOUR) })

describe('a learnt shift is worth a proposal', () => {
  const nothing: Decided = { appliedShift: undefined, revertedAt: undefined }
  const few = since(NEW_LABELS_AFTER_REVERT - 1)
  const many = since(NEW_LABELS_AFTER_REVERT)
  test.each<[string, number, Example[], Decided, boolean]>([
    ['nobody has decided yet', 0.4, before, nothing, true],
    ['the same is in use', 0.4, before, { ...nothing, appliedShift: 0.4 }, false],
    ['a little more than in use', 0.45, before, { ...nothing, appliedShift: 0.4 }, false],
    ['a little less than in use', 0.35, before, { ...nothing, appliedShift: 0.4 }, false],
    ['clearly more than in use', 0.6, before, { ...nothing, appliedShift: 0.4 }, true],
    ['clearly less than in use, so a safer one', 0.2, before, { ...nothing, appliedShift: 0.4 }, true],
    ['reverted, with old labels only', 0.4, before, { ...nothing, revertedAt: REVERTED }, false],
    ['reverted, with few new labels', 0.4, [...before, ...few], { ...nothing, revertedAt: REVERTED }, false],
    ['reverted, with enough new labels', 0.4, [...before, ...many], { ...nothing, revertedAt: REVERTED }, true],
    ['reverted at the time of a label', 0.4, since(20, { at: REVERTED }), { ...nothing, revertedAt: REVERTED }, false],
  ])('%s', (_case, shift, examples, decided, expected) => {
    expect(isWorthProposing(shift, examples, decided)).toBe(expected)
  })
})

describe('the alarms that a shift filters', () => {
  const { parameters } = loadParameters(['centernet'])
  const odds = (sensitivity: Example['sensitivity'], shift: number) =>
    logit(adjustedThreshold(parameters, sensitivity, shift))
  /** The evidence of an alarm that is this far above the threshold of its sensitivity, in log-odds. */
  const above = (margin: number, sensitivity: Example['sensitivity'] = 3) =>
    (odds(sensitivity, 0) + margin - parameters.bias) / parameters.slope
  const room = (sensitivity: Example['sensitivity']) => odds(sensitivity, 1e9) - odds(sensitivity, 0)

  test.each<
    [string, { evidence: number; sensitivity: Example['sensitivity'] }, { before: number; after: number }, boolean]
  >([
    ['just above the usual threshold', { evidence: above(0.01), sensitivity: 3 }, { before: 0, after: 0.2 }, true],
    [
      'below the usual threshold, so filtered anyway',
      { evidence: above(-0.01), sensitivity: 3 },
      { before: 0, after: 0.2 },
      false,
    ],
    ['above the raised threshold', { evidence: above(0.21), sensitivity: 3 }, { before: 0, after: 0.2 }, false],
    [
      'filtered already by what is in use',
      { evidence: above(0.1), sensitivity: 3 },
      { before: 0.2, after: 0.4 },
      false,
    ],
    [
      'between what is in use and the proposal',
      { evidence: above(0.3), sensitivity: 3 },
      { before: 0.2, after: 0.4 },
      true,
    ],
    ['with a smaller shift than in use', { evidence: above(0.3), sensitivity: 3 }, { before: 0.4, after: 0.2 }, false],
    ['without evidence', { evidence: 0, sensitivity: 5 }, { before: 0, after: 5 }, false],
    ['at the strictest sensitivity', { evidence: above(0.01, 1), sensitivity: 1 }, { before: 0, after: 5 }, false],
    [
      'beyond the strictest threshold',
      { evidence: above(room(3) + 0.01), sensitivity: 3 },
      { before: 0, after: 1e9 },
      false,
    ],
    [
      'just below the strictest threshold',
      { evidence: above(room(3) - 0.01), sensitivity: 3 },
      { before: 0, after: 1e9 },
      true,
    ],
  ])('%s', (_case, alarm, change, expected) => {
    expect(isFilteredBy(alarm, change, parameters)).toBe(expected)
  })

  test('count as lost only if they are labelled true', () => {
    const [lost, kept] = [since(3, { evidence: above(0.1) }), since(4, { evidence: above(0.3) })]
    const labelled = [...lost, ...kept].map((example) => ({ ...example, isTrue: true }))
    expect(countLost(labelled, 0.2, parameters)).toBe(3)
    expect(countLost(labelled, 0.05, parameters)).toBe(0)
    expect(
      countLost(
        labelled.map((example) => ({ ...example, isTrue: false })),
        0.2,
        parameters,
      ),
    ).toBe(0)
  })

  test('are never labelled true when the shift was just learnt from them', () => {
    let state = 11
    const draw = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
    const place = (index: number) => ({ camera: 'gate', at: new Date(REVERTED.getTime() + (index % 9) * 24 * HOUR) })
    let learnt = 0
    for (let round = 0; round < 100; round += 1) {
      const gap = draw() * 0.3
      const mixed = Array.from({ length: 140 }, (_, index): Example => {
        const isTrue = index % 2 === 0
        return { ...place(index), isTrue, sensitivity: 3, evidence: above((isTrue ? gap : -0.3) + draw()) }
      })
      const result = learnAdjustment(mixed, 'camera', parameters satisfies Parameters)
      if (result.outcome === 'refused') continue
      learnt += 1
      expect(countLost(mixed, result.shift, parameters)).toBe(0)
    }
    expect(learnt).toBeGreaterThan(5)
  })
})
