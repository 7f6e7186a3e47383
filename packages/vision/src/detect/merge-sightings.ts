import { areaOf, iou, overlapOf } from './boxes.ts'
import type { Sighting } from './detector.ts'

/** A detection of one look, in coordinates of the whole frame. */
export interface RegionSighting extends Sighting {
  /** Whether the box touches the edge of a crop, so that a part of the object may be missing. */
  isCut: boolean
}

const SAME_IOU = 0.45
const PART_SHARE = 0.75

function isSame(a: Sighting, b: Sighting): boolean {
  if (a.class !== b.class) return false
  return iou(a.box, b.box) > SAME_IOU || overlapOf(a.box, b.box) / Math.min(areaOf(a.box), areaOf(b.box)) > PART_SHARE
}

/**
 * Merges the detections of several looks at one frame. Each object gets its best score. It gets the box of the best detection that was not
 * cut off by the edge of a crop. The result is sorted by score, the best first.
 */
export function mergeSightings(sightings: readonly RegionSighting[]): Sighting[] {
  const groups: RegionSighting[][] = []
  for (const sighting of sightings.toSorted((a, b) => b.score - a.score)) {
    const group = groups.find(([best]) => best !== undefined && isSame(best, sighting))
    if (group === undefined) groups.push([sighting])
    else group.push(sighting)
  }
  return groups.flatMap((group) => {
    const [best] = group
    if (best === undefined) return []
    const { isCut: _, ...merged } = { ...best, box: (group.find((one) => !one.isCut) ?? best).box }
    return [merged]
  })
}
