import { describe, expect, test } from 'vitest'
import type { Detection, MediaProblem } from '../types.ts'
import { decide } from './decide.ts'
import type { Facts } from './decide.ts'
import { gatherEvidence, type Looker } from './evidence.ts'
import { loadParameters, readParametersFile, thresholdOf } from './parameters.ts'
import type { Parameters } from './parameters.ts'

const parameters: Parameters = {
  agreement: 0.2,
  animalWeight: 0.5,
  animalRatio: 0.5,
  stillness: 0.95,
  textureStillness: 0.975,
  clutter: 12,
  bias: -5,
  slope: 12,
  thresholds: [0.9, 0.7, 0.5, 0.3, 0.1],
}

/** A model that can name all that matters. */
const named = (id: string): Looker => ({ id, sees: ['person', 'vehicle', 'cycle', 'animal', 'bag'] })
const MODELS = [named('centernet')]

function detection(change: Partial<Detection> = {}): Detection {
  return {
    frame: 0,
    class: 'person',
    label: 'person',
    score: 0.8,
    box: { x: 0.4, y: 0.4, width: 0.1, height: 0.3 },
    moved: true,
    masked: false,
    static: false,
    counted: true,
    model: 'centernet',
    ...change,
  }
}

function facts(change: Partial<Facts> = {}): Facts {
  return {
    detections: [],
    problems: [],
    view: { masks: [], wantedClasses: ['person', 'vehicle', 'cycle'], sensitivity: 3 },
    frames: 3,
    distinctFrames: 3,
    framesToSee: change.distinctFrames ?? 3,
    nothingMoved: false,
    globalChange: null,
    models: MODELS,
    modelError: null,
    deadline: null,
    scene: [],
    ...change,
  }
}

function codes(change: Partial<Facts>): string[] {
  return decide(facts(change), parameters).reasons.map((reason) => reason.code)
}

describe('decide', () => {
  test('passes a person, naming the frame and the score', () => {
    const decision = decide(facts({ detections: [detection({ frame: 1 }), detection({ score: 0.3 })] }), parameters)
    expect(decision.verdict).toBe('true')
    expect(decision.reasons[0]).toEqual({ code: 'person-detected', params: { frame: 1, score: 0.8 } })
  })

  test.each([
    ['vehicle', true, 'vehicle-moved'],
    ['vehicle', null, 'vehicle-present'],
    ['vehicle', false, 'vehicle-moved'],
    ['cycle', true, 'cycle-moved'],
    ['cycle', null, 'cycle-present'],
    ['bag', true, 'object-detected'],
  ] as const)('gives a %s (moved: %s) the reason %s', (kind, moved, code) => {
    expect(codes({ detections: [detection({ class: kind, moved })], distinctFrames: 1 })[0]).toBe(code)
  })

  test('filters an alarm in which nothing was seen', () => {
    expect(decide(facts(), parameters)).toMatchObject({ verdict: 'false', reasons: [{ code: 'nothing-detected' }] })
  })

  test.each([
    ['only-masked', { masked: true, counted: false }],
    ['only-static', { class: 'vehicle', static: true, moved: false, counted: false }],
    ['animal-only', { class: 'animal', counted: false }],
    ['not-wanted', { class: 'bag', counted: false }],
  ] as const)('filters with the reason %s', (code, change) => {
    const decision = decide(facts({ detections: [detection(change)] }), parameters)
    expect(decision.verdict).toBe('false')
    expect(decision.reasons.map((reason) => reason.code)).toEqual([code])
  })

  test('says how far the best sighting stayed below the threshold', () => {
    const { verdict, reasons } = decide(facts({ detections: [detection({ score: 0.2 })] }), parameters)
    expect(verdict).toBe('false')
    expect(reasons[0]).toMatchObject({ code: 'below-threshold', params: { threshold: 0.5 } })
  })

  test('tells of single pictures, of light changes and of a scene without movement', () => {
    expect(codes({ frames: 1, distinctFrames: 1 })).toEqual(['nothing-detected', 'single-frame'])
    expect(decide(facts({ globalChange: 0.8123 }), parameters).reasons[1]).toEqual({
      code: 'global-change',
      params: { share: 0.812 },
    })
    expect(codes({ nothingMoved: true })).toEqual(['nothing-moved'])
  })

  const broken: MediaProblem = { mediaId: 'm', code: 'broken' }
  test.each([
    ['pictures were left out', { problems: [{ mediaId: 'a', code: 'too-many-files' }] }, 'too-many-pictures'],
    ['no picture came', { frames: 0, distinctFrames: 0, models: [] }, 'no-pictures'],
    ['a picture is broken', { problems: [broken] }, 'decode-failed'],
    ['a picture is cut off', { problems: [{ ...broken, code: 'truncated' }] }, 'decode-failed'],
    ['no model answered', { models: [], modelError: 'out of memory' }, 'model-failed'],
    ['a model failed on some frame', { modelError: 'out of memory' }, 'model-failed'],
    ['time ran out', { deadline: { frames: 1, of: 3 } }, 'deadline'],
    ['the lens is covered', { scene: [{ code: 'scene-covered' }] }, 'scene-covered'],
    ['it is too dark to see', { scene: [{ code: 'scene-dark' }] }, 'scene-dark'],
  ] as const satisfies [string, Partial<Facts>, string][])(
    'leaves it open when %s and nothing was seen, but not when someone was',
    (_, change, code) => {
      expect(decide(facts(change), parameters)).toMatchObject({
        verdict: 'unverified',
        reasons: [
          { code },
          ...codes(change)
            .slice(1)
            .map((other) => ({ code: other })),
        ],
      })
      const seen = decide(facts({ ...change, models: MODELS, detections: [detection()] }), parameters)
      expect(seen.verdict).toBe('true')
      expect(seen.reasons.map((reason) => reason.code)).toEqual(expect.arrayContaining(['person-detected', code]))
    },
  )

  test('is not thrown off by a text among the pictures or by more pictures of a clip than are looked at', () => {
    const problems: MediaProblem[] = [
      { mediaId: 'a', code: 'not-an-image' },
      { mediaId: 'b', code: 'too-many-frames' },
    ]
    expect(decide(facts({ problems }), parameters).verdict).toBe('false')
  })

  test('has no score when no model looked', () => {
    expect(decide(facts({ models: [] }), parameters).score).toBeNull()
  })

  test('passes more with each step of sensitivity', () => {
    const verdicts = ([1, 2, 3, 4, 5] as const).map(
      (sensitivity) =>
        decide(
          facts({
            detections: [detection({ score: 0.45 })],
            distinctFrames: 1,
            view: { ...facts().view, sensitivity },
          }),
          parameters,
        ).verdict,
    )
    expect(verdicts).toEqual(['false', 'false', 'true', 'true', 'true'])
  })
})

