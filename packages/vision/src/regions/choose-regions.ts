import { areaOf, overlapOf, unite } from '../detect/boxes.ts'
import type { Box } from '../types.ts'
import { squareAround, type Size } from './square-around.ts'

/** Margin around a moving part. Models also need an object's surroundings. */
const MARGIN = 1.6
/** Smallest side of a crop, as a share of the picture's shorter side. */
const MIN_SIDE = 0.35
/** A crop of this share of the picture or more shows no more than the whole picture. */
const TOO_LARGE = 0.55

/**
 * Returns at most `limit` square crops around moving parts, those with the most motion first. Crops are needed because a model shrinks the
 * whole frame, so that distant people are only a few pixels large. Boxes whose squares overlap by half get a common crop.
 */
export function chooseRegions(moving: readonly Box[], size: Size, limit: number): Box[] {
  const groups: { around: Box; square: Box }[] = []
  for (const box of moving) {
    const square = squareAround(box, size, MARGIN, MIN_SIDE)
    const group = groups.find(
      (candidate) => overlapOf(candidate.square, square) > 0.5 * Math.min(areaOf(candidate.square), areaOf(square)),
    )
    if (group === undefined) {
      groups.push({ around: box, square })
      continue
    }
    const around = unite(group.around, box)
    const joined = squareAround(around, size, MARGIN, MIN_SIDE)
    // Without this limit, a distant box that touches a large square could enlarge the crop to the whole picture.
    if (areaOf(joined) > 2.5 * areaOf(group.square)) continue
    group.around = around
    group.square = joined
  }
  return groups
    .map((group) => group.square)
    .filter((square) => areaOf(square) < TOO_LARGE)
    .slice(0, limit)
}
