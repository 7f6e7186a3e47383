import { expect, test } from 'vitest'
import type { Detector } from '../detect/detector.ts'
import type { Detection, Polygon } from '../types.ts'
import { findVehicles } from './find-vehicles.ts'

const picture = { width: 8, height: 8, data: new Uint8Array(192) }
const box = { x: 0.2, y: 0.2, width: 0.4, height: 0.4 }
const known: Detection = {
  frame: 1,
  class: 'vehicle',
  label: 'car',
  score: 0.8,
  box,
  moved: true,
  masked: false,
  static: false,
  counted: true,
  model: 'one',
}

function detector(look: () => Promise<number>): Detector & { taken: number } {
  const made = {
    id: 'one',
    version: '1',
    looks: 'whole' as const,
    sees: ['person' as const, 'vehicle' as const],
    taken: 0,
    prepare: () => {
      made.taken += 1
      return Promise.resolve(async () => {
        const score = await look()
        const sighting = { label: 'car', score, box }
        return {
          sightings: [
            { ...sighting, class: 'vehicle' as const },
            { ...sighting, class: 'person' as const, label: 'person' },
          ],
          inferenceMs: 1,
        }
      })
    },
  }
  return made
}

const pictures = [picture, picture, picture]
const everywhere: Polygon = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

test('the detector runs once on each frame without a vehicle detection', async () => {
  const one = detector(() => Promise.resolve(0.6))
  const found = await findVehicles([one], pictures, [known], [], Infinity)
  expect(found.map(({ frame, label, moved }) => [frame, label, moved])).toEqual([
    [1, 'car', true],
    [0, 'car', null],
    [2, 'car', null],
  ])
  expect(one.taken).toBe(2)
})

test('masked places are marked, and weak sightings and failed looks are left out', async () => {
  const found = await findVehicles([detector(() => Promise.resolve(0.6))], [picture], [], [everywhere], Infinity)
  expect(found).toMatchObject([{ masked: true }])
  expect(await findVehicles([detector(() => Promise.resolve(0.12))], pictures, [], [], Infinity)).toEqual([])
  const broken = detector(() => Promise.reject(new Error('no memory')))
  expect(await findVehicles([broken], pictures, [known], [], Infinity)).toEqual([known])
})

test('nothing runs after the deadline, or without a detector', async () => {
  const one = detector(() => Promise.resolve(0.6))
  expect(await findVehicles([one], pictures, [known], [], performance.now() - 1)).toEqual([known])
  expect(one.taken).toBe(0)
  expect(await findVehicles([], pictures, [known], [], Infinity)).toEqual([known])
})
