import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { renderScene, SCENE_KINDS, TRUTH } from './index.ts'
import type { SceneFrame, SceneKind, SceneObject } from './index.ts'

// A quarter of the usual size in each direction: the drawing is the same, sixteen times faster.
const size = { width: 320, height: 180 }
const draw = (kind: SceneKind, more: Partial<Parameters<typeof renderScene>[0]> = {}): Promise<SceneFrame[]> =>
  renderScene({ kind, seed: 5, camera: 3, frames: 3, ...size, ...more })

const pixels = async (frame: SceneFrame | undefined): Promise<Buffer> => {
  if (!frame) throw new Error('no such frame')
  return sharp(frame.jpeg).greyscale().raw().toBuffer()
}

/** Mean absolute difference in grey levels, over a box or the whole picture. */
function difference(a: Buffer, b: Buffer, box: SceneObject['box'] = { x: 0, y: 0, width: 1, height: 1 }): number {
  let sum = 0
  let count = 0
  for (let y = Math.floor(box.y * size.height); y < (box.y + box.height) * size.height; y++) {
    for (let x = Math.floor(box.x * size.width); x < (box.x + box.width) * size.width; x++) {
      sum += Math.abs((a[y * size.width + x] ?? 0) - (b[y * size.width + x] ?? 0))
      count++
    }
  }
  return sum / count
}

/** Share of the pixels that differ by more than `levels`. */
function changed(a: Buffer, b: Buffer, levels: number): number {
  let count = 0
  for (const [index, value] of a.entries()) if (Math.abs(value - (b[index] ?? 0)) > levels) count++
  return count / a.length
}

const middle = (frame: SceneFrame | undefined): number => {
  const box = frame?.objects[0]?.box
  return box ? (box.x + box.width / 2) * 1280 : Number.NaN
}

/** The distance that an object moves from the first to the last frame, in pixels of a picture that is 1280 pixels wide. */
async function travel(kind: SceneKind): Promise<number> {
  const frames = await draw(kind)
  return Math.abs(middle(frames[2]) - middle(frames[0]))
}

/** The share of the pixels in which two frames differ by more than the noise. */
const differs = async (a: SceneFrame | undefined, b: SceneFrame | undefined): Promise<number> =>
  changed(await pixels(a), await pixels(b), 60)

const EXPECTED: Partial<Record<SceneKind, SceneObject['class']>> = {
  cat: 'animal',
  'parked-car': 'vehicle',
  'person-walking': 'person',
  'person-distant': 'person',
  'person-approaching': 'person',
  'person-standing': 'person',
  'person-crouching': 'person',
  'person-running': 'person',
  'person-running-away': 'person',
  'car-arriving': 'vehicle',
  'car-passing': 'vehicle',
  cyclist: 'cycle',
}

describe('every kind of scene', () => {
  it.each(SCENE_KINDS)('has frames of the requested size and time, and the right objects: %s', async (kind) => {
    const frames = await draw(kind, { intervalMs: 700 })
    expect(frames.map((frame) => frame.at)).toEqual([0, 700, 1400])
    const expected = EXPECTED[kind]
    for (const frame of frames) {
      expect(await sharp(frame.jpeg).metadata()).toMatchObject({ format: 'jpeg', ...size })
      expect(frame.objects.map((object) => object.class)).toEqual(expected === undefined ? [] : [expected])
    }
  })

  it('is a true alarm if it shows a person or a moving vehicle or cycle, and otherwise not', () => {
    const moving = SCENE_KINDS.filter((kind) => EXPECTED[kind] && EXPECTED[kind] !== 'animal' && kind !== 'parked-car')
    expect(SCENE_KINDS.filter((kind) => TRUTH[kind])).toEqual(moving)
  })
})

