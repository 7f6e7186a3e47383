import { describe, expect, test } from 'vitest'
import type { Detection, MediaProblem } from '../types.ts'
import { decide } from './decide.ts'
import type { Facts } from './decide.ts'
import { gatherEvidence, gatherSupport, type Looker } from './evidence.ts'
import { loadParameters, readParametersFile, thresholdOf } from './parameters.ts'
import type { Parameters } from './parameters.ts'

const parameters: Parameters = {
  agreement: 0.2,
  animalWeight: 0.5,
  animalRatio: 0.5,
  stillness: 0.95,
  textureStillness: 0.975,
  elsewhere: 0.5,
  clutter: 12,
  closerFrom: 0.16,
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

describe('a model that sees a swarm that no other sees', () => {
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

  test('is believed less the more it sees beyond that', () => {
    expect(valueOf(flakes(12))).toBe(believed)
    expect(valueOf(flakes(24))).toBeCloseTo(believed / 2)
    expect(valueOf(flakes(48))).toBeCloseTo(believed / 4)
    expect(valueOf(flakes(48, { moved: null }))).toBeCloseTo(believed / 4)
    expect(valueOf([...flakes(24), ...moved(flakes(48), 0, 0.5)])).toBeCloseTo(believed / 4)
  })

  test('but not where one of the others sees as many, where there is no other, or none that could name them', () => {
    const three = [...TWO, named('third')]
    expect(valueOf([...flakes(48), ...flakes(40, { model: 'other' })], three)).toBe(valueOf([], three))
    expect(valueOf(flakes(48), MODELS)).toBeCloseTo(0.8)
    const cars: Looker = { id: 'cars', sees: ['vehicle'] }
    expect(valueOf(flakes(48), [...MODELS, cars])).toBeCloseTo(0.8)
    expect(valueOf(flakes(48, { class: 'vehicle' }), [...MODELS, cars])).toBeCloseTo(0.2)
    const mixed = flakes(48).map((one, index): Detection => (index % 2 ? one : { ...one, class: 'vehicle' }))
    expect(valueOf(mixed, [...MODELS, cars])).toBeCloseTo(0.8)
  })

  test('but not on a single picture, which does not tell a swarm from a crowd', () => {
    expect(valueOf(flakes(48), TWO, 1)).toBe(valueOf([], TWO, 1))
  })

  test('but not for things that stand still, belong to the scene, are faint, or are of no kind that matters', () => {
    expect(valueOf(flakes(48, { moved: false }))).toBe(believed)
    expect(valueOf(flakes(48, { static: true, moved: null }))).toBe(believed)
    expect(valueOf(flakes(48, { score: 0.29 }))).toBe(believed)
    expect(valueOf(flakes(48, { score: 0.3 }))).toBeLessThan(believed)
    const all = TWO.map(({ id, sees }): Looker => ({ id, sees: [...sees, 'other'] }))
    expect(valueOf(flakes(48, { class: 'other' }), all)).toBe(believed)
  })

  test('but not for a crowd: its people are about where they were on the frame before, however faint there', () => {
    const crowd = flakes(48)
    const then = (x: number, y: number, times?: number, change: Partial<Detection> = {}) =>
      valueOf([...crowd, ...moved(crowd, x, y, times).map((one) => ({ ...one, ...change }))])
    expect(then(0, 0)).toBe(believed)
    expect(then(0, 0, 1, { score: 0.1, moved: false })).toBe(believed)
    // 1.4 of their own sizes, as somebody who walks.
    expect(then(0, 0.0198)).toBe(believed)
    expect(then(0, 0.03)).toBeLessThan(believed / 3)
    expect(then(0, 0, 1.5)).toBe(believed)
    expect(then(0, 0, 2.5)).toBeLessThan(believed / 3)
  })

  test('and the others are believed as before', () => {
    const other = person.map((one) => ({ ...one, model: 'other' }))
    expect(valueOf([...other, ...flakes(48)])).toBeCloseTo((0.8 + 0.2) / 2)
  })
})

describe('what models see at different places', () => {
  const TWO = [...MODELS, named('other')]
  const at = (x: number, model: string, change: Partial<Detection> = {}): Detection =>
    detection({ box: { x, y: 0.4, width: 0.1, height: 0.3 }, model, ...change })

  test('bears each other out by half in a burst, and in full on a single picture', () => {
    const apart = [at(0.1, 'centernet'), at(0.8, 'other', { score: 0.6 })]
    expect(gatherEvidence(apart, TWO, 1, parameters).value).toBeCloseTo((0.8 + 0.6) / 2)
    expect(gatherEvidence(apart, TWO, 3, parameters).value).toBeCloseTo((0.8 * (0.8 + 0.6 / 2)) / 2)
    const beside = [at(0.1, 'centernet'), at(0.16, 'other', { score: 0.6 })]
    expect(gatherEvidence(beside, TWO, 3, parameters).value).toBeCloseTo((0.8 * (0.8 + 0.6 / 2)) / 2)
    const together = [at(0.1, 'centernet'), at(0.12, 'other', { score: 0.6 })]
    expect(gatherEvidence(together, TWO, 3, parameters).value).toBeCloseTo((0.8 * (0.8 + 0.6)) / 2)
  })

  test('makes no more of a faint thing elsewhere than of what is seen there', () => {
    const seen = [at(0.1, 'centernet'), at(0.1, 'other', { score: 0.5 }), at(0.8, 'other', { score: 0.6 })]
    const { value, detection: shown } = gatherEvidence(seen, TWO, 3, parameters)
    expect(value).toBeCloseTo((0.8 * (0.8 + 0.5)) / 2)
    expect(shown).toMatchObject({ model: 'centernet', box: { x: 0.1 } })
  })

  test('is one place on any frame that both see the thing on, whatever they call it', () => {
    const cycle = at(0.5, 'other', { class: 'cycle', frame: 1, score: 0.6 })
    const walker = [at(0.4, 'centernet'), at(0.5, 'centernet', { frame: 1, score: 0.7 })]
    const value = (0.8 * 0.8 + 0.2 * 0.7 + 0.8 * 0.6) / 2
    expect(gatherEvidence([...walker, cycle], TWO, 3, parameters).value).toBeCloseTo(value)
  })

  test('is one place when they see the thing on different frames, as far as it may have gone', () => {
    const later = (x: number) => at(x, 'other', { class: 'vehicle', frame: 1, score: 0.6 })
    const value = (0.8 * (0.8 + 0.6)) / 2
    expect(gatherEvidence([at(0.1, 'centernet'), later(0.3)], TWO, 3, parameters).value).toBeCloseTo(value)
    expect(gatherEvidence([at(0.1, 'centernet'), later(0.9)], TWO, 3, parameters).value).toBeCloseTo(0.32)
    // On the frame that both see it on it is elsewhere, so it is another one.
    const both = [at(0.1, 'centernet'), at(0.3, 'other', { class: 'vehicle', score: 0.6 })]
    expect(gatherEvidence(both, TWO, 3, parameters).value).toBeCloseTo(0.32)
  })

  test('is the strongest that the other makes of anything like it', () => {
    const flicker = at(0.8, 'other', { score: 0.6 })
    const steady = [0, 1].map((frame) => at(0.45, 'other', { frame, score: 0.58 }))
    const { value } = gatherEvidence([at(0.05, 'centernet'), flicker, ...steady], TWO, 3, parameters)
    expect(value).toBeCloseTo((0.8 * 0.8 + 0.58 / 2) / 2)
  })

  test('counts only for its like', () => {
    const apart = [at(0.1, 'centernet'), at(0.8, 'other', { class: 'vehicle', score: 0.6 })]
    expect(gatherEvidence(apart, TWO, 1, parameters).value).toBeCloseTo(0.4)
  })

  test('is shown where the case is strongest, by the surest', () => {
    const seen = [
      at(0.1, 'centernet', { score: 0.9 }),
      at(0.6, 'centernet', { score: 0.6 }),
      at(0.6, 'other', { score: 0.7 }),
    ]
    expect(gatherEvidence(seen, TWO, 3, parameters).detection).toMatchObject({ model: 'other', score: 0.7 })
  })
})

describe('what supports a thing on its frame', () => {
  const supportsOf = (detections: Detection[], models: Looker[], measured?: string[]) =>
    gatherSupport(detections, models, { ...(measured && { measured }) }).map(({ support }) => support)
  const [a, b] = [named('a'), named('b')]
  const by = (model: string, score: number, change: Partial<Detection> = {}) => detection({ model, score, ...change })

  test('is the mean of the best that each sees at its place, most first', () => {
    const away = by('b', 0.6, { box: { x: 0, y: 0, width: 0.1, height: 0.3 } })
    const seen = [away, by('a', 0.5), by('b', 0.2), by('b', 0.3), by('b', 0.9, { frame: 1, counted: false })]
    expect(supportsOf(seen, [a, b])).toEqual([0.4, 0.4, 0.4, 0.3].map((value) => expect.closeTo(value)))
    expect(supportsOf([by('a', 0.5), by('b', 0.5, { frame: 1 })], [a, b])).toEqual([0.25, 0.25])
  })

  test('asks only models that could have named it, and lets one that nobody measured take nothing', () => {
    const cars: Looker = { id: 'cars', sees: ['vehicle'] }
    expect(supportsOf([by('a', 0.5)], [a, cars])).toEqual([0.5])
    expect(supportsOf([by('a', 0.5)], [a, b], ['a'])).toEqual([0.5])
    expect(supportsOf([by('a', 0.5)], [a, b], [])).toEqual([0.5])
    expect(supportsOf([], [])).toEqual([])
  })
})
