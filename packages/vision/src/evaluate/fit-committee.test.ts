import { expect, test } from 'vitest'
import { fitSamples, mayLearnFrom, type LicensedSample } from './fit-committee.ts'

const PACKS = [{ id: 'one', version: '1' }]

function sample(evidence: number, isTrue: boolean, change: Partial<LicensedSample> = {}): LicensedSample {
  return {
    evidence,
    isTrue,
    camera: `camera ${Math.round(evidence * 100) % 9}`,
    isLearnt: true,
    isDrawn: false,
    ...change,
  }
}

const real = Array.from({ length: 40 }, (_, index) => sample(index / 100 + (index % 2) * 0.5, index % 2 === 1))
const drawn = Array.from({ length: 400 }, (_, index) =>
  sample(0.05 + index / 1000 + (index % 2) * 0.3, index % 2 === 1, { isDrawn: true, camera: `drawn ${index % 24}` }),
)
/** Returns the evidence at which this probability is reached. */
const evidenceAt = ({ bias, slope }: { bias: number; slope: number }, probability: number): number =>
  (Math.log(probability / (1 - probability)) - bias) / slope

test('a fit is reproducible, and passes more with each step of sensitivity', () => {
  const fit = fitSamples(PACKS, real)
  expect(fitSamples(PACKS, real)).toEqual(fit)
  expect(fit.thresholds).toEqual(fit.thresholds.toSorted((a, b) => b - a))
})

test('no known true alarm is filtered, even if that would filter many false alarms', () => {
  const fit = fitSamples(PACKS, [...real, sample(0.2, true)])
  expect(evidenceAt(fit, fit.thresholds[0])).toBeLessThan(0.2)
})

test('alarms that are excluded from fitting change the figures, but not the thresholds', () => {
  const others = [sample(0.01, true, { isLearnt: false }), sample(0.9, false, { isLearnt: false })]
  const [fit, judged] = [fitSamples(PACKS, real), fitSamples(PACKS, [...real, ...others])]
  expect(judged.thresholds).toEqual(fit.thresholds)
  expect(judged.made).not.toEqual(fit.made)
  expect(mayLearnFrom({ licence: 'drawn' })).toBe(true)
  expect(mayLearnFrom({ licence: 'CC-BY-NC-4.0' })).toBe(false)
})

test('drawn alarms change the calibration but not the required evidence, and do not outweigh real alarms', () => {
  const alone = fitSamples(PACKS, real)
  const both = fitSamples(PACKS, [...real, ...drawn])
  const many = fitSamples(PACKS, [...real, ...drawn, ...drawn, ...drawn])
  expect(both.slope).not.toBeCloseTo(alone.slope, 1)
  for (const [index, threshold] of both.thresholds.entries())
    expect(evidenceAt(both, threshold)).toBeCloseTo(evidenceAt(alone, alone.thresholds[index] ?? 0), 2)
  // With ten or thirty times as many drawn alarms as real ones, the drawn alarms in total have the same weight as the real ones.
  expect(many.slope).toBeCloseTo(both.slope, 3)
  expect(many.bias).toBeCloseTo(both.bias, 3)
})