describe('the seed', () => {
  it('gives the same bytes each time, even after other scenes were drawn', async () => {
    const first = await draw('rain')
    await draw('car-passing', { camera: 4 })
    const second = await draw('rain')
    expect(second.map((frame) => frame.jpeg.toString('base64'))).toEqual(
      first.map((frame) => frame.jpeg.toString('base64')),
    )
  })

  it('of the scene determines the event, and the seed of the camera determines the place', async () => {
    const [base] = await draw('person-walking')
    const [otherScene] = await draw('person-walking', { seed: 6 })
    const [otherPlace] = await draw('person-walking', { camera: 4 })
    expect(otherScene?.objects).not.toEqual(base?.objects)
    // Another person at the same place changes far fewer pixels than another place does.
    const walker = difference(await pixels(base), await pixels(otherScene))
    const place = difference(await pixels(base), await pixels(otherPlace))
    expect(place).toBeGreaterThan(3 * walker)
  })
})

describe('the boxes', () => {
  it.each(['person-walking', 'person-standing', 'car-passing', 'cyclist', 'cat'] as const)(
    'contain the object of the scene: %s',
    async (kind) => {
      const [frame] = await draw(kind)
      const [empty] = await draw('empty')
      const [picture, background] = [await pixels(frame), await pixels(empty)]
      const inside = difference(picture, background, frame?.objects[0]?.box)
      expect(inside).toBeGreaterThan(12)
      expect(inside).toBeGreaterThan(2 * difference(picture, background))
    },
  )

  it('move if the object moves, and stay if the object stands', async () => {
    expect(await travel('person-walking')).toBeGreaterThan(60)
    expect(await travel('person-running')).toBeGreaterThan(100)
    expect(await travel('car-passing')).toBeGreaterThan(200)
    expect(await travel('person-standing')).toBeLessThan(25)
    expect(await travel('person-crouching')).toBeLessThan(25)
    expect(await travel('parked-car')).toBe(0)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('contain people in the sizes that cameras see (seed %i)', async (seed) => {
    const heights = async (kind: SceneKind): Promise<number[]> => {
      const frames = await draw(kind, { seed, camera: seed })
      return frames.map((frame) => (frame.objects[0]?.box.height ?? 0) * 720)
    }
    for (const height of await heights('person-walking')) {
      expect(height).toBeGreaterThan(95)
      expect(height).toBeLessThan(370)
    }
    const [first = 0, , last = 0] = await heights('person-running-away')
    expect(last).toBeLessThan(first)
    expect(last).toBeGreaterThan(55)
    const [farther = 0, , nearer = 0] = await heights('person-approaching')
    expect(nearer).toBeGreaterThan(farther)
    for (const height of await heights('person-distant')) expect(height).toBeLessThan(165)
  })
})

describe('light and weather', () => {
  it('night pictures have no colour', async () => {
    const [frame] = await draw('empty', { night: true })
    const { channels } = await sharp(frame?.jpeg).stats()
    const [red, green, blue] = channels.map((channel) => channel.mean)
    expect(Math.abs((red ?? 0) - (green ?? 255))).toBeLessThan(1)
    expect(Math.abs((blue ?? 0) - (green ?? 255))).toBeLessThan(1)
  })

  it.each([
    ['empty', 0, 0.001],
    ['wind', 0.002, 0.2],
    ['rain', 0.005, 0.5],
    ['snow', 0.02, 0.6],
    ['headlights', 0.1, 1],
    ['shadow', 0.03, 1],
    ['spider', 0.001, 0.3],
    ['web', 0.001, 0.3],
    ['insects', 0.001, 0.3],
    ['flag', 0.0005, 0.1],
    ['curtain', 0.0005, 0.1],
  ] as const)('%s: between %d and %d of the picture changes beyond noise', async (kind, least, most) => {
    const [first, second] = await draw(kind)
    const share = changed(await pixels(first), await pixels(second), 20)
    expect(share).toBeGreaterThanOrEqual(least)
    expect(share).toBeLessThanOrEqual(most)
  })

  it.each([false, true])(
    'lights: a lamp is on or off in the end, and was not in the beginning, at night %s',
    async (night) => {
      const [first, , last] = await draw('lights', { night })
      expect(changed(await pixels(first), await pixels(last), 20)).toBeGreaterThan(0.05)
    },
  )

  it('draw the device’s time in the corner, one second later with each frame', async () => {
    const clock = new Date('2026-11-21T01:38:50.000Z')
    const plain = await draw('empty')
    const stamped = await draw('empty', { clockOverlay: clock })
    const later = await draw('empty', { clockOverlay: new Date(clock.getTime() + 1000) })
    expect(await differs(plain[0], stamped[0])).toBeGreaterThan(0.002)
    expect(await differs(stamped[0], later[0])).toBeGreaterThan(0)
    // The second frame of the first scene shows the same second as the first frame of the second scene.
    expect(await differs(stamped[1], later[0])).toBe(0)
  })
})

it('a person can be added to a scene of another kind, whose other objects do not change', async () => {
  const [alone] = await draw('parked-car')
  const [both] = await draw('parked-car', { alongside: 'person-walking' })
  expect(alone?.objects.map((object) => object.class)).toEqual(['vehicle'])
  expect(both?.objects.map((object) => object.class).toSorted()).toEqual(['person', 'vehicle'])
  expect(both?.objects.find((object) => object.class === 'vehicle')).toEqual(alone?.objects[0])
})

describe('a variation of a scene', () => {
  it('keeps standing objects, and draws other noise and another passer-by', async () => {
    const [first] = await draw('parked-car', { take: 1, alongside: 'person-walking' })
    const [second] = await draw('parked-car', { take: 2, alongside: 'person-walking' })
    const boxOf = (frame: SceneFrame | undefined, kind: SceneObject['class']) =>
      frame?.objects.find((object) => object.class === kind)?.box
    expect(boxOf(second, 'vehicle')).toEqual(boxOf(first, 'vehicle'))
    expect(boxOf(second, 'person')).not.toEqual(boxOf(first, 'person'))
  })

  it('under another sky has other shadows on the same ground', async () => {
    const [morning] = await draw('statue', { take: 1, sky: 3 })
    const [later] = await draw('statue', { take: 2, sky: 3 })
    const [evening] = await draw('statue', { take: 1, sky: 4 })
    expect(changed(await pixels(morning), await pixels(later), 30)).toBeLessThan(0.001)
    expect(changed(await pixels(morning), await pixels(evening), 30)).toBeGreaterThan(0.005)
  })
})

describe('a person near an object', () => {
  const boxOf = (frame: SceneFrame | undefined, kind: SceneObject['class']): SceneObject['box'] => {
    const found = frame?.objects.find((object) => object.class === kind)
    if (!found) throw new Error(`no ${kind}`)
    return found.box
  }
  const middleOf = ({ x, width }: SceneObject['box']): number => x + width / 2

  it('stands beside the object', async () => {
    const [frame] = await draw('parked-car', { alongside: 'person-standing', near: 'beside', take: 1 })
    const [car, person] = [boxOf(frame, 'vehicle'), boxOf(frame, 'person')]
    expect(Math.abs(middleOf(person) - middleOf(car))).toBeLessThan(car.width + person.width)
    expect(Math.abs(middleOf(person) - middleOf(car))).toBeGreaterThan(person.width / 2)
  })

  it('is in front of the object and hides a part of it', async () => {
    const [, frame] = await draw('parked-car', { alongside: 'person-walking', near: 'before', take: 1 })
    const [car, person] = [boxOf(frame, 'vehicle'), boxOf(frame, 'person')]
    expect(middleOf(person)).toBeGreaterThan(car.x)
    expect(middleOf(person)).toBeLessThan(car.x + car.width)
    expect(person.y + person.height).toBeGreaterThan(car.y + car.height)
  })
})

it('a parked car that leaves is at its place in the first frame, and elsewhere in the last frame', async () => {
  const stays = await draw('parked-car', { take: 1 })
  const leaves = await draw('parked-car', { take: 1, leaves: true })
  expect(leaves[0]?.objects).toEqual(stays[0]?.objects)
  expect(leaves[2]?.objects).not.toEqual(stays[2]?.objects)
})

it('people under infrared contrast with the background in any clothes', async () => {
  for (const seed of [1, 2, 3, 4]) {
    const [frame] = await draw('person-walking', { seed, night: true })
    const [empty] = await draw('empty', { night: true })
    const inside = difference(await pixels(frame), await pixels(empty), frame?.objects[0]?.box)
    expect(inside).toBeGreaterThan(8)
  }
})
