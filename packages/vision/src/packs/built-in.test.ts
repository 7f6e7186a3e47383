import { renderScene } from '@winnow/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RgbImage } from '../decode/decoded-frame.ts'
import { decodeMedia } from '../decode/decode-media.ts'
import type { Box } from '../types.ts'
import { iou } from '../detect/boxes.ts'
import { detect, type Detector } from '../detect/detector.ts'
import { loadNetworks } from '../detect/load-networks.ts'
import { detectorOf } from '../detect/network.ts'

/** The time limit in milliseconds. Drawing and analysing a scene take a second each on an idle processor. */
const SLOW = 120_000

let detector: Detector

beforeAll(async () => {
  const { networks, failures } = await loadNetworks()
  if (networks[0] === undefined) throw new Error(`No detector: ${JSON.stringify(failures)}`)
  detector = detectorOf(networks[0])
}, SLOW)

async function drawn(kind: 'person-walking' | 'car-passing' | 'empty'): Promise<{ picture: RgbImage; boxes: Box[] }> {
  const [scene] = await renderScene({ kind, seed: 2, camera: 2, frames: 1 })
  const { frames } = await decodeMedia([{ id: kind, bytes: scene!.jpeg }], Infinity)
  return { picture: frames[0]!.rgb, boxes: scene!.objects.map((object) => object.box) }
}

describe('the built-in detector', { timeout: SLOW }, () => {
  test.each([
    ['person-walking', 'person'],
    ['car-passing', 'vehicle'],
  ] as const)('in the drawn scene %s, detects a %s at the right place', async (kind, expected) => {
    const { picture, boxes } = await drawn(kind)
    const { sightings } = await detect(detector, picture)
    const [best] = sightings.filter((sighting) => sighting.class === expected)
    expect(best?.score).toBeGreaterThan(0.3)
    expect(Math.max(...boxes.map((box) => iou(box, best!.box)))).toBeGreaterThan(0.5)
  })

  test('detects no person or vehicle in an empty scene', async () => {
    const { sightings } = await detect(detector, (await drawn('empty')).picture)
    const alarming = sightings.filter((sighting) => ['person', 'vehicle', 'cycle'].includes(sighting.class))
    expect(alarming.every((sighting) => sighting.score < 0.3)).toBe(true)
  })

  test('returns coordinates of the whole picture for any shape of picture, with the best score first', async () => {
    const { picture } = await drawn('person-walking')
    const rows = {
      ...picture,
      height: Math.floor(picture.height * 0.8),
      data: picture.data.subarray(0, Math.floor(picture.height * 0.8) * picture.width * 3),
    }
    const { sightings } = await detect(detector, rows)
    for (const { box } of sightings) {
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0)
      expect(Math.max(box.x + box.width, box.y + box.height)).toBeLessThanOrEqual(1 + 1e-9)
    }
    const scores = sightings.map((sighting) => sighting.score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })
})