function on(frame: number, score: number, x = 0.4): Detection {
  return detection({ frame, score, box: { x, y: 0.4, width: 0.1, height: 0.3 } })
}

describe('gatherEvidence', () => {
  test('takes a thing on one picture as it is', () => {
    expect(gatherEvidence([on(0, 0.5)], MODELS, 1, parameters).value).toBeCloseTo(0.5)
  })

  test('weighs a thing that several frames show more than a flicker on one', () => {
    const steady = gatherEvidence([on(0, 0.5), on(1, 0.5, 0.45)], MODELS, 3, parameters).value
    const flicker = gatherEvidence([on(0, 0.5)], MODELS, 3, parameters).value
    expect(steady).toBeCloseTo(0.5)
    expect(flicker).toBeCloseTo(0.4)
  })

  test('does not take two things far apart for one', () => {
    expect(gatherEvidence([on(0, 0.5, 0.05), on(1, 0.5, 0.9)], MODELS, 3, parameters).value).toBeCloseTo(0.4)
  })

  test('counts less what an animal fits better', () => {
    const dog = detection({ class: 'animal', score: 0.6, counted: false })
    expect(gatherEvidence([on(0, 0.5), dog], MODELS, 1, parameters).value).toBeCloseTo(0.25)
    const faint = { ...dog, score: 0.3 }
    expect(gatherEvidence([on(0, 0.7), faint], MODELS, 1, parameters).value).toBeCloseTo(0.7)
    // A dog beside its master overlaps, but is not the same thing.
    const beside = { ...dog, box: { ...dog.box, y: 0.6, height: 0.1 } }
    expect(gatherEvidence([on(0, 0.7), beside], MODELS, 1, parameters).value).toBeCloseTo(0.7)
    expect(
      gatherEvidence([on(0, 0.5), { ...dog, box: { x: 0, y: 0, width: 0.1, height: 0.1 } }], MODELS, 1, parameters)
        .value,
    ).toBeCloseTo(0.5)
  })

  test('lets all models count alike, also one that saw nothing and one that only saw the animal', () => {
    const two = [...MODELS, named('other')]
    expect(gatherEvidence([on(0, 0.8)], two, 1, parameters).value).toBeCloseTo(0.4)
    const seenTwice = [on(0, 0.8), { ...on(0, 0.6), model: 'other' }]
    expect(gatherEvidence(seenTwice, two, 1, parameters).value).toBeCloseTo(0.7)
    const dog = detection({ class: 'animal', score: 0.6, counted: false, model: 'other' })
    expect(gatherEvidence([on(0, 0.8), dog], two, 1, parameters).value).toBeCloseTo(0.4)
    expect(gatherEvidence([on(0, 0.8)], [], 1, parameters)).toEqual({ value: 0, detection: null })
  })

  test('asks a model only about what it can name', () => {
    const cars: Looker = { id: 'cars', sees: ['vehicle'] }
    expect(gatherEvidence([on(0, 0.8)], [...MODELS, cars], 1, parameters).value).toBeCloseTo(0.8)
    const car = (model: string) => detection({ class: 'vehicle', score: 0.6, model })
    expect(gatherEvidence([car('centernet')], [...MODELS, cars], 1, parameters).value).toBeCloseTo(0.3)
    expect(gatherEvidence([car('centernet'), car('cars')], [...MODELS, cars], 1, parameters).value).toBeCloseTo(0.6)
  })

  test('believes all models together when one takes a crouching person for a dog', () => {
    const two = [...MODELS, named('other')]
    const person = [on(0, 0.8), { ...on(0, 0.7), model: 'other' }]
    const dog = detection({ class: 'animal', score: 0.6, counted: false, model: 'other' })
    expect(gatherEvidence([...person, dog], two, 1, parameters).value).toBeCloseTo(0.75)
    const both = [dog, { ...dog, model: 'centernet' }]
    expect(gatherEvidence([...person, ...both], two, 1, parameters).value).toBeCloseTo(0.375)
  })

  test('takes a person who stands still for a person', () => {
    const still = gatherEvidence([detection({ score: 0.5, moved: false })], MODELS, 1, parameters).value
    expect(still).toBeCloseTo(gatherEvidence([detection({ score: 0.5 })], MODELS, 1, parameters).value)
  })

  test('ignores what is not counted', () => {
    expect(gatherEvidence([detection({ counted: false })], MODELS, 1, parameters)).toEqual({
      value: 0,
      detection: null,
    })
  })
})

