import { burnClock, renderScene, turnCamera } from '@winnow/testkit'
import type { SceneKind } from '@winnow/testkit'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Detector } from '../detect/detector.ts'
import type { AlarmAnalysis } from '../alarm-analysis.ts'
import { createAnalyser } from './analyser.ts'

const START = new Date('2026-05-01T12:00:00Z')
const WIDTH = 960
const HEIGHT = 540

/**
 * A detector that detects nothing and records the analysed pictures. These tests are about motion and about which pictures are analysed.
 */
const blind: Detector & { pictures: Set<unknown> } = {
  id: 'blind',
  version: '1',
  looks: 'parts',
  sees: ['person', 'vehicle', 'cycle', 'animal'],
  pictures: new Set(),
  prepare: async (picture) => async () => {
    blind.pictures.add(picture)
    return { sightings: [], inferenceMs: 0 }
  },
}

async function analyse(pictures: readonly Uint8Array[]): Promise<AlarmAnalysis> {
  blind.pictures.clear()
  const { analysis } = await createAnalyser({ detectors: [blind] }).analyse(
    {
      media: pictures.map((bytes, index) => ({ id: `m${index}`, bytes, takenOffsetMs: index * 1000 })),
      view: { masks: [], wantedClasses: ['person', 'vehicle', 'cycle'], sensitivity: 3 },
      memory: null,
      now: START,
    },
    { softTimeoutMs: 60_000 },
  )
  return analysis
}

async function draw(kind: SceneKind, options: { night?: boolean; frames?: number } = {}) {
  return renderScene({ kind, seed: 3, camera: 'hard', width: WIDTH, height: HEIGHT, frames: 3, ...options })
}

const codesOf = (analysis: AlarmAnalysis) => analysis.reasons.map((reason) => reason.code)
const motionOf = (analysis: AlarmAnalysis) => analysis.frames.flatMap((frame) => frame.motion)

let still: Uint8Array[]
let stillNight: Uint8Array[]
let walk: Awaited<ReturnType<typeof draw>>
beforeAll(async () => {
  still = (await draw('empty')).map(({ jpeg }) => jpeg)
  stillNight = (await draw('empty', { night: true })).map(({ jpeg }) => jpeg)
  walk = await draw('person-walking')
})

describe('a changing clock in the picture', () => {
  test.each([
    ['in a corner', { left: 0, top: 0 }],
    ['in the lower corner', { left: 0.6, top: 0.94 }],
    ['in the middle of the upper edge', { left: 0.38, top: 0.02 }],
  ])('is not reported as motion if it is %s', async (_, place) => {
    for (const pictures of [still, stillNight]) {
      const shown = await Promise.all(
        pictures.map((bytes, tick) => burnClock(bytes, new Date(START.getTime() + tick * 1000), place)),
      )
      const analysis = await analyse(shown)
      expect(motionOf(analysis)).toEqual([])
      expect(analysis).toMatchObject({ verdict: 'false', reasons: [{ code: 'nothing-moved' }] })
    }
  })

  test('does not prevent the analysis of every picture, because a distant person would look the same', async () => {
    const ticks = still.map((bytes, tick) =>
      burnClock(bytes, new Date(START.getTime() + tick * 1000), { left: 0, top: 0 }),
    )
    expect(codesOf(await analyse(await Promise.all(ticks)))).toEqual(['nothing-moved'])
    expect(blind.pictures.size).toBe(3)
  })

  // In these places the changes of the clock look like those of a distant person, who must not be missed. So they are reported as motion
  // and the models analyse every picture, but the models find nobody.
  test.each([
    ['in the middle of the left edge', { left: 0.01, top: 0.48, size: 2 }],
    ['in the middle of the right edge', { left: 0.42, top: 0.5, size: 2 }],
    ['in large digits at the top', { left: 0.01, top: 0.01, size: 2.2 }],
    ['in large digits at the bottom', { left: 0.3, top: 0.85, size: 2.2 }],
  ])('is reported as motion, analysed and filtered if it is %s', async (_, place) => {
    for (const pictures of [still, stillNight]) {
      const shown = await Promise.all(
        pictures.map((bytes, tick) => burnClock(bytes, new Date(START.getTime() + tick * 1000), place)),
      )
      const analysis = await analyse(shown)
      expect(analysis.verdict).toBe('false')
      expect(blind.pictures.size).toBe(pictures.length)
      expect(motionOf(analysis).length).toBeGreaterThan(0)
      for (const box of motionOf(analysis)) {
        expect(box.y).toBeGreaterThan(place.top - 0.02)
        expect(box.y + box.height).toBeLessThan(place.top + 0.12)
      }
    }
  })

  test('does not hide a person who walks beside it', async () => {
    const shown = await Promise.all(
      walk.map(({ jpeg }, tick) => burnClock(jpeg, new Date(START.getTime() + tick * 1000), { left: 0.01, top: 0.48 })),
    )
    expect(motionOf(await analyse(shown)).length).toBeGreaterThan(0)
  })
})

