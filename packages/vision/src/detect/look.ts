import type { RgbImage } from '../decode/decoded-frame.ts'
import { crop, fromRegion, isCut } from '../regions/crop.ts'
import type { Look } from '../regions/plan-looks.ts'
import type { Detector } from './detector.ts'
import type { RegionSighting } from './merge-sightings.ts'

/** Has a detector look at a frame, or at a part of it, and answers in coordinates of the whole frame. */
export async function lookAt(
  detector: Detector,
  picture: RgbImage,
  look: Look,
): Promise<{ sightings: RegionSighting[]; inferenceMs: number }> {
  const { region } = look
  const { sightings, inferenceMs } = await detector.detect(region === undefined ? picture : crop(picture, region))
  if (region === undefined) return { inferenceMs, sightings: sightings.map((one) => ({ ...one, isCut: false })) }
  const placed = sightings.map((one) => ({ ...fromRegion(one, region), isCut: isCut(one.box, region) }))
  return { inferenceMs, sightings: placed }
}
