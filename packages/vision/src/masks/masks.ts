import type { Box, Polygon } from '../types.ts'

/** The share of a box that must be inside masks for the object to be masked although its foot point is outside. */
const COVERED_SHARE = 0.7
/** The number of points on each side of the grid on which the covered share is measured. */
const GRID = 12

/** Whether a point lies in a polygon (even-odd rule, so self-crossing areas have holes where they cross). */
export function isInside(polygon: Polygon, x: number, y: number): boolean {
  let inside = false
  let previous = polygon.at(-1)
  for (const point of polygon) {
    if (previous !== undefined && point[1] > y !== previous[1] > y) {
      const crossing = point[0] + ((y - point[1]) / (previous[1] - point[1])) * (previous[0] - point[0])
      if (x < crossing) inside = !inside
    }
    previous = point
  }
  return inside
}

/** Returns the share of a box that is inside any of the areas, 0–1, measured on a grid of 12 × 12 points. */
export function coveredShare(box: Box, polygons: readonly Polygon[]): number {
  let covered = 0
  for (let row = 0; row < GRID; row += 1) {
    for (let column = 0; column < GRID; column += 1) {
      const x = box.x + (box.width * (column + 0.5)) / GRID
      const y = box.y + (box.height * (row + 0.5)) / GRID
      if (polygons.some((polygon) => isInside(polygon, x, y))) covered += 1
    }
  }
  return covered / GRID ** 2
}

/**
 * Whether an object is in a masked area: by its foot point (the middle of its lower edge), or because most of it is
 * covered. Pixels are never blacked out, so a person who leans over a mask's edge from outside stays visible to the
 * models.
 */
export function isMasked(box: Box, masks: readonly Polygon[]): boolean {
  const areas = masks.filter((mask) => mask.length >= 3)
  if (areas.length === 0) return false
  const footX = box.x + box.width / 2
  const footY = Math.min(box.y + box.height, 1) - 1e-6
  return areas.some((area) => isInside(area, footX, footY)) || coveredShare(box, areas) >= COVERED_SHARE
}
