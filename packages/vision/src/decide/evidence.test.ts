import { describe, expect, test } from 'vitest'
import type { Detection } from '../types.ts'
import { detection, MODELS, named, parameters } from './evidence.fixture.ts'
import { gatherEvidence, gatherSupport, type EnsembleMember } from './evidence.ts'
import { loadParameters, readParametersFile, type Parameters } from './parameters.ts'

function on(frame: number, score: number, x = 0.4): Detection {
  return detection({ frame, score, box: { x, y: 0.4, width: 0.1, height: 0.3 } })
}

describe('gatherEvidence', () => {
  test('equals the score of a sighting on a single picture', () => {
    expect(gatherEvidence([on(0, 0.5)], MODELS, 1, parameters).value).toBeCloseTo(0.5)
  })

  test('gives a sighting on two frames more weight than a sighting on one frame of a burst', () => {
    const steady = gatherEvidence([on(0, 0.5), on(1, 0.5, 0.45)], MODELS, 3, parameters).value
    const flicker = gatherEvidence([on(0, 0.5)], MODELS, 3, parameters).value
    expect(steady).toBeCloseTo(0.5)
    expect(flicker).toBeCloseTo(0.4)
  })

  test('does not merge two distant sightings', () => {
    expect(gatherEvidence([on(0, 0.5, 0.05), on(1, 0.5, 0.9)], MODELS, 3, parameters).value).toBeCloseTo(0.4)
  })

  test('lowers the evidence if an animal fits better', () => {
    const dog = detection({ class: 'animal', score: 0.6, counted: false })
    expect(gatherEvidence([on(0, 0.5), dog], MODELS, 1, parameters).value).toBeCloseTo(0.25)
    const faint = { ...dog, score: 0.3 }
    expect(gatherEvidence([on(0, 0.7), faint], MODELS, 1, parameters).value).toBeCloseTo(0.7)
    // The box of a dog beside its owner overlaps the owner's box, but is another object.
    const beside = { ...dog, box: { ...dog.box, y: 0.6, height: 0.1 } }
    expect(gatherEvidence([on(0, 0.7), beside], MODELS, 1, parameters).value).toBeCloseTo(0.7)
    expect(
      gatherEvidence([on(0, 0.5), { ...dog, box: { x: 0, y: 0, width: 0.1, height: 0.1 } }], MODELS, 1, parameters)
        .value,
    ).toBeCloseTo(0.5)
  })

  test('gives all models equal weight, including a model that saw nothing or only an animal', () => {
    const two = [...MODELS, named('other')]
    expect(gatherEvidence([on(0, 0.8)], two, 1, parameters).value).toBeCloseTo(0.4)
    const seenTwice = [on(0, 0.8), { ...on(0, 0.6), model: 'other' }]
    expect(gatherEvidence(seenTwice, two, 1, parameters).value).toBeCloseTo(0.7)
    const dog = detection({ class: 'animal', score: 0.6, counted: false, model: 'other' })
    expect(gatherEvidence([on(0, 0.8), dog], two, 1, parameters).value).toBeCloseTo(0.4)
    expect(gatherEvidence([on(0, 0.8)], [], 1, parameters)).toEqual({ value: 0, detection: null })
  })

  test('asks a model only about the classes that it knows', () => {
    const cars: EnsembleMember = { id: 'cars', sees: ['vehicle'] }
    expect(gatherEvidence([on(0, 0.8)], [...MODELS, cars], 1, parameters).value).toBeCloseTo(0.8)
    const car = (model: string) => detection({ class: 'vehicle', score: 0.6, model })
    expect(gatherEvidence([car('centernet')], [...MODELS, cars], 1, parameters).value).toBeCloseTo(0.3)
    expect(gatherEvidence([car('centernet'), car('cars')], [...MODELS, cars], 1, parameters).value).toBeCloseTo(0.6)
  })

  test('lowers the evidence only if all models together see an animal, not if a single one does', () => {
    const two = [...MODELS, named('other')]
    const person = [on(0, 0.8), { ...on(0, 0.7), model: 'other' }]
    const dog = detection({ class: 'animal', score: 0.6, counted: false, model: 'other' })
    expect(gatherEvidence([...person, dog], two, 1, parameters).value).toBeCloseTo(0.75)
    const both = [dog, { ...dog, model: 'centernet' }]
    expect(gatherEvidence([...person, ...both], two, 1, parameters).value).toBeCloseTo(0.375)
  })

  test('gives a standing person the same evidence as a moving one', () => {
    const still = gatherEvidence([detection({ score: 0.5, moved: false })], MODELS, 1, parameters).value
    expect(still).toBeCloseTo(gatherEvidence([detection({ score: 0.5 })], MODELS, 1, parameters).value)
  })

  test('ignores masked and unwanted sightings', () => {
    expect(gatherEvidence([detection({ counted: false })], MODELS, 1, parameters)).toEqual({
      value: 0,
      detection: null,
    })
  })
})

