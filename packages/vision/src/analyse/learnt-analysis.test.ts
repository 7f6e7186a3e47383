import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { loadParameters, thresholdOf } from '../decide/parameters.ts'
import type { Detector } from '../detect/detector.ts'
import { logit, roomAbove } from '../learn/adjustment.ts'
import type { AnalysisJob } from '../alarm-analysis.ts'
import { createAnalyser } from './analyser.ts'

const { parameters, version } = loadParameters(['scripted'])
const committee = { packs: [{ id: 'scripted', version: '1' }], parameters: version }

/** The score at which one detection on one picture exceeds the threshold of sensitivity 3 by these log-odds. */
const scoreAt = (odds: number): number =>
  (logit(thresholdOf(parameters, 3)) + odds - parameters.bias) / parameters.slope
const ROOM = roomAbove(parameters, 3)

/**
 * Creates a detector that reports a person, with the next of the given scores at each look and then always the last score. Counts looks.
 */
function seeing(...scores: number[]): Detector & { taken: number } {
  const detector = {
    id: 'scripted',
    version: '1',
    looks: 'parts' as const,
    sees: ['person' as const, 'vehicle' as const],
    taken: 0,
    prepare: async () => async () => {
      const score = scores[Math.min(detector.taken, scores.length - 1)] ?? 0
      detector.taken += 1
      const box = { x: 0.4, y: 0.4, width: 0.2, height: 0.4 }
      return { sightings: [{ class: 'person' as const, label: 'person', score, box }], inferenceMs: 1 }
    },
  }
  return detector
}

// Wide enough for looks at parts of the picture in addition to the whole.
const picture = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#777' } })
  .composite([{ input: { create: { width: 200, height: 300, channels: 3, background: '#aaa' } }, left: 500, top: 200 }])
  .jpeg()
  .toBuffer()

const job = (change: Partial<AnalysisJob> = {}): AnalysisJob => ({
  media: [{ id: 'm', bytes: picture }],
  view: { masks: [], wantedClasses: ['person'], sensitivity: 3 },
  memory: null,
  now: new Date('2026-05-01T12:00:00Z'),
  ...change,
})

const adjustment = (shift: number) => ({ id: 'a1', scope: 'camera' as const, shift, committee })

async function analyse(detector: Detector, change: Partial<AnalysisJob> = {}) {
  const { analysis } = await createAnalyser({ detectors: [detector] }).analyse(job(change), { softTimeoutMs: 60_000 })
  return analysis
}

describe('an adjustment', () => {
  test('filters an alarm below the raised threshold, and the reasons mention the usual threshold', async () => {
    const faint = scoreAt(ROOM * 0.2)
    expect((await analyse(seeing(faint))).verdict).toBe('true')
    const analysis = await analyse(seeing(faint), { adjustments: [adjustment(ROOM * 0.5)] })
    expect(analysis.verdict).toBe('false')
    expect(analysis.reasons[0]).toMatchObject({
      code: 'below-learnt-threshold',
      params: { usual: expect.closeTo(thresholdOf(parameters, 3), 2) },
    })
    expect(analysis.model).toEqual({ ...committee, adjustment: { id: 'a1', scope: 'camera', shift: ROOM * 0.5 } })
  })

  test('of any size does not hide a person whom the strictest sensitivity would pass', async () => {
    const analysis = await analyse(seeing(scoreAt(ROOM + 0.01)), { adjustments: [adjustment(1_000)] })
    expect(analysis.verdict).toBe('true')
    expect(analysis.reasons[0]).toMatchObject({ code: 'person-detected' })
  })

  test.each([
    ['parameters', { ...committee, parameters: 'other' }],
    ['version of a model', { ...committee, packs: [{ id: 'scripted', version: '0' }] }],
  ])('is not applied if it was learnt with another %s', async (_what, other) => {
    const stale = { ...adjustment(ROOM), committee: other }
    const analysis = await analyse(seeing(scoreAt(ROOM * 0.2)), { adjustments: [stale] })
    expect(analysis.verdict).toBe('true')
    expect(analysis.model).toEqual(committee)
  })
})

test('the adjustment of the camera is preferred to that of the company, unless it was learnt with other parameters', async () => {
  const faint = scoreAt(ROOM * 0.2)
  const company = { ...adjustment(ROOM * 0.5), id: 'a2', scope: 'company' as const }
  const own = adjustment(ROOM * 0.1)
  expect((await analyse(seeing(faint), { adjustments: [own, company] })).model.adjustment?.id).toBe('a1')
  const stale = { ...own, committee: { ...committee, parameters: 'other' } }
  const analysis = await analyse(seeing(faint), { adjustments: [stale, company] })
  expect(analysis).toMatchObject({ verdict: 'false', model: { adjustment: { id: 'a2' } } })
})

describe('stored evidence for learning', () => {
  test('covers looks beyond the first certain one, while the reason keeps the score of the first certain look', async () => {
    const detector = seeing(scoreAt(ROOM * 0.2), scoreAt(ROOM * 0.6))
    const analysis = await analyse(detector)
    expect(detector.taken).toBeGreaterThan(1)
    expect(analysis.evidence).toEqual({ value: expect.closeTo(scoreAt(ROOM * 0.6)), isWhole: true })
    expect(analysis.reasons[0]).toMatchObject({ params: { score: expect.closeTo(scoreAt(ROOM * 0.2), 2) } })
  })

  test('needs no further looks when no threshold would change the verdict', async () => {
    const detector = seeing(scoreAt(ROOM * 1.1))
    expect((await analyse(detector)).evidence).toEqual({ value: expect.closeTo(scoreAt(ROOM * 1.1)), isWhole: true })
    expect(detector.taken).toBe(1)
  })

  test('is incomplete if pictures were unreadable', async () => {
    const media = [
      { id: 'm', bytes: picture },
      { id: 'n', bytes: picture.subarray(0, 300) },
    ]
    const analysis = await analyse(seeing(scoreAt(-1)), { media })
    expect(analysis).toMatchObject({ verdict: 'unverified', evidence: { isWhole: false } })
  })

  test('is missing if no model could run', async () => {
    const { analysis } = await createAnalyser({ detectors: [] }).analyse(job(), { softTimeoutMs: 60_000 })
    expect(analysis.evidence).toBeNull()
  })
})
