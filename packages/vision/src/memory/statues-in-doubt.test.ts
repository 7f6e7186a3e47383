import { renderScene, type SceneFrame, type SceneOptions } from '@winnow/testkit'
import { describe, expect, test } from 'vitest'
import { createAnalyser } from '../analyse/analyser.ts'
import type { Detector, Sighting } from '../detect/detector.ts'
import type { AnalysisJob } from '../alarm-analysis.ts'
import type { Box, Detection, ObjectClass } from '../types.ts'
import { withStatuesInDoubt } from './statues-in-doubt.ts'

/** Drawing a scene takes a tenth of a second, and longer on a busy processor. */
const SLOW = 60_000
const SMALL = { width: 480, height: 270 }
const SURE = 0.9
/** As faint as the faintest thing that detectors report. */
const FAINT = 0.12

const statue: Detection = {
  class: 'person',
  label: 'person',
  score: SURE,
  box: { x: 0.1, y: 0.4, width: 0.1, height: 0.3 },
  frame: 0,
  moved: false,
  masked: false,
  static: true,
  counted: false,
  model: 'one',
}
const walker: Detection = {
  ...statue,
  score: FAINT,
  box: { x: 0.7, y: 0.5, width: 0.02, height: 0.06 },
  moved: true,
  static: false,
  counted: true,
}

describe('a person whom the memory takes for a statue', () => {
  const models = ['one', 'two'].map((id) => ({ id, sees: ['person', 'vehicle'] as const }))
  const judged = (detections: Detection[], wanted: ObjectClass[] = ['person', 'vehicle']) =>
    withStatuesInDoubt(detections, models, {
      view: { wantedClasses: wanted },
      parameters: {},
    })

  test('counts in an alarm in which something else moves that is seen faintly', () => {
    for (const kind of ['person', 'vehicle'] as const) {
      const other = { ...walker, class: kind }
      expect(judged([statue, other])).toEqual([{ ...statue, static: false, counted: true }, other])
    }
  })

  test.each<[string, Partial<Detection>]>([
    ['is too faint', { score: 0.09 }],
    ['stands still itself', { moved: false }],
    ['is masked', { masked: true, counted: false }],
    ['is the statue once more', { box: { ...statue.box, height: 0.2 } }],
  ])('does not count if what else is seen %s', (_, change) => {
    const detections = [statue, { ...walker, ...change }]
    expect(judged(detections)).toBe(detections)
  })

  test('does not count if it is masked, or if the camera is not asked for persons', () => {
    const masked = [{ ...statue, masked: true }, walker]
    expect(judged(masked)).toBe(masked)
    const vehicles = [statue, { ...walker, class: 'vehicle' as const }]
    expect(judged(vehicles, ['vehicle'])).toBe(vehicles)
  })
})

/** A detector that reports the same of each picture. */
const saying = (sightings: Sighting[]): Detector => ({
  id: 'centernet',
  version: '1',
  looks: 'whole',
  sees: ['person', 'vehicle', 'cycle', 'animal'],
  prepare: () => Promise.resolve(() => Promise.resolve({ sightings, inferenceMs: 0 })),
})
const person = (score: number, box: Box): Sighting => ({ class: 'person', label: 'person', score, box })
const draw = (take: number, change: Partial<SceneOptions> = {}): Promise<SceneFrame[]> =>
  renderScene({ kind: 'statue', seed: 5, camera: 'memory 5', sky: 'memory', frames: 2, ...SMALL, take, ...change })

test(
  'an alarm that is true because of a statue alone stays true while somebody walks by who is hardly seen',
  { timeout: SLOW },
  async () => {
    const judge = async (
      frames: SceneFrame[],
      minutes: number,
      sightings: Sighting[],
      memory: AnalysisJob['memory'],
    ) => {
      const { analysis } = await createAnalyser({ detectors: [saying(sightings)] }).analyse(
        {
          media: frames.map(({ jpeg, at }, index) => ({
            id: `${index}`,
            bytes: new Uint8Array(jpeg),
            takenOffsetMs: at,
          })),
          view: { masks: [], wantedClasses: ['person', 'vehicle', 'cycle'], sensitivity: 3 },
          memory,
          now: new Date(Date.parse('2026-05-01T08:00:00Z') + minutes * 60_000),
        },
        { softTimeoutMs: SLOW },
      )
      return analysis
    }
    // A part of the scene that is taken for a person.
    const box = { x: 0.4, y: 0.3, width: 0.15, height: 0.5 }
    const empty = await draw(0)
    let memory: AnalysisJob['memory'] = null
    for (const minutes of [0, 30, 60]) {
      const analysis = await judge(empty, minutes, [person(SURE, box)], memory)
      expect(analysis.verdict).toBe('true')
      memory = analysis.memory
    }
    const frames = await draw(1, { alongside: 'person-walking' })
    const passer = frames[0]!.objects.find((object) => object.class === 'person')!.box
    const both = [person(SURE, box), person(FAINT, passer)]
    // Nobody else: it is the statue that was there before.
    const alone = await judge(empty, 90, [person(SURE, box)], memory)
    expect([alone.verdict, alone.reasons[0]?.code]).toEqual(['false', 'only-static'])
    expect(await judge(frames, 90, both, memory)).toMatchObject({ verdict: 'true' })
    // The passer-by alone is too faint, with and without a memory.
    expect((await judge(frames, 90, [person(FAINT, passer)], null)).verdict).toBe('false')
  },
)
