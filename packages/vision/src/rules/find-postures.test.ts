import { expect, test } from 'vitest'
import { boundsOf } from '../analyse/yard.fixture.ts'
import type { RgbImage } from '../decode/decoded-frame.ts'
import { iou } from '../detect/boxes.ts'
import type { Detector, Sighting } from '../detect/detector.ts'
import { crop } from '../regions/crop.ts'
import type { Box, Detection } from '../types.ts'
import { findPostures, isUpright, type PostureInput } from './find-postures.ts'
import { turned, turnedBack } from './turn-picture.ts'

const [WIDTH, HEIGHT] = [320, 200]

/** Draws a red figure. */
function picture(box: Box): RgbImage {
  const data = new Uint8Array(WIDTH * HEIGHT * 3).fill(60)
  for (let y = Math.round(box.y * HEIGHT); y < Math.round((box.y + box.height) * HEIGHT); y += 1)
    for (let x = Math.round(box.x * WIDTH); x < Math.round((box.x + box.width) * WIDTH); x += 1)
      data.set([220, 30, 30], (y * WIDTH + x) * 3)
  return { width: WIDTH, height: HEIGHT, data }
}

/** Sees red figures that are higher than wide surely, and others hardly, as a network does. */
function seeingUpright(
  options: { flatScore?: number; fails?: boolean } = {},
): Detector & { looks: 'parts'; taken: number } {
  const detector = {
    id: 'upright',
    version: '1',
    looks: 'parts' as const,
    sees: ['person' as const],
    taken: 0,
    prepare: async (whole: RgbImage, region?: Box) => async () => {
      detector.taken += 1
      if (options.fails) throw new Error('the network failed')
      const part = region === undefined ? whole : crop(whole, region)
      const box = boundsOf(part, (at) => part.data[at]! > 150)
      if (box === undefined) return { sightings: [], inferenceMs: 1 }
      const isTall = box.height * part.height > box.width * part.width
      const sighting: Sighting = {
        class: 'person',
        label: 'person',
        score: isTall ? 0.8 : (options.flatScore ?? 0.1),
        box,
      }
      return { sightings: [sighting], inferenceMs: 1 }
    },
  }
  return detector
}

const inputOf = (box: Box, change: Partial<PostureInput> = {}): PostureInput => ({
  pictures: [picture(box)],
  frames: [0],
  motion: undefined,
  detections: [],
  deadline: Infinity,
  ...change,
})

const FLAT: Box = { x: 0.4, y: 0.6, width: 0.3, height: 0.2 }
const TALL: Box = { x: 0.4, y: 0.3, width: 0.1, height: 0.5 }

test('a turned picture shows who lies, at the place in the picture as it is', async () => {
  const { frames, lying } = await findPostures([seeingUpright()], inputOf(FLAT))
  expect(frames).toEqual([0])
  expect(lying).toHaveLength(1)
  expect(lying[0]?.score).toBe(0.8)
  expect(iou(lying[0]!.box, FLAT)).toBeGreaterThan(0.9)
})

test('who stands does not lie, and who is seen as surely without turning does not either', async () => {
  expect((await findPostures([seeingUpright()], inputOf(TALL))).lying).toEqual([])
  const crouching: Box = { x: 0.4, y: 0.6, width: 0.12, height: 0.18 }
  expect((await findPostures([seeingUpright({ flatScore: 0.8 })], inputOf(crouching))).lying).toEqual([])
  expect(isUpright({ box: TALL, score: 0.8 }, picture(TALL))).toBe(true)
  expect(isUpright({ box: FLAT, score: 0.8 }, picture(FLAT))).toBe(false)
  expect(isUpright({ box: TALL, score: 0.2 }, picture(TALL))).toBe(false)
})

test('a thin strip, a speck, and the place of somebody upright are nobody who lies', async () => {
  const strip: Box = { x: 0.3, y: 0.6, width: 0.4, height: 0.1 }
  const speck: Box = { x: 0.5, y: 0.6, width: 0.06, height: 0.05 }
  for (const box of [strip, speck]) expect((await findPostures([seeingUpright()], inputOf(box))).lying).toEqual([])
  const upright: Detection = {
    frame: 0,
    class: 'person',
    label: 'person',
    score: 0.7,
    box: { x: 0.4, y: 0.3, width: 0.25, height: 0.6 },
    moved: true,
    masked: false,
    static: false,
    counted: true,
    model: 'other',
  }
  expect((await findPostures([seeingUpright()], inputOf(FLAT, { detections: [upright] }))).lying).toEqual([])
  const dog = { ...upright, class: 'animal' as const, label: 'dog', box: FLAT, score: 0.85 }
  expect((await findPostures([seeingUpright()], inputOf(FLAT, { detections: [dog] }))).lying).toEqual([])
  expect(
    (await findPostures([seeingUpright()], inputOf(FLAT, { detections: [{ ...dog, score: 0.6 }] }))).lying,
  ).toHaveLength(1)
})

test('the detector that tells most classes apart is asked, and one for whole pictures before one for parts', async () => {
  const sees = ['person' as const, 'animal' as const]
  const [few, parts, whole] = [seeingUpright(), seeingUpright(), seeingUpright()]
  await findPostures([few, { ...parts, sees }, { ...whole, sees, looks: 'whole' }], inputOf(FLAT))
  expect([few, parts, whole].map(({ taken }) => taken > 0)).toEqual([false, false, true])
})

test('the work is bounded: six pictures with two regions and three looks, and nothing after the deadline', async () => {
  const detector = seeingUpright()
  const pictures = Array.from({ length: 12 }, () => picture(FLAT))
  const many = await findPostures([detector], inputOf(FLAT, { pictures, frames: [...pictures.keys()] }))
  expect(many.frames).toEqual([0, 1, 2, 3, 4, 5])
  expect(detector.taken).toBeLessThanOrEqual(6 * 2 * 3)
  const late = await findPostures([detector], inputOf(FLAT, { deadline: performance.now() - 1 }))
  expect(late).toEqual({ frames: [], lying: [], isComplete: false, inferenceMs: 0 })
  expect(many.isComplete).toBe(true)
  expect(await findPostures([seeingUpright({ fails: true })], inputOf(FLAT))).toEqual(late)
  expect((await findPostures([], inputOf(FLAT))).frames).toEqual([])
})

test('turning a box back undoes the turn of the picture', () => {
  const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }
  for (const turning of ['clockwise', 'anticlockwise'] as const) {
    const part = turned(picture(box), turning)
    expect([part.width, part.height]).toEqual([HEIGHT, WIDTH])
    const seen = boundsOf(part, (at) => part.data[at]! > 150)!
    expect(iou(turnedBack(seen, turning), box)).toBeGreaterThan(0.97)
  }
})
