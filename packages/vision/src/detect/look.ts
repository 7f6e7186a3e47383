import type { RgbImage } from '../decode/decoded-frame.ts'
import { fromRegion, isCut } from '../regions/crop.ts'
import type { Look } from '../regions/plan-looks.ts'
import type { Detector } from './detector.ts'
import type { RegionSighting } from './merge-sightings.ts'

/** The result of one look, in coordinates of the whole frame. */
interface Looked {
  sightings: RegionSighting[]
  inferenceMs: number
}

/** Prepares a detector's look at a frame, or at a part of it. Resolves to the function that takes the look. */
export async function prepareLook(
  detector: Detector,
  picture: RgbImage,
  { region }: Look,
): Promise<() => Promise<Looked>> {
  const take = await detector.prepare(picture, region)
  return async () => {
    const { sightings, inferenceMs } = await take()
    if (region === undefined) return { inferenceMs, sightings: sightings.map((one) => ({ ...one, isCut: false })) }
    const placed = sightings.map((one) => ({ ...fromRegion(one, region), isCut: isCut(one.box, region) }))
    return { inferenceMs, sightings: placed }
  }
}
