import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Detector } from '../detect/detector.ts'
import type { AnalysisJob } from '../alarm-analysis.ts'
import { createAnalyser } from './analyser.ts'
import { BLUE, colourDetector, draw, empty, HEIGHT, job, parked, SOFT, walking, WIDTH } from './yard.fixture.ts'

/** Returns the picture with the shadow of a cloud from the left edge up to `reach`, 0–1 of the width. */
async function shaded(picture: Uint8Array, reach: number): Promise<Uint8Array> {
  const [edge, end] = [Math.round(100 * reach - 2), Math.round(100 * reach + 2)]
  const cloud = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><linearGradient id="g"><stop offset="${edge}%" stop-color="#8c8c8c"/><stop offset="${end}%" stop-color="#fff"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`
  return sharp(picture)
    .composite([{ input: Buffer.from(cloud), blend: 'multiply' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

describe('an analysis', () => {
  test('passes a walking person after a single look', async () => {
    const detector = colourDetector()
    const { analysis } = await createAnalyser({ detectors: [detector] }).analyse(job(walking), SOFT)
    expect(analysis.verdict).toBe('true')
    expect(analysis.reasons).toMatchObject([{ code: 'person-detected' }])
    expect(analysis.detections[0]).toMatchObject({
      class: 'person',
      moved: true,
      static: false,
      counted: true,
      model: 'colours',
    })
    expect(analysis.frames.map((frame) => [frame.mediaId, frame.offsetMs])).toEqual([
      ['m0', 0],
      ['m1', 1000],
      ['m2', 2000],
    ])
    expect(analysis.frames.every((frame) => frame.motion.length > 0 && frame.jpeg === undefined)).toBe(true)
    expect(detector.taken).toBe(1)
  })

  test('takes all looks if it is told to be thorough', async () => {
    const [hasty, thorough] = [colourDetector(), colourDetector()]
    await createAnalyser({ detectors: [hasty] }).analyse(job(walking), SOFT)
    const { analysis } = await createAnalyser({ detectors: [thorough], isThorough: true }).analyse(job(walking), SOFT)
    expect(analysis.verdict).toBe('true')
    expect(hasty.taken).toBe(1)
    expect(thorough.taken).toBeGreaterThan(walking.length)
  })

  test('filters a parked car, and passes a car that arrived', async () => {
    const analyser = createAnalyser({ detectors: [colourDetector()] })
    const still = await analyser.analyse(job(parked), SOFT)
    expect(still.analysis).toMatchObject({
      verdict: 'false',
      detections: [{ static: true, moved: false, counted: false }],
    })
    expect(still.analysis.reasons.map((reason) => reason.code)).toEqual(['only-static', 'nothing-moved'])
    const arrived = await analyser.analyse(job([empty[0]!, empty[1]!, parked[2]!]), SOFT)
    expect(arrived.analysis).toMatchObject({ verdict: 'true', reasons: [{ code: 'vehicle-moved' }] })
  })

  test('filters a parked car under the moving shadow of a cloud', async () => {
    const clouded = await Promise.all(parked.map((picture, index) => shaded(picture, 0.46 + 0.03 * index)))
    const { analysis } = await createAnalyser({ detectors: [colourDetector()] }).analyse(job(clouded), SOFT)
    expect(analysis).toMatchObject({ verdict: 'false', reasons: [{ code: 'only-static' }] })
  })

  test('passes a standing person', async () => {
    const standing = await Promise.all([1, 2, 3].map((seed) => draw({ figure: 300, seed })))
    const { analysis } = await createAnalyser({ detectors: [colourDetector()] }).analyse(job(standing), SOFT)
    expect(analysis).toMatchObject({ verdict: 'true', detections: [{ class: 'person', moved: false, static: false }] })
  })

  test('passes a standing person who is detected weakly', async () => {
    const standing = await Promise.all([1, 2, 3].map((seed) => draw({ figure: 300, seed })))
    const analyser = createAnalyser({ detectors: [colourDetector(0.57)] })
    expect((await analyser.analyse(job(standing), SOFT)).analysis.verdict).toBe('true')
  })

  test('passes a person on one picture of many', async () => {
    const pictures = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index === 0 ? draw({ figure: 30, seed: 50 }) : draw({ figure: 40 * index, seed: index }, BLUE),
      ),
    )
    const view = { masks: [], wantedClasses: ['person' as const], sensitivity: 3 as const }
    const { analysis } = await createAnalyser({ detectors: [colourDetector()] }).analyse(job(pictures, { view }), SOFT)
    expect(analysis).toMatchObject({ verdict: 'true', reasons: [{ code: 'person-detected' }] })
  })

  test('detects the motion of an object although wind shook the camera', async () => {
    const shake = async (picture: Uint8Array) =>
      sharp(picture)
        .extract({ left: 0, top: 0, width: WIDTH - 20, height: HEIGHT })
        .extend({ left: 20, extendWith: 'copy' })
        .jpeg({ quality: 90 })
        .toBuffer()
    const small = await Promise.all(
      [1, 2].map(async (seed) => (seed === 1 ? shake(await draw({ figure: 300, seed }, BLUE)) : draw({ seed }))),
    )
    const { analysis } = await createAnalyser({ detectors: [colourDetector()] }).analyse(job(small), SOFT)
    expect(analysis).toMatchObject({ verdict: 'true', reasons: [{ code: 'vehicle-moved' }] })
    const { motion } = analysis.frames[0]!
    const seen = analysis.detections[0]!.box
    expect(motion.some((box) => Math.abs(box.x - seen.x) < 0.01)).toBe(true)
  })

  test('filters an empty scene after looks at one frame and its two tiles', async () => {
    const detector = colourDetector()
    const { analysis, inferenceMs } = await createAnalyser({ detectors: [detector] }).analyse(job(empty), SOFT)
    expect(analysis).toMatchObject({ verdict: 'false', reasons: [{ code: 'nothing-moved' }], detections: [] })
    expect(detector.taken).toBe(3)
    expect(inferenceMs).toBe(3)
  })

  test('filters a person inside a mask, and still reports the masked detection', async () => {
    const masks = [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
    ] as const
    const { analysis } = await createAnalyser({ detectors: [colourDetector()] }).analyse(
      job(walking, { view: { masks: [...masks], wantedClasses: ['person'], sensitivity: 3 } }),
      SOFT,
    )
    expect(analysis).toMatchObject({ verdict: 'false', reasons: [{ code: 'only-masked' }] })
    expect(analysis.detections.every((detection) => detection.masked && !detection.counted)).toBe(true)
  })

  test('filters a person if the camera’s settings want only vehicles', async () => {
    const view = { masks: [], wantedClasses: ['vehicle' as const], sensitivity: 3 as const }
    const { analysis } = await createAnalyser({ detectors: [colourDetector()] }).analyse(job(walking, { view }), SOFT)
    expect(analysis).toMatchObject({ verdict: 'false', reasons: [{ code: 'not-wanted', params: { class: 'person' } }] })
  })

  test('treats a camera without wanted classes as one that wants all usual classes', async () => {
    const view = { masks: [], wantedClasses: [], sensitivity: 3 as const }
    const { analysis } = await createAnalyser({ detectors: [colourDetector()] }).analyse(job(walking, { view }), SOFT)
    expect(analysis.verdict).toBe('true')
  })

  test('learns from single pictures that a car is parked', async () => {
    const analyser = createAnalyser({ detectors: [colourDetector()] })
    const verdicts: string[] = []
    let memory: AnalysisJob['memory'] = null
    for (const [hour, picture] of parked.entries()) {
      const now = new Date(Date.UTC(2026, 4, 1, 10 + hour))
      const { analysis } = await analyser.analyse(job([picture], { memory, now }), SOFT)
      verdicts.push(`${analysis.verdict} ${analysis.reasons[0]?.code}`)
      // The memory after a round trip through the store.
      memory = JSON.parse(JSON.stringify(analysis.memory))
    }
    expect(verdicts).toEqual(['true vehicle-present', 'true vehicle-present', 'false only-static'])
  })

  test('reports unknown motion for one picture, and for three copies of one picture', async () => {
    const analyser = createAnalyser({ detectors: [colourDetector()] })
    for (const pictures of [[parked[0]!], [parked[0]!, parked[0]!, parked[0]!]]) {
      const { analysis } = await analyser.analyse(job(pictures), SOFT)
      expect(analysis.reasons.map((reason) => reason.code)).toEqual(['vehicle-present', 'single-frame'])
      expect(analysis.detections.every((detection) => detection.moved === null)).toBe(true)
    }
  })

  test('analyses pictures of different shapes without comparing them', async () => {
    const portrait = await sharp(walking[1]).resize(360, 640, { fit: 'fill' }).jpeg().toBuffer()
    const { analysis } = await createAnalyser({ detectors: [colourDetector()] }).analyse(
      job([walking[0]!, portrait]),
      SOFT,
    )
    expect(analysis).toMatchObject({ verdict: 'true', detections: [{ moved: null }] })
  })

  test('reports tampering by comparison with earlier alarms, without changing the verdict', async () => {
    const analyser = createAnalyser({ detectors: [colourDetector()] })
    let memory: AnalysisJob['memory'] = null
    const see = async (pictures: Uint8Array[], hour: number) => {
      const now = new Date(Date.UTC(2026, 4, 1, hour))
      const { analysis } = await analyser.analyse(job(pictures, { memory, now }), SOFT)
      // The memory after a round trip through the store.
      memory = JSON.parse(JSON.stringify(analysis.memory))
      return analysis
    }
    for (const hour of [1, 2, 3]) expect((await see(empty, hour)).tampering.basis.alarms).toBe(hour - 1)
    const blurred = await Promise.all(walking.map((bytes) => sharp(bytes).blur(4).jpeg().toBuffer()))
    const soft = await see(blurred, 4)
    expect(soft.tampering.blur).toMatchObject({ holds: true, alarms: 1 })
    expect(soft).toMatchObject({ verdict: 'true', reasons: [{ code: 'person-detected' }] })
    expect((await see(empty, 5)).tampering.blur).toMatchObject({ holds: false, alarms: 0 })
  })

  test('discards a memory of another version', async () => {
    const memory = JSON.parse('{"version":99,"things":"none"}')
    const { analysis } = await createAnalyser({ detectors: [colourDetector()] }).analyse(job(empty, { memory }), SOFT)
    expect(analysis.memory.version).toBe(1)
  })
})

describe('an analysis with errors', () => {
  const failing: Detector = {
    id: 'failing',
    version: '1',
    looks: 'whole',
    sees: ['person', 'vehicle', 'cycle'],
    prepare: async () => async () => {
      throw new Error('out of memory')
    },
  }

  test.each([
    ['has no pictures', [], [colourDetector()], 'no-pictures'],
    ['has a broken picture', [empty[0]!, empty[1]!.subarray(0, 300)], [colourDetector()], 'decode-failed'],
    ['has no model', empty, [], 'model-failed'],
    ['has a model that fails', empty, [failing], 'model-failed'],
    ['has two models of which one fails', empty, [colourDetector(), failing], 'model-failed'],
  ] as const)('is unverified if it %s', async (_, pictures, detectors, code) => {
    const { analysis } = await createAnalyser({ detectors }).analyse(job([...pictures]), SOFT)
    expect(analysis.verdict).toBe('unverified')
    expect(analysis.reasons.map((reason) => reason.code)).toContain(code)
  })

  test('is unverified if the time runs out before a look', async () => {
    const slow = colourDetector()
    const { analysis } = await createAnalyser({ detectors: [slow] }).analyse(job(empty), { softTimeoutMs: 0 })
    expect(analysis.verdict).toBe('unverified')
    expect(analysis.problems.map((problem) => problem.code)).toContain('timeout')
    expect(slow.taken).toBe(0)
  })

  test('is true if a person was detected, even if a model and a picture failed', async () => {
    const { analysis } = await createAnalyser({ detectors: [failing, colourDetector()] }).analyse(
      job([...walking, Buffer.from('no')]),
      SOFT,
    )
    expect(analysis).toMatchObject({ verdict: 'true', problems: [{ code: 'not-an-image' }] })
  })
})
