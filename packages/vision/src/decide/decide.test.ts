import { describe, expect, test } from 'vitest'
import type { MediaProblem } from '../types.ts'
import { decide } from './decide.ts'
import type { Facts } from './decide.ts'
import { detection, MODELS, parameters } from './evidence.fixture.ts'
import { loadParameters, thresholdOf } from './parameters.ts'

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
  test('passes a person, with the frame and the score', () => {
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
  ] as const)('passes a %s (moved: %s) with the reason %s', (kind, moved, code) => {
    expect(codes({ detections: [detection({ class: kind, moved })], distinctFrames: 1 })[0]).toBe(code)
  })

  test('filters an alarm without detections', () => {
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

  test('reports how far the best sighting was below the threshold', () => {
    const { verdict, reasons } = decide(facts({ detections: [detection({ score: 0.2 })] }), parameters)
    expect(verdict).toBe('false')
    expect(reasons[0]).toMatchObject({ code: 'below-threshold', params: { threshold: 0.5 } })
  })

  test('reports a single picture, a change of the whole picture, and a scene without motion', () => {
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
    ['there is no picture', { frames: 0, distinctFrames: 0, models: [] }, 'no-pictures'],
    ['a picture is broken', { problems: [broken] }, 'decode-failed'],
    ['a picture is cut off', { problems: [{ ...broken, code: 'truncated' }] }, 'decode-failed'],
    ['no model answered', { models: [], modelError: 'out of memory' }, 'model-failed'],
    ['a model failed on some frame', { modelError: 'out of memory' }, 'model-failed'],
    ['time ran out', { deadline: { frames: 1, of: 3 } }, 'deadline'],
    ['the lens is covered', { scene: [{ code: 'scene-covered' }] }, 'scene-covered'],
    ['it is too dark to see', { scene: [{ code: 'scene-dark' }] }, 'scene-dark'],
  ] as const satisfies [string, Partial<Facts>, string][])(
    'is unverified when %s and nothing was detected, but true when a person was detected',
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

  test('filters although one file is not an image or a clip has too many frames', () => {
    const problems: MediaProblem[] = [
      { mediaId: 'a', code: 'not-an-image' },
      { mediaId: 'b', code: 'too-many-frames' },
    ]
    expect(decide(facts({ problems }), parameters).verdict).toBe('false')
  })

  test('has no score if no model ran', () => {
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

test('the committed parameters are valid', () => {
  const { parameters: committed, version } = loadParameters(['centernet'])
  expect(version).toMatch(/^[0-9a-f]{12}$/)
  expect(committed.thresholds).toEqual(committed.thresholds.toSorted((a, b) => b - a))
  expect(committed.slope).toBeGreaterThan(0)
  for (const sensitivity of [1, 2, 3, 4, 5] as const) {
    expect(thresholdOf(committed, sensitivity)).toBeGreaterThan(0)
    expect(thresholdOf(committed, sensitivity)).toBeLessThan(1)
  }
})