describe('weights that a set of models may have', () => {
  const value = (detections: Detection[], change: Partial<Parameters>) =>
    gatherEvidence(detections, [...MODELS, named('other')], 3, { ...parameters, agreement: 0, ...change }).value

  test('doubts a person who did not change at all, more the fainter, and nobody who moved or stands on a single picture', () => {
    const standing = { standing: 0.6 }
    const still = [detection({ moved: false }), detection({ moved: false, model: 'other' })]
    expect(value(still, standing)).toBeCloseTo(0.48)
    for (const moved of [true, null]) {
      const seen = still.map((one) => ({ ...one, moved }))
      expect(value(seen, standing)).toBeCloseTo(0.8)
    }
    // A vehicle that stands still counts only if it has just come. Then it counts in full.
    const come = still.map((one): Detection => ({ ...one, class: 'vehicle' }))
    expect(value(come, standing)).toBeCloseTo(0.8)
  })

  test('lets the strongest vote count beside the mean', () => {
    const seen = [detection(), detection({ model: 'other', score: 0.4 })]
    expect(value(seen, { strongest: 0.25 })).toBeCloseTo(0.75 * 0.6 + 0.25 * 0.8)
    expect(value(seen, { strongest: 1 })).toBeCloseTo(0.8)
    expect(value(seen, {})).toBeCloseTo(0.6)
  })

  test('never counts an alarm for less when a model sees a thing more surely', () => {
    for (const strongest of [0, 0.25, 0.5, 1])
      for (const standing of [0.6, 1]) {
        const values = [0.1, 0.2, 0.4, 0.6, 0.8, 0.9].map((score) =>
          value([detection({ moved: false }), detection({ model: 'other', score })], { strongest, standing }),
        )
        expect(values).toEqual(values.toSorted((a, b) => a - b))
      }
  })
})

describe('models without measurements', () => {
  const FAST = ['fastestdet', 'nanodet-m-416', 'yolox-nano']
  const person = (model: string, score: number) => detection({ model, score })
  const valueOf = (detections: Detection[], ids: string[]) =>
    gatherEvidence(detections, ids.map(named), 1, loadParameters(ids).parameters).value

  test('never lower the evidence of a measured set that they join', () => {
    const seen = FAST.map((id) => person(id, 0.5))
    const dog = detection({ model: 'own', class: 'animal', score: 0.9, counted: false })
    expect(valueOf(seen, FAST)).toBeCloseTo(0.5)
    expect(valueOf(seen, [...FAST, 'own'])).toBeCloseTo(0.5)
    expect(valueOf([...seen, dog], [...FAST, 'own'])).toBeCloseTo(0.5)
    expect(valueOf([...seen, person('own', 0.9)], [...FAST, 'own'])).toBeCloseTo(0.6)
  })

  test('are evaluated separately if none of them is measured', () => {
    expect(valueOf([person('own', 0.6)], ['own'])).toBeCloseTo(0.6)
    expect(valueOf([person('own', 0.6)], ['own', 'blind'])).toBeCloseTo(0.6)
  })

  test('use the parameters of the largest measured set among them, or of the set that passes the most', () => {
    const fast = loadParameters(FAST).parameters
    expect(fast.measured).toBeUndefined()
    expect(loadParameters(['own', ...FAST, 'centernet']).parameters).toEqual({ ...fast, measured: FAST })
    const { committees } = readParametersFile()
    const lowest = Object.values(committees).map(({ bias, slope, thresholds: [, , middle] }) => {
      return (Math.log(middle / (1 - middle)) - bias) / slope
    })
    const { bias, slope, thresholds, measured } = loadParameters(['own']).parameters
    expect(measured).toEqual([])
    expect((Math.log(thresholds[2] / (1 - thresholds[2])) - bias) / slope).toBeCloseTo(Math.min(...lowest))
  })
})