test('the committed parameters are in order', () => {
  const { parameters: committed, version } = loadParameters(['centernet'])
  expect(version).toMatch(/^[0-9a-f]{12}$/)
  expect(committed.thresholds).toEqual(committed.thresholds.toSorted((a, b) => b - a))
  expect(committed.slope).toBeGreaterThan(0)
  for (const sensitivity of [1, 2, 3, 4, 5] as const) {
    expect(thresholdOf(committed, sensitivity)).toBeGreaterThan(0)
    expect(thresholdOf(committed, sensitivity)).toBeLessThan(1)
  }
})

describe('models that nobody measured', () => {
  const FAST = ['fastestdet', 'nanodet-m-416', 'yolox-nano']
  const person = (model: string, score: number) => detection({ model, score })
  const valueOf = (detections: Detection[], ids: string[]) =>
    gatherEvidence(detections, ids.map(named), 1, loadParameters(ids).parameters).value

  test('take nothing from a measured set that they join, whatever they see or do not', () => {
    const seen = FAST.map((id) => person(id, 0.5))
    const dog = detection({ model: 'own', class: 'animal', score: 0.9, counted: false })
    expect(valueOf(seen, FAST)).toBeCloseTo(0.5)
    expect(valueOf(seen, [...FAST, 'own'])).toBeCloseTo(0.5)
    expect(valueOf([...seen, dog], [...FAST, 'own'])).toBeCloseTo(0.5)
    expect(valueOf([...seen, person('own', 0.9)], [...FAST, 'own'])).toBeCloseTo(0.6)
  })

  test('are each believed where none is measured', () => {
    expect(valueOf([person('own', 0.6)], ['own'])).toBeCloseTo(0.6)
    expect(valueOf([person('own', 0.6)], ['own', 'blind'])).toBeCloseTo(0.6)
  })

  test('get what was fitted for the largest measured set among them, or for the one that passes the most', () => {
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

describe('a model that sees dozens of things move', () => {
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
  const valueOf = (detections: Detection[], models = MODELS): number =>
    gatherEvidence(detections, models, 1, parameters).value

  test('is believed less the more it sees', () => {
    const alone = valueOf([detection()])
    expect(valueOf([detection(), ...flakes(11)])).toBe(alone)
    expect(valueOf([detection(), ...flakes(47)])).toBeCloseTo(alone / 2)
  })

  test('but not for things that stand still, that are faint, or that are spread over frames', () => {
    const alone = valueOf([detection()])
    expect(valueOf([detection(), ...flakes(47, { moved: false })])).toBe(alone)
    expect(valueOf([detection(), ...flakes(47, { score: 0.2 })])).toBe(alone)
    expect(valueOf([detection(), ...flakes(47).map((flake, index) => ({ ...flake, frame: index % 6 }))])).toBe(alone)
  })

  test('and the others are believed as before', () => {
    const other = detection({ model: 'other' })
    const both = valueOf([detection(), other, ...flakes(47)], [...MODELS, named('other')])
    expect(both).toBeCloseTo((0.8 + 0.4) / 2)
  })
})
