import { expect, test } from 'vitest'
import type { RgbImage } from '../decode/decoded-frame.ts'
import type { Detection } from '../types.ts'
import { gatherObjects, type GatheredFrom } from './gather-objects.ts'
import { colourOf, nameColour } from './name-colour.ts'

const WHOLE = { x: 0, y: 0, width: 1, height: 1 }

/** A picture of 100 × 100 pixels whose upper and lower half have a colour each. */
function halves(upper: number[], lower: number[]): RgbImage {
  const rows = Array.from({ length: 100 }, (_, y) => (y < 50 ? upper : lower))
  return {
    width: 100,
    height: 100,
    data: Uint8Array.from(rows.flatMap((colour) => Array.from({ length: 100 }, () => colour).flat())),
  }
}

const found = (change: Partial<Detection>): Detection => ({
  frame: 0,
  class: 'person',
  label: 'person',
  score: 0.8,
  box: WHOLE,
  moved: true,
  masked: false,
  static: false,
  counted: true,
  model: 'one',
  ...change,
})

const from = (detections: Detection[], change: Partial<GatheredFrom> = {}): GatheredFrom => ({
  detections,
  set: {
    frames: [0, 1].map((index) => ({
      mediaId: 'm',
      index,
      width: 100,
      height: 100,
      offsetMs: index * 1_000,
      rgb: halves([200, 20, 20], [20, 30, 120]),
    })),
    light: 'colour',
  },
  isThermal: false,
  plates: null,
  ...change,
})

test.each([
  [[10, 10, 12], 'black'],
  [[240, 240, 238], 'white'],
  [[128, 130, 128], 'grey'],
  [[200, 20, 20], 'red'],
  [[240, 140, 20], 'orange'],
  [[240, 220, 40], 'yellow'],
  [[30, 140, 50], 'green'],
  [[30, 60, 180], 'blue'],
  [[120, 40, 170], 'purple'],
  [[240, 120, 190], 'pink'],
  [[110, 70, 35], 'brown'],
] as const)('%o is %s', ([red, green, blue], name) => {
  expect(colourOf(red, green, blue)).toBe(name)
})

test('an area has the colour that prevails, and none if none does or it is too small', () => {
  expect(nameColour(halves([30, 60, 180], [30, 60, 180]), WHOLE)).toBe('blue')
  expect(nameColour(halves([30, 60, 180], [30, 60, 180]), { ...WHOLE, width: 0.02 })).toBeNull()
  const stripes = halves([0, 0, 0], [0, 0, 0])
  const colours = [
    [200, 20, 20],
    [30, 140, 50],
    [30, 60, 180],
    [240, 220, 40],
  ]
  for (let at = 0; at < 10_000; at += 1) stripes.data.set(colours[at % 4] ?? [], at * 3)
  expect(nameColour(stripes, WHOLE)).toBeNull()
})

test('a person has the colours of the upper and the lower clothes, a vehicle one, and others none', () => {
  const colours = (thing: Detection) => gatherObjects(from([thing])).map(({ upper, lower }) => [upper, lower])
  expect(colours(found({}))).toEqual([['red', 'blue']])
  expect(colours(found({ class: 'vehicle', label: 'car', box: { x: 0, y: 0.5, width: 1, height: 0.5 } }))).toEqual([
    ['blue', null],
  ])
  expect(colours(found({ class: 'animal', label: 'dog' }))).toEqual([[null, null]])
})

test('pictures in infrared light and thermal pictures give no colours', () => {
  const dark = from([found({})])
  expect(gatherObjects({ ...dark, set: { ...dark.set, light: 'grey' } })).toMatchObject([{ upper: null, lower: null }])
  expect(gatherObjects(from([found({})], { isThermal: true }))).toMatchObject([{ upper: null, lower: null }])
})

test('an object is kept once, with all its places, from the picture that shows it most surely', () => {
  const moved = { ...WHOLE, x: 0.1, width: 0.9 }
  const objects = gatherObjects(from([found({ score: 0.5 }), found({ frame: 1, score: 0.9, box: moved })]))
  expect(objects).toMatchObject([{ frame: 1, offsetMs: 1_000, score: 0.9, box: moved, places: [moved, WHOLE] }])
})

test('what is masked, part of the scene or a guess is left out, and an alarm keeps 30 objects', () => {
  expect(gatherObjects(from([found({ masked: true }), found({ static: true }), found({ score: 0.2 })]))).toEqual([])
  const crowd = Array.from({ length: 50 }, (_, at) => found({ box: { x: at / 50, y: 0.5, width: 0.01, height: 0.1 } }))
  expect(gatherObjects(from(crowd))).toHaveLength(30)
})

test('a plate belongs to the vehicle on which it was read', () => {
  const read = { frame: 0, box: { x: 0.6, y: 0.6, width: 0.1, height: 0.05 }, text: 'AB123', confidence: 0.9 }
  const plates = {
    plates: [{ text: 'AB123', confidence: 0.9, isSure: true, readings: [read] }],
    isComplete: true,
    error: null,
  }
  const cars = [0, 0.5].map((x) =>
    found({ class: 'vehicle', label: 'car', box: { x, y: 0.4, width: 0.4, height: 0.4 } }),
  )
  const objects = gatherObjects(from(cars, { plates }))
  expect(objects.map(({ box, plate }) => [box.x, plate?.text])).toEqual([
    [0, undefined],
    [0.5, 'AB123'],
  ])
})