describe('sightings of models at different places', () => {
  const TWO = [...MODELS, named('other')]
  const at = (x: number, model: string, change: Partial<Detection> = {}): Detection =>
    detection({ box: { x, y: 0.4, width: 0.1, height: 0.3 }, model, ...change })

  test('count half for each other in a burst, and fully on a single picture', () => {
    const apart = [at(0.1, 'centernet'), at(0.8, 'other', { score: 0.6 })]
    expect(gatherEvidence(apart, TWO, 1, parameters).value).toBeCloseTo((0.8 + 0.6) / 2)
    expect(gatherEvidence(apart, TWO, 3, parameters).value).toBeCloseTo((0.8 * (0.8 + 0.6 / 2)) / 2)
    const beside = [at(0.1, 'centernet'), at(0.16, 'other', { score: 0.6 })]
    expect(gatherEvidence(beside, TWO, 3, parameters).value).toBeCloseTo((0.8 * (0.8 + 0.6 / 2)) / 2)
    const together = [at(0.1, 'centernet'), at(0.12, 'other', { score: 0.6 })]
    expect(gatherEvidence(together, TWO, 3, parameters).value).toBeCloseTo((0.8 * (0.8 + 0.6)) / 2)
  })

  test('do not replace the place with the strongest evidence by a place where only one model sees an object', () => {
    const seen = [at(0.1, 'centernet'), at(0.1, 'other', { score: 0.5 }), at(0.8, 'other', { score: 0.6 })]
    const { value, detection: shown } = gatherEvidence(seen, TWO, 3, parameters)
    expect(value).toBeCloseTo((0.8 * (0.8 + 0.5)) / 2)
    expect(shown).toMatchObject({ model: 'centernet', box: { x: 0.1 } })
  })

  test('are treated as one place if the boxes of both models overlap on any frame, whatever their classes', () => {
    const cycle = at(0.5, 'other', { class: 'cycle', frame: 1, score: 0.6 })
    const walker = [at(0.4, 'centernet'), at(0.5, 'centernet', { frame: 1, score: 0.7 })]
    const value = (0.8 * 0.8 + 0.2 * 0.7 + 0.8 * 0.6) / 2
    expect(gatherEvidence([...walker, cycle], TWO, 3, parameters).value).toBeCloseTo(value)
  })

  test('are treated as one place on different frames if the object may have moved that far', () => {
    const later = (x: number) => at(x, 'other', { class: 'vehicle', frame: 1, score: 0.6 })
    const value = (0.8 * (0.8 + 0.6)) / 2
    expect(gatherEvidence([at(0.1, 'centernet'), later(0.3)], TWO, 3, parameters).value).toBeCloseTo(value)
    expect(gatherEvidence([at(0.1, 'centernet'), later(0.9)], TWO, 3, parameters).value).toBeCloseTo(0.32)
    // Both models see an object on the same frame, but at different places. So these are two objects.
    const both = [at(0.1, 'centernet'), at(0.3, 'other', { class: 'vehicle', score: 0.6 })]
    expect(gatherEvidence(both, TWO, 3, parameters).value).toBeCloseTo(0.32)
  })

  test('use the other model’s strongest sighting of a similar object', () => {
    const flicker = at(0.8, 'other', { score: 0.6 })
    const steady = [0, 1].map((frame) => at(0.45, 'other', { frame, score: 0.58 }))
    const { value } = gatherEvidence([at(0.05, 'centernet'), flicker, ...steady], TWO, 3, parameters)
    expect(value).toBeCloseTo((0.8 * 0.8 + 0.58 / 2) / 2)
  })

  test('do not confirm each other if their classes differ', () => {
    const apart = [at(0.1, 'centernet'), at(0.8, 'other', { class: 'vehicle', score: 0.6 })]
    expect(gatherEvidence(apart, TWO, 1, parameters).value).toBeCloseTo(0.4)
  })

  test('give as detection the most certain model’s sighting at the place with the strongest evidence', () => {
    const seen = [
      at(0.1, 'centernet', { score: 0.9 }),
      at(0.6, 'centernet', { score: 0.6 }),
      at(0.6, 'other', { score: 0.7 }),
    ]
    expect(gatherEvidence(seen, TWO, 3, parameters).detection).toMatchObject({ model: 'other', score: 0.7 })
  })
})

describe('the support of a sighting on its frame', () => {
  const supportsOf = (detections: Detection[], models: EnsembleMember[], measured?: string[]) =>
    gatherSupport(detections, models, { ...(measured && { measured }) }).map(({ support }) => support)
  const [a, b] = [named('a'), named('b')]
  const by = (model: string, score: number, change: Partial<Detection> = {}) => detection({ model, score, ...change })

  test('is the mean of each model’s best score at its place, and the highest support comes first', () => {
    const away = by('b', 0.6, { box: { x: 0, y: 0, width: 0.1, height: 0.3 } })
    const seen = [away, by('a', 0.5), by('b', 0.2), by('b', 0.3), by('b', 0.9, { frame: 1, counted: false })]
    expect(supportsOf(seen, [a, b])).toEqual([0.4, 0.4, 0.4, 0.3].map((value) => expect.closeTo(value)))
    expect(supportsOf([by('a', 0.5), by('b', 0.5, { frame: 1 })], [a, b])).toEqual([0.25, 0.25])
  })

  test('ignores models that do not know the class, and is not lowered by a model without measurements', () => {
    const cars: EnsembleMember = { id: 'cars', sees: ['vehicle'] }
    expect(supportsOf([by('a', 0.5)], [a, cars])).toEqual([0.5])
    expect(supportsOf([by('a', 0.5)], [a, b], ['a'])).toEqual([0.5])
    expect(supportsOf([by('a', 0.5)], [a, b], [])).toEqual([0.5])
    expect(supportsOf([], [])).toEqual([])
  })
})
