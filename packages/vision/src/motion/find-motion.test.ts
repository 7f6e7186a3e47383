import { describe, expect, test } from 'vitest'
import { createShiftFinder } from './align.ts'
import { equalise } from './equalise.ts'
import { findMotion } from './find-motion.ts'
import { isAlike } from './grey-image.ts'
import type { GreyImage } from './grey-image.ts'
import { stillnessAt, textureStillnessAt } from './stillness.ts'

const WIDTH = 480
const HEIGHT = 270

/** Pseudo-random numbers that are the same in each run (Park and Miller). */
function random(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}

/** Draws a textured yard of blocks of different brightness, shifted by a camera shake. The blocks are the same in each picture. */
function yard(shake = { x: 0, y: 0 }): GreyImage {
  const data = new Float32Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const u = x - shake.x + 1000
      const v = y - shake.y + 1000
      const block = Math.abs(Math.sin(Math.floor(u / 17) * 12.9898 + Math.floor(v / 13) * 78.233) * 43758.5453) % 1
      data[y * WIDTH + x] = 60 + 90 * block + 10 * Math.sin(u / 5) * Math.cos(v / 7)
    }
  }
  return { width: WIDTH, height: HEIGHT, data }
}

function change(image: GreyImage, map: (value: number, x: number, y: number) => number): GreyImage {
  return { ...image, data: image.data.map((value, index) => map(value, index % WIDTH, Math.floor(index / WIDTH))) }
}

function noisy(image: GreyImage, seed: number, level = 4): GreyImage {
  const next = random(seed)
  return change(image, (value) => value + (next() + next() + next() - 1.5) * level)
}

function walker(image: GreyImage, left: number): GreyImage {
  return change(image, (value, x, y) => (x >= left && x < left + 14 && y >= 120 && y < 160 ? 230 : value))
}

const noisyYards = [1, 2, 3, 4].map((seed) => noisy(yard(), seed))

describe('findMotion', () => {
  test('finds nothing in a still scene with sensor noise', async () => {
    const motion = await findMotion(noisyYards)
    expect(motion?.frames.map((frame) => frame.boxes)).toEqual([[], [], [], []])
    expect(motion?.distinct).toEqual([true, true, true, true])
  })

  test('finds a walker at the right place on each frame, and nowhere else', async () => {
    const motion = await findMotion(noisyYards.map((image, index) => walker(image, 100 + 60 * index)))
    for (const [index, frame] of (motion?.frames ?? []).entries()) {
      expect(frame.boxes).toHaveLength(1)
      expect(frame.boxes[0]!.x * WIDTH).toBeCloseTo(100 + 60 * index, -1)
      expect(frame.boxes[0]!.height * HEIGHT).toBeCloseTo(40, -1)
    }
  })

  test('finds both places of a walker on two frames', async () => {
    const motion = await findMotion([walker(noisyYards[0]!, 100), walker(noisyYards[1]!, 300)])
    expect(motion?.frames.map((frame) => frame.boxes.length)).toEqual([2, 2])
  })

  test('ignores the shaking of a camera', async () => {
    const shaken = [
      { x: 0, y: 0 },
      { x: 5, y: -3 },
      { x: -4, y: 2 },
    ].map((shake, index) => noisy(yard(shake), index + 1))
    const motion = await findMotion(shaken)
    expect(Math.max(...(motion?.frames ?? []).map((frame) => frame.share))).toBeLessThan(0.005)
  })

  test('ignores auto-exposure', async () => {
    const exposures = noisyYards.map((image, index) => change(image, (value) => value * (1 - 0.08 * index) + 6 * index))
    expect((await findMotion(exposures))?.frames.flatMap((frame) => frame.boxes)).toEqual([])
  })

  test('finds a walker despite simultaneous changes of shake and exposure', async () => {
    const hard = [0, 1, 2].map((index) =>
      change(
        noisy(walker(yard({ x: 3 * index, y: -2 * index }), 100 + 80 * index), index + 1),
        (value) => value * (1 - 0.06 * index),
      ),
    )
    for (const frame of (await findMotion(hard))?.frames ?? []) expect(frame.boxes).toHaveLength(1)
  })

  test('ignores a clock in the corner', async () => {
    const clocks = noisyYards.map((image, index) =>
      change(image, (value, x, y) => (y > 5 && y < 18 && x > 340 && (x + index * 3) % 7 < 3 ? 250 : value)),
    )
    expect((await findMotion(clocks))?.frames.flatMap((frame) => frame.boxes)).toEqual([])
  })

  test('reports a change of the whole picture', async () => {
    const other = noisy(
      change(yard({ x: 333, y: 77 }), (value) => 290 - 2 * value),
      5,
    )
    expect((await findMotion([noisyYards[0]!, other]))?.isGlobalChange).toBe(true)
  })

  test('returns undefined for one picture, and for two copies of one picture', async () => {
    expect(await findMotion(noisyYards.slice(0, 1))).toBeUndefined()
    expect(await findMotion([noisyYards[0]!, noisyYards[0]!])).toBeUndefined()
  })

  test('recognises the copy of an earlier frame', async () => {
    expect((await findMotion([noisyYards[0]!, noisyYards[0]!, noisyYards[1]!]))?.distinct).toEqual([true, false, true])
  })
})

