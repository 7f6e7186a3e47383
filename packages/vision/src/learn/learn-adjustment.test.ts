import { describe, expect, test } from 'vitest'
import type { Parameters } from '../decide/parameters.ts'
import { loadParameters } from '../decide/parameters.ts'
import { adjustedThreshold, isFor, logit, parametersOf, roomAbove } from './adjustment.ts'
import { learnAdjustment } from './learn-adjustment.ts'
import { countLabels, NEEDED, type Example } from './needed-labels.ts'

const probability = (odds: number): number => 1 / (1 + Math.exp(-odds))

/**
 * Parameters with a slope of 10, so that 0.1 of evidence equals 1 in log-odds. The thresholds are at evidence 0.5, 0.4, 0.3, 0.2 and 0.1.
 */
const parameters: Parameters = {
  agreement: 0.2,
  animalWeight: 0.5,
  animalRatio: 0.5,
  stillness: 0.95,
  textureStillness: 0.975,
  elsewhere: 0.5,
  clutter: 12,
  closerFrom: 0.16,
  standing: 1,
  strongest: 0,
  bias: -3,
  slope: 10,
  thresholds: [probability(2), probability(1), probability(0), probability(-1), probability(-2)],
}

const DAY = 86_400_000
const START = Date.parse('2026-03-01T10:00:00Z')

/** Creates examples of ten cameras on ten days. Each example is of the next camera and the next day. */
function examples(count: number, isTrue: boolean, evidenceOf: (index: number) => number): Example[] {
  return Array.from({ length: count }, (_, index) => ({
    evidence: evidenceOf(index),
    sensitivity: 3,
    isTrue,
    camera: `camera-${index % 10}`,
    at: new Date(START + (index % 10) * DAY + index * 1000),
  }))
}

/** Examples with true alarms well above the threshold of 0.3. Two thirds of the false alarms are below it, so they are already filtered. */
const clear = [
  ...examples(120, true, (index) => 0.45 + (index % 7) * 0.02),
  ...examples(120, false, (index) => (index % 3 === 0 ? 0.31 + (index % 4) * 0.005 : 0.1)),
]

