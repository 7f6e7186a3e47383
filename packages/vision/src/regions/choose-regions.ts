import { areaOf, overlapOf, unite } from '../detect/boxes.ts'
import type { Box } from '../types.ts'
import { squareAround, type Size } from './square-around.ts'

/** Room around what moved: models recognise things by their surroundings, too. */
const MARGIN = 1.6
/** Smallest side of a crop, as a share of the picture's shorter side. */
const MIN_SIDE = 0.35
/** A crop of this share of the picture or more shows nothing that the whole does not. */
const TOO_LARGE = 0.55

/**
 * Square crops around moving parts, the most moving first, at most `limit`: small and distant people are a handful of pixels in
 * the whole frame once a model has shrunk it. Boxes whose squares overlap by half share one.
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
    // A far-off box that touches a large square would otherwise blow the crop up until it is the whole picture.
    if (areaOf(joined) > 2.5 * areaOf(group.square)) continue
    group.around = around
    group.square = joined
  }
  return groups
    .map((group) => group.square)
    .filter((square) => areaOf(square) < TOO_LARGE)
    .slice(0, limit)
}