test.each([
  [0, 0],
  [7, 0],
  [0, -9],
  [-6, 5],
  [13, 11],
])('a shake of %d, %d pixels is found', (x, y) => {
  expect(createShiftFinder(noisyYards[0]!)(noisy(yard({ x, y }), 9))).toEqual({ x, y })
})

test('an unrelated picture is not shifted', () => {
  const other = noisy(
    change(yard(), (_, x, y) => (x * 13 + y * 29) % 200),
    3,
  )
  expect(createShiftFinder(noisyYards[0]!)(other)).toEqual({ x: 0, y: 0 })
})

test('equalise removes gain and offset although a third of the picture changed', () => {
  const image = change(yard(), (value, x) => (x < WIDTH / 3 ? 255 : value * 0.8 + 20))
  const right = (picture: GreyImage) => change(picture, (value, x) => (x < WIDTH / 3 ? 0 : value))
  expect(isAlike(right(equalise(yard(), image)), right(yard()), 1)).toBe(true)
})

test('stillness is near 1 for a parked object with noise, and low for an object that arrived', async () => {
  const parked = noisyYards.map((image) => walker(image, 200))
  const around = { x: 195 / WIDTH, y: 115 / HEIGHT, width: 24 / WIDTH, height: 50 / HEIGHT }
  const motion = (await findMotion(parked))!
  expect(stillnessAt(motion.aligned, motion.distinct, 0, around)).toBeGreaterThan(0.97)
  const came = (await findMotion([noisyYards[0]!, noisyYards[1]!, parked[2]!]))!
  expect(stillnessAt(came.aligned, came.distinct, 2, around)).toBeLessThan(0.9)
})

describe('a moving shadow', () => {
  // Half of the yard is in the shadow, which moves a third further on each picture.
  const under = (image: GreyImage, step: number): GreyImage =>
    change(image, (value, x) => value * (1 - 0.5 / (1 + Math.exp((x - 150 - 60 * step) / 12))))
  const around = { x: 150 / WIDTH, y: 90 / HEIGHT, width: 120 / WIDTH, height: 80 / HEIGHT }

  test('changes the brightness of a parked object, but not its texture', async () => {
    const motion = (await findMotion(noisyYards.map((image, index) => under(walker(image, 200), index))))!
    expect(stillnessAt(motion.aligned, motion.distinct, 0, around)).toBeLessThan(0.95)
    expect(textureStillnessAt(motion.aligned, motion.distinct, 0, around)).toBeGreaterThan(0.975)
  })

  test('with a moving object in it changes brightness and texture', async () => {
    const motion = (await findMotion(noisyYards.map((image, index) => under(walker(image, 180 + 25 * index), index))))!
    expect(stillnessAt(motion.aligned, motion.distinct, 0, around)).toBeLessThan(0.95)
    expect(textureStillnessAt(motion.aligned, motion.distinct, 0, around)).toBeLessThan(0.95)
  })
})

test('leaves texture stillness valid at the edges of the picture', async () => {
  const motion = (await findMotion([...noisyYards]))!
  const corner = { x: 0, y: 0, width: 0.1, height: 0.15 }
  const opposite = { x: 0.92, y: 0.85, width: 0.1, height: 0.2 }
  expect(textureStillnessAt(motion.aligned, motion.distinct, 0, corner)).toBeGreaterThan(0.97)
  expect(textureStillnessAt(motion.aligned, motion.distinct, 0, opposite)).toBeGreaterThan(0.97)
})
