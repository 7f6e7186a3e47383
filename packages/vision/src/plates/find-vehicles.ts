import type { RgbImage } from '../decode/decoded-frame.ts'
import { detect, type Detector } from '../detect/detector.ts'
import { isMasked } from '../masks/masks.ts'
import type { Detection, Polygon } from '../types.ts'

/** Vehicles with a lower score are left out, as on the frames that were already analysed. */
const LEAST_SCORE = 0.15

/**
 * Adds vehicles on frames that were not analysed. The analysis stops when the verdict is certain, but a plate may be readable on one of the
 * remaining frames. The first detector runs once on each of them, and only vehicles are used. Frames that fail or are too late are left
 * out.
 * @param deadline on the clock of `performance.now()`
 */
export async function findVehicles(
  detectors: readonly Detector[],
  pictures: readonly RgbImage[],
  detections: readonly Detection[],
  masks: readonly Polygon[],
  deadline: number,
): Promise<Detection[]> {
  const found = [...detections]
  const [detector] = detectors
  let slowest = 0
  for (const [frame, picture] of pictures.entries()) {
    if (detector === undefined || detections.some((one) => one.frame === frame)) continue
    const began = performance.now()
    if (began + slowest > deadline) break
    const seen = await detect(detector, picture).catch(() => undefined)
    slowest = Math.max(slowest, performance.now() - began)
    for (const one of seen?.sightings ?? []) {
      if (one.score < LEAST_SCORE || one.class === 'person') continue
      const masked = isMasked(one.box, masks)
      found.push({ ...one, frame, moved: null, masked, static: false, counted: false, model: detector.id })
    }
  }
  return found
}
