import { describe, expect, test } from 'vitest'
import type { Detection } from '../types.ts'
import { detection, MODELS, named, parameters } from './evidence.fixture.ts'
import { gatherEvidence, type EnsembleMember } from './evidence.ts'

describe('a model that reports a swarm', () => {
  const flakes = (count: number, change: Partial<Detection> = {}): Detection[] =>
    Array.from({ length: count }, (_, index) =>
      detection({
        class: 'animal',
        counted: false,
        score: 0.4,
        box: { x: index / 60, y: 0, width: 0.01, height: 0.02 },
        ...change,
      }),
    )
  const moved = (things: Detection[], x: number, y: number, times = 1): Detection[] =>
    things.map((one) => ({
      ...one,
      frame: 1,
      box: { x: one.box.x + x, y: one.box.y + y, width: times * one.box.width, height: times * one.box.height },
    }))
  const TWO = [...MODELS, named('other')]
  const person = [detection(), detection({ frame: 1 })]
  const valueOf = (detections: Detection[], models = TWO, frames = 2): number =>
    gatherEvidence([...person, ...detections], models, frames, parameters).value
  const believed = valueOf([])

  test('counts less, the more objects it reports than other models', () => {
    expect(valueOf(flakes(12))).toBe(believed)
    expect(valueOf(flakes(24))).toBeCloseTo(believed / 2)
    expect(valueOf(flakes(48))).toBeCloseTo(believed / 4)
    expect(valueOf(flakes(48, { moved: null }))).toBeCloseTo(believed / 4)
    expect(valueOf([...flakes(24), ...moved(flakes(48), 0, 0.5)])).toBeCloseTo(believed / 4)
  })

  test('counts in full if another model reports a similar swarm, or no other model knows these classes', () => {
    const three = [...TWO, named('third')]
    expect(valueOf([...flakes(48), ...flakes(40, { model: 'other' })], three)).toBe(valueOf([], three))
    expect(valueOf(flakes(48), MODELS)).toBeCloseTo(0.8)
    const cars: EnsembleMember = { id: 'cars', sees: ['vehicle'] }
    expect(valueOf(flakes(48), [...MODELS, cars])).toBeCloseTo(0.8)
    expect(valueOf(flakes(48, { class: 'vehicle' }), [...MODELS, cars])).toBeCloseTo(0.2)
    const mixed = flakes(48).map((one, index): Detection => (index % 2 ? one : { ...one, class: 'vehicle' }))
    expect(valueOf(mixed, [...MODELS, cars])).toBeCloseTo(0.8)
  })

  test('counts in full on a single picture, where a swarm cannot be distinguished from a crowd', () => {
    expect(valueOf(flakes(48), TWO, 1)).toBe(valueOf([], TWO, 1))
  })

  test('counts in full if the objects are still, part of the scene, weak, or of the class `other`', () => {
    expect(valueOf(flakes(48, { moved: false }))).toBe(believed)
    expect(valueOf(flakes(48, { static: true, moved: null }))).toBe(believed)
    expect(valueOf(flakes(48, { score: 0.29 }))).toBe(believed)
    expect(valueOf(flakes(48, { score: 0.3 }))).toBeLessThan(believed)
    const all = TWO.map(({ id, sees }): EnsembleMember => ({ id, sees: [...sees, 'other'] }))
    expect(valueOf(flakes(48, { class: 'other' }), all)).toBe(believed)
  })

  test('counts in full for a crowd, whose people are at similar places on another frame, even with low scores there', () => {
    const crowd = flakes(48)
    const then = (x: number, y: number, times?: number, change: Partial<Detection> = {}) =>
      valueOf([...crowd, ...moved(crowd, x, y, times).map((one) => ({ ...one, ...change }))])
    expect(then(0, 0)).toBe(believed)
    expect(then(0, 0, 1, { score: 0.1, moved: false })).toBe(believed)
    // A distance of 1.4 times the size of a person, which a walking person covers between two frames.
    expect(then(0, 0.0198)).toBe(believed)
    expect(then(0, 0.03)).toBeLessThan(believed / 3)
    expect(then(0, 0, 1.5)).toBe(believed)
    expect(then(0, 0, 2.5)).toBeLessThan(believed / 3)
  })

  test('does not change the weight of the other models', () => {
    const other = person.map((one) => ({ ...one, model: 'other' }))
    expect(valueOf([...other, ...flakes(48)])).toBeCloseTo((0.8 + 0.2) / 2)
  })
})
