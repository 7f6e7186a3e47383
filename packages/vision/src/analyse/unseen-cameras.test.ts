// What went wrong at cameras that nobody had looked at, drawn: each mended case with the committed parameters of each set of detectors.
import { renderRuleScene, renderScene, type SceneFrame, type SceneOptions } from '@winnow/testkit'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { AlarmAnalysis, AnalysisJob } from '../alarm-analysis.ts'
import { loadParameters } from '../decide/parameters.ts'
import { evidenceFor } from '../decide/probability-curve.ts'
import type { Detector, Sighting } from '../detect/detector.ts'
import { PACK_SETS } from '../packs/catalogue.ts'
import type { Box } from '../types.ts'
import { createAnalyser } from './analyser.ts'

/** Drawing a scene takes a tenth of a second, and longer on a busy processor. */
const SLOW = 60_000
const SMALL = { width: 320, height: 180 }
/** Smaller pictures have so much noise in each pixel that a shaken one is not told from a changed one. */
const LARGER = { width: 480, height: 270 }
const SETS: readonly [string, readonly string[]][] = [
  ['built in', ['centernet']],
  ['recommended', PACK_SETS['recommended'] ?? []],
  ['accurate', PACK_SETS['accurate'] ?? []],
]

const as = (kind: 'person' | 'vehicle' | 'animal', score: number, box: Box): Sighting => ({
  class: kind,
  label: kind,
  score,
  box,
})

/** Detectors with these names that all report the same of each picture. */
const saying = (ids: readonly string[], sightings: Sighting[]): Detector[] =>
  ids.map((id) => ({
    id,
    version: '1',
    looks: 'whole',
    sees: ['person', 'vehicle', 'cycle', 'animal'],
    prepare: () => Promise.resolve(() => Promise.resolve({ sightings, inferenceMs: 0 })),
  }))

/** The evidence from which an alarm of these detectors is true at sensitivity 3. */
function needed(ids: readonly string[]): number {
  const { parameters } = loadParameters(ids)
  return evidenceFor(parameters.thresholds[2], parameters)
}

async function judge(
  ids: readonly string[],
  pictures: readonly Uint8Array[],
  sightings: Sighting[],
  memory: AnalysisJob['memory'] = null,
): Promise<AlarmAnalysis> {
  const { analysis } = await createAnalyser({ detectors: saying(ids, sightings) }).analyse(
    {
      media: pictures.map((bytes, index) => ({ id: `${index}`, bytes, takenOffsetMs: index * 1000 })),
      view: { masks: [], wantedClasses: ['person', 'vehicle', 'cycle'], sensitivity: 3 },
      memory,
      now: new Date('2026-05-01T22:00:00Z'),
    },
    { softTimeoutMs: SLOW },
  )
  return analysis
}

const draw = (kind: SceneOptions['kind'], change: Partial<SceneOptions> = {}): Promise<SceneFrame[]> =>
  renderScene({ kind, seed: 3, camera: 4, frames: 3, ...SMALL, ...change })
const picturesOf = (frames: readonly SceneFrame[]) => frames.map(({ jpeg }) => new Uint8Array(jpeg))

/** The box of what is drawn first on the first picture. */
function boxOf([first]: readonly SceneFrame[]): Box {
  const box = first?.objects[0]?.box
  if (box === undefined) throw new Error('Nothing is in sight')
  return box
}

/** The pictures as a mast in the wind shows them: each shifted by a few pixels. */
const shaken = (pictures: readonly Uint8Array[]): Promise<Uint8Array[]> =>
  Promise.all(
    pictures.map(async (picture, index) => {
      const [left, top] = [[0, 0] as const, [7, 2] as const, [3, 5] as const][index % 3]!
      const { data } = await sharp(picture)
        .extend({ left, top, extendWith: 'copy' })
        .toBuffer({ resolveWithObject: true })
      return new Uint8Array(
        await sharp(data)
          .extract({ left: 0, top: 0, ...LARGER })
          .toBuffer(),
      )
    }),
  )

const far = await draw('person-distant')
const night = await draw('person-standing', { night: true })
const parked = await draw('parked-car', LARGER)
const passing = await draw('car-passing', LARGER)
const lying = await renderRuleScene('lying', { seed: 1, camera: 21, frames: 1 })
const floor = new Uint8Array(await sharp(lying.frames[0]?.jpeg).resize(SMALL).jpeg().toBuffer())

describe.each(SETS)('with the parameters of %s', { timeout: SLOW }, (_, ids) => {
  test('somebody far off passes although every network half takes them for an animal, and a clear animal does not', async () => {
    const [pictures, box] = [picturesOf(far), boxOf(far)]
    // As an animal it would count half, and be filtered.
    const score = 1.5 * needed(ids)
    const half = await judge(ids, pictures, [as('person', score, box), as('animal', 0.65 * score, box)])
    expect(half).toMatchObject({ verdict: 'true', reasons: [{ code: 'person-detected' }] })
    const clear = await judge(ids, pictures, [as('person', score, box), as('animal', 0.9, box)])
    expect(clear.verdict).toBe('false')
  })

  test('a person who stands still at night, seen hardly more surely than is needed, passes, whatever else the camera remembers', async () => {
    const [pictures, box] = [picturesOf(night), boxOf(night)]
    // Who stands still may need more than who moves, but never so much that somebody at night is lost.
    const { standing } = loadParameters(ids).parameters
    const enough = (needed(ids) + 0.01) / standing
    expect(enough).toBeLessThan(0.65)
    const seen = [as('person', enough, box)]
    const first = await judge(ids, pictures, seen)
    expect(first).toMatchObject({ verdict: 'true', reasons: [{ code: 'person-detected' }] })
    expect(first.detections[0]?.moved).toBe(false)
    // What other alarms showed elsewhere in the same scene never counts against them.
    const memory = (await judge(ids, pictures, [as('person', 0.9, { ...box, x: box.x > 0.5 ? 0.1 : 0.8 })])).memory
    expect((await judge(ids, pictures, seen, memory)).verdict).toBe('true')
    expect((await judge(ids, pictures, [as('person', (needed(ids) - 0.01) / standing, box)])).verdict).toBe('false')
  })

  test('a shaking camera moves no parked car, and hides no passing one', async () => {
    const still = await judge(ids, await shaken(picturesOf(parked)), [as('vehicle', 0.9, boxOf(parked))])
    expect(still).toMatchObject({ verdict: 'false', reasons: [{ code: 'only-static' }] })
    const moving = await judge(ids, await shaken(picturesOf(passing)), [as('vehicle', 0.9, boxOf(passing))])
    expect(moving).toMatchObject({ verdict: 'true', reasons: [{ code: 'vehicle-moved' }] })
  })

  test('somebody on the floor, or seen from above, needs no more than somebody upright', async () => {
    const box = boxOf(lying.frames)
    expect(box.width * 1280).toBeGreaterThan(box.height * 720)
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const above: Box = { x: middle.x - 0.03, y: middle.y - 0.05, width: 0.06, height: 0.1 }
    for (const at of [box, above]) {
      const seen = await judge(ids, [floor], [as('person', needed(ids) + 0.01, at)])
      expect(seen.verdict).toBe('true')
      expect(seen.reasons[0]?.code).toBe('person-detected')
    }
  })
})
