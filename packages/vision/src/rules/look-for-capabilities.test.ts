import { expect, test, vi } from 'vitest'
import type { RgbImage } from '../decode/decoded-frame.ts'
import type { Sighting } from '../detect/detector.ts'
import { lookForCapabilities, type RuleDetector } from './look-for-capabilities.ts'

const picture: RgbImage = { width: 64, height: 48, data: new Uint8Array(64 * 48 * 3) }
const flame: Sighting = { class: 'other', label: 'flame', score: 0.9, box: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 } }

/** A detector that answers a look in this way. */
const detector = (look: () => Promise<{ sightings: Sighting[]; inferenceMs: number }>): RuleDetector => ({
  capability: 'fire',
  labels: ['flame'],
  detector: { id: 'fire', version: '1', looks: 'whole', sees: [], prepare: () => Promise.resolve(look) },
})

/** A detector that takes this long for each look, and sees a flame on all. */
const slow = (ms: number, clock: { now: number }): RuleDetector =>
  detector(() => {
    clock.now += ms
    return Promise.resolve({ sightings: [flame], inferenceMs: ms })
  })

const look = async (deadline: number, detectors: (clock: { now: number }) => RuleDetector[]) => {
  const clock = { now: 0 }
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
  try {
    const [fact] = await lookForCapabilities(['fire'], detectors(clock), {
      pictures: [picture, picture, picture],
      frames: [0, 1, 2],
      masks: [],
      deadline,
    })
    return { looked: fact?.looked, frames: fact?.sightings.map(({ frame }) => frame) }
  } finally {
    spy.mockRestore()
  }
}

test('what was seen until time ran out is kept', async () => {
  expect(await look(1_000, (clock) => [slow(100, clock)])).toEqual({ looked: true, frames: [0, 1, 2] })
  expect(await look(250, (clock) => [slow(100, clock)])).toEqual({ looked: false, frames: [0, 1] })
  // The first detector has looked at the second picture, and the other one had no time for it.
  expect(await look(350, (clock) => [slow(100, clock), slow(100, clock)])).toEqual({
    looked: false,
    frames: [0, 0, 1],
  })
})

test('what the others see is kept where one fails', async () => {
  const failing = detector(() => Promise.reject(new Error('no')))
  expect(await look(1_000, (clock) => [failing, slow(1, clock)])).toEqual({
    looked: false,
    frames: [0, 1, 2],
  })
})