describe('learning', () => {
  test('raises the threshold if false alarms are well below the true ones, and reports the effect', () => {
    const learning = learnAdjustment(clear, 'company', parameters)
    expect(learning).toMatchObject({
      outcome: 'learnt',
      heldBack: {
        true: { passedBefore: 120, passedAfter: 120, of: 120 },
        false: { filteredBefore: 80, filteredAfter: 120, of: 120 },
      },
    })
    // The shift exceeds the false alarm at 0.325, and is less than half of the distance to the true alarm at 0.45.
    const shift = learning.outcome === 'learnt' ? learning.shift : 0
    expect(shift).toBeGreaterThan(0.25)
    expect(shift).toBeLessThanOrEqual(0.75)
  })

  test('gives the same result for the same labels in another order', () => {
    expect(learnAdjustment(clear.toReversed(), 'company', parameters)).toEqual(
      learnAdjustment(clear, 'company', parameters),
    )
  })

  test.each(['company', 'camera'] as const)('of a %s requires enough labels of both kinds', (scope) => {
    const { each } = NEEDED[scope]
    for (const [positives, negatives] of [
      [each - 1, each],
      [each, each - 1],
      [0, 0],
    ] as const) {
      const few = [...examples(positives, true, () => 0.6), ...examples(negatives, false, () => 0.31)]
      expect(learnAdjustment(few, scope, parameters)).toEqual({
        outcome: 'refused',
        reason: 'too-few-labels',
        enough: countLabels(few, scope),
        heldBack: null,
      })
    }
    const enough = [...examples(each, true, () => 0.6), ...examples(each, false, () => 0.31)]
    expect(learnAdjustment(enough, scope, parameters)).toMatchObject({ outcome: 'learnt' })
  })

  test('of a company requires several cameras, of a camera several days', () => {
    const oneCamera = clear.map((example) => ({ ...example, camera: 'camera-1' }))
    expect(learnAdjustment(oneCamera, 'company', parameters)).toMatchObject({
      outcome: 'refused',
      reason: 'too-little-spread',
      enough: { spread: { have: 1, need: 5 } },
    })
    expect(learnAdjustment(oneCamera, 'camera', parameters)).toMatchObject({ outcome: 'learnt' })
    const oneDay = oneCamera.map((example) => ({ ...example, at: new Date(START) }))
    expect(learnAdjustment(oneDay, 'camera', parameters)).toMatchObject({ reason: 'too-little-spread' })
  })

  test('is refused if a held-back true alarm would be lost, even if many false ones would be filtered', () => {
    // The people on one camera are weak. The shift that suits the others would lose one of them.
    const faint = clear.map((example, index) => (index === 3 ? { ...example, evidence: 0.302 } : example))
    expect(learnAdjustment(faint, 'company', parameters)).toMatchObject({
      outcome: 'refused',
      reason: 'recall-would-fall',
      heldBack: { true: { passedBefore: 120, passedAfter: 119 } },
    })
  })

  test('is refused if true and false ones have similar evidence', () => {
    const alike = [
      ...examples(120, true, (index) => 0.31 + (index % 10) * 0.01),
      ...examples(120, false, (index) => 0.31 + (index % 10) * 0.01),
    ]
    expect(learnAdjustment(alike, 'company', parameters)).toMatchObject({ outcome: 'refused' })
  })

  test('is refused if there is little or nothing to gain', () => {
    const filtered = [...examples(120, true, () => 0.45), ...examples(120, false, () => 0.1)]
    expect(learnAdjustment(filtered, 'company', parameters)).toMatchObject({ reason: 'nothing-gained' })
    const four = filtered.map((example, index) => (index >= 236 ? { ...example, evidence: 0.31 } : example))
    expect(learnAdjustment(four, 'company', parameters)).toMatchObject({
      reason: 'nothing-gained',
      heldBack: { false: { filteredBefore: 116, filteredAfter: 120 } },
    })
  })

  test('ignores true alarms that are filtered without a shift, and those that no shift can filter', () => {
    const missed = [...clear, ...examples(10, true, () => 0.1), ...examples(10, false, () => 0.9)]
    expect(learnAdjustment(missed, 'company', parameters)).toMatchObject({
      outcome: 'learnt',
      heldBack: { true: { passedBefore: 120, passedAfter: 120, of: 130 }, false: { filteredAfter: 120, of: 130 } },
    })
  })

  test('has no effect at the strictest sensitivity', () => {
    const strict = clear.map((example) => ({ ...example, sensitivity: 1 as const, evidence: example.evidence + 0.2 }))
    expect(learnAdjustment(strict, 'company', parameters)).toMatchObject({ reason: 'nothing-gained' })
  })

  test('never filters a known true alarm that was passed before, whatever the labels are', () => {
    let state = 7
    const draw = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
    let learnt = 0
    for (let round = 0; round < 200; round += 1) {
      const gap = draw() * 0.4
      const mixed = [
        ...examples(100, true, () => 0.25 + gap + draw() * 0.4),
        ...examples(100, false, () => draw() * 0.6),
      ]
      const learning = learnAdjustment(mixed, 'company', parameters)
      if (learning.outcome === 'refused') continue
      learnt += 1
      const threshold = adjustedThreshold(parameters, 3, learning.shift)
      for (const { isTrue, evidence } of mixed) {
        const odds = parameters.bias + parameters.slope * evidence
        if (isTrue && odds >= 0) expect(odds).toBeGreaterThanOrEqual(logit(threshold))
      }
    }
    expect(learnt).toBeGreaterThan(20)
  })
})

describe('the adjusted threshold', () => {
  test('is above the usual one by the shift, in log-odds', () => {
    expect(logit(adjustedThreshold(parameters, 3, 0.5))).toBeCloseTo(0.5)
    expect(logit(adjustedThreshold(parameters, 5, 0.5))).toBeCloseTo(-1.5)
  })

  test.each([0, -3, Number.NaN])('is the usual one for a shift of %s', (shift) => {
    expect(adjustedThreshold(parameters, 3, shift)).toBe(parameters.thresholds[2])
  })

  test('never exceeds the threshold of the strictest sensitivity, even with a very large stored shift', () => {
    for (const sensitivity of [1, 2, 3, 4, 5] as const) {
      expect(adjustedThreshold(parameters, sensitivity, 1e9)).toBeCloseTo(parameters.thresholds[0])
      expect(roomAbove(parameters, sensitivity)).toBeCloseTo(sensitivity - 1)
    }
  })
})

describe('an adjustment and its committee', () => {
  const committee = { packs: [{ id: 'centernet', version: '2' }], parameters: 'abc' }

  test.each([
    ['the same committee', committee, true],
    ['another version of a pack', { ...committee, packs: [{ id: 'centernet', version: '3' }] }, false],
    ['other parameters', { ...committee, parameters: 'def' }, false],
    ['an additional pack', { ...committee, packs: [...committee.packs, { id: 'fast', version: '1' }] }, false],
  ])('is applied only to an equal committee, tested with %s', (_name, other, expected) => {
    expect(isFor({ committee }, other)).toBe(expected)
  })

  test('the parameters of a committee are known only if this program version contains them', () => {
    const { parameters: known, version } = loadParameters(['centernet'])
    expect(parametersOf({ ...committee, parameters: version })).toEqual(known)
    expect(parametersOf(committee)).toBeUndefined()
  })
})