describe('the number and size of pictures', () => {
  test('twenty different pictures are all analysed, and of twenty pictures of a still scene only one', async () => {
    const many = (await draw('empty', { frames: 20 })).map(({ jpeg }) => jpeg)
    const analysis = await analyse(many)
    expect(analysis.frames).toHaveLength(20)
    expect(analysis).toMatchObject({ verdict: 'false', reasons: [{ code: 'nothing-moved' }], problems: [] })
    expect(blind.pictures.size).toBe(1)
    await analyse((await draw('person-walking', { frames: 20 })).map(({ jpeg }) => jpeg))
    expect(blind.pictures.size).toBe(20)
  })

  test('one picture is judged, and its motion is reported as unknown', async () => {
    expect(codesOf(await analyse(still.slice(0, 1)))).toEqual(['nothing-detected', 'single-frame'])
  })

  test('pictures of one view in several sizes are compared with each other', async () => {
    const [first, second, third] = still
    const sizes = [
      first!,
      await sharp(second)
        .resize(WIDTH / 2)
        .jpeg()
        .toBuffer(),
      await sharp(third)
        .resize(WIDTH * 2)
        .jpeg()
        .toBuffer(),
    ]
    const analysis = await analyse(sizes)
    expect(analysis.frames.map(({ width }) => width)).toEqual([WIDTH, WIDTH / 2, WIDTH * 2])
    expect(analysis.verdict).toBe('false')
    const walking = [sizes[0]!, walk[1]!.jpeg, sizes[2]!]
    expect((await analyse(walking)).frames[1]!.motion.length).toBeGreaterThan(0)
  })

  test.each([
    ['eight megapixels', 3840, 2160],
    ['160 × 120', 160, 120],
  ])('pictures of %s are compared like any others', async (_, width, height) => {
    const resized = (pictures: readonly Uint8Array[]) =>
      Promise.all(pictures.map((bytes) => sharp(bytes).resize(width, height, { fit: 'fill' }).jpeg().toBuffer()))
    expect(codesOf(await analyse(await resized(still)))).toEqual(['nothing-moved'])
    const walking = await analyse(await resized(walk.map(({ jpeg }) => jpeg)))
    expect(walking.frames).toMatchObject([
      { width, height },
      { width, height },
      { width, height },
    ])
    expect(motionOf(walking).length).toBeGreaterThan(0)
  })
})

describe('the kind of image from a camera', () => {
  test.each([
    ['infrared', () => stillNight],
    ['a camera without colour', () => Promise.all(still.map((bytes) => sharp(bytes).greyscale().jpeg().toBuffer()))],
    ['progressive JPEG', () => Promise.all(still.map((bytes) => sharp(bytes).jpeg({ progressive: true }).toBuffer()))],
    ['WebP', () => Promise.all(still.map((bytes) => sharp(bytes).webp({ quality: 85 }).toBuffer()))],
    ['lossless PNG', () => Promise.all(still.map((bytes) => sharp(bytes).png().toBuffer()))],
  ] as const)('%s: a still scene shows no motion', async (_, make) => {
    expect(await analyse(await make())).toMatchObject({
      verdict: 'false',
      reasons: [{ code: 'nothing-moved' }],
      problems: [],
    })
  })

  test('a shake of the camera below one pixel adds almost no motion and does not hide a walking person', async () => {
    const shaken = (pictures: readonly Uint8Array[]) =>
      Promise.all(
        pictures.map(async (bytes, index) => {
          const [moved] = await turnCamera([bytes], { right: 0.006 * (index - 1), down: 0.005 * (index % 2) })
          return moved!
        }),
      )
    const analysis = await analyse(await shaken(still))
    const area = motionOf(analysis).reduce((sum, box) => sum + box.width * box.height, 0)
    expect(area / analysis.frames.length).toBeLessThan(0.01)
    expect(analysis.verdict).toBe('false')
    expect(motionOf(await analyse(await shaken(walk.map(({ jpeg }) => jpeg)))).length).toBeGreaterThan(0)
  })

  test('a flash on one picture makes motion unknown, and the models analyse all pictures', async () => {
    const [first, second, third] = stillNight
    const flash = await sharp(second).linear(2.4, 70).jpeg().toBuffer()
    const analysis = await analyse([first!, flash, third!])
    expect(blind.pictures.size).toBe(3)
    expect(codesOf(analysis)).toContain('nothing-detected')
    expect(codesOf(analysis)).not.toContain('nothing-moved')
  })

  test('interlacing does not prevent the detection of a moving object, and adds no motion to a still scene', async () => {
    /** Combines the even rows of one picture with the odd rows of the next one, which was taken 40 ms later. */
    const interlace = async (even: Uint8Array, odd: Uint8Array): Promise<Uint8Array> => {
      const raw = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer()
      const [one, two] = [await raw(even), await raw(odd)]
      const row = WIDTH * 3
      for (let y = 1; y < HEIGHT; y += 2) two.copy(one, y * row, y * row, (y + 1) * row)
      return sharp(one, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
        .jpeg({ quality: 85 })
        .toBuffer()
    }
    const options = { kind: 'person-walking', seed: 3, camera: 'hard', width: WIDTH, height: HEIGHT } as const
    const fields = await renderScene({ ...options, frames: 51, intervalMs: 40 })
    const frames = [0, 25, 49].map((at) => [fields[at]!, fields[at + 1]!] as const)
    const analysis = await analyse(await Promise.all(frames.map(([even, odd]) => interlace(even.jpeg, odd.jpeg))))
    for (const [index, [{ objects }]] of frames.entries()) {
      const person = objects[0]!.box
      const { motion } = analysis.frames[index]!
      expect(motion.length).toBeGreaterThan(0)
      expect(motion.some((box) => box.x < person.x + person.width && person.x < box.x + box.width)).toBe(true)
    }
    expect(
      motionOf(await analyse([await interlace(still[0]!, still[1]!), await interlace(still[1]!, still[2]!)])),
    ).toEqual([])
  })
})
