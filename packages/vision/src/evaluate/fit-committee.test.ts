import { expect, test } from 'vitest'
import { evidenceFor } from '../decide/probability-curve.ts'
import { evidenceNeeded, fitSamples, PROMISED, sampleOf } from './fit-committee.ts'
import { thresholdBetween, thresholdToKeep, type Sample } from './fit.ts'

const PACKS = [{ id: 'one', version: '1' }]

const sample = (evidence: number, isTrue: boolean): Sample => ({
  evidence,
  isTrue,
  camera: `camera ${Math.round(evidence * 100) % 9}`,
})
/** 399 true and as many false alarms, whose evidence overlaps. */
const real = Array.from({ length: 798 }, (_, index) => sample(0.05 + index / 1600 + (index % 2) * 0.3, index % 2 === 1))
const trueOnes = real.filter(({ isTrue }) => isTrue).map(({ evidence }) => evidence)

test('a fit is reproducible, and passes more with each step of sensitivity', () => {
  const fit = fitSamples(PACKS, real)
  expect(fitSamples(PACKS, real)).toEqual(fit)
  expect(fit.thresholds).toEqual(fit.thresholds.toSorted((a, b) => b - a))
})

test('each sensitivity keeps the recall that it promises, and gives up no more than needed', () => {
  const { thresholds, ...curve } = fitSamples(PACKS, real)
  for (const [index, promised] of PROMISED.entries()) {
    const needed = evidenceFor(thresholds[index] ?? 0, curve)
    const passed = trueOnes.filter((evidence) => evidence >= needed).length
    // One of the 400 that 399 known ones and a new one make may be lost for each quarter of a per cent.
    expect(400 - passed).toBeGreaterThanOrEqual(Math.round((1 - promised) * 400))
    expect(400 - passed).toBeLessThanOrEqual(Math.round((1 - promised) * 400) + 1)
  }
})

test('false alarms move no threshold, however many there are', () => {
  const many = [...real, ...Array.from({ length: 500 }, () => sample(0.6, false))]
  for (const promised of PROMISED) expect(thresholdToKeep(many, promised)).toBe(thresholdToKeep(real, promised))
})

test('with too few true alarms for a recall, the threshold is below the faintest of them', () => {
  const few = [0.5, 0.6, 0.7].map((evidence) => sample(evidence, true))
  expect(thresholdToKeep(few, 0.98)).toBeCloseTo(0.45)
  expect(thresholdToKeep(few, 0.5)).toBe(0.6)
  expect(thresholdToKeep([], 0.98)).toBe(0)
})

test('an alarm that is passed on whatever was seen counts as passed, and does not bend the curve', () => {
  const disturbed = sampleOf({ camera: 'x', isTrue: true }, 0.01, true)
  const fit = fitSamples(PACKS, [...real, disturbed])
  const plain = fitSamples(PACKS, real)
  expect([fit.bias, fit.slope]).toEqual([plain.bias, plain.slope])
  expect(sampleOf({ camera: 'x', isTrue: true }, 0.01, false).evidence).toBe(0.01)
})

test('ways of weighing are compared by thresholds that do not jump when an alarm more is known', () => {
  const scored = (count: number) => Array.from({ length: count }, (_, index) => sample(0.2 + index / 1000, true))
  expect(thresholdBetween(scored(99), 0.98)).toBeCloseTo(0.201)
  expect(thresholdBetween(scored(98), 0.98)).toBeCloseTo(0.20098)
  expect(thresholdToKeep(scored(99), 0.98)).toBeCloseTo(0.201)
  expect(thresholdToKeep(scored(98), 0.98)).toBeCloseTo(0.2)
  expect(thresholdBetween(scored(3), 0.98)).toBeLessThan(0.2)
  expect(thresholdBetween([], 0.98)).toBe(0)
})

test('where the faintest true alarms show nothing, the highest sensitivities pass whatever was found, and still differ', () => {
  const blind = [...real, ...Array.from({ length: 8 }, () => sample(0, true))]
  const needed = evidenceNeeded(blind)
  expect(needed.slice(2)).toEqual([expect.closeTo(0.02, 1), 0.019, expect.closeTo(0.01805)])
  expect(new Set(fitSamples(PACKS, blind).thresholds).size).toBe(5)
})
