import type { Judge } from '../analyse/judge.ts'
import type { RgbImage } from '../decode/decoded-frame.ts'
import type { Detector } from '../detect/detector.ts'
import { prepareLook } from '../detect/look.ts'
import { mergeSightings, type RegionSighting } from '../detect/merge-sightings.ts'
import type { Look } from '../regions/plan-looks.ts'
import type { Detection } from '../types.ts'

/** What dense looks are taken with. */
interface DenseLooks {
  pictures: readonly RgbImage[]
  judge: Judge
  /** On the clock of `performance.now()`. */
  deadline: number
}

/** Takes looks until they end or the time is over. A look that fails is left out: the verdict stands without it. */
export async function takeDenseLooks(
  detectors: readonly Detector[],
  looks: readonly Look[],
  { pictures, judge, deadline }: DenseLooks,
): Promise<{ detections: Detection[]; inferenceMs: number }> {
  const seen = new Map<string, { frame: number; model: string; sightings: RegionSighting[] }>()
  let [slowest, inferenceMs] = [0, 0]
  for (const look of looks) {
    const picture = pictures[look.frame]
    const began = performance.now()
    if (picture === undefined || began + slowest > deadline) break
    for (const detector of detectors) {
      if (look.region !== undefined && detector.looks !== 'parts') continue
      const looked = await prepareLook(detector, picture, look)
        .then((take) => take())
        .catch(() => undefined)
      if (looked === undefined) continue
      inferenceMs += looked.inferenceMs
      const key = `${detector.id} ${look.frame}`
      const known = seen.get(key)?.sightings ?? []
      seen.set(key, { frame: look.frame, model: detector.id, sightings: [...known, ...looked.sightings] })
    }
    slowest = Math.max(slowest, performance.now() - began)
  }
  const detections = [...seen.values()].flatMap(({ frame, model, sightings }) =>
    mergeSightings(sightings).map((one) => judge(one, frame, model)),
  )
  return { detections, inferenceMs }
}
