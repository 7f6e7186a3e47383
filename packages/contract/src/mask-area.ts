import { z } from 'zod'
import { polygon } from './values.ts'

type Point = readonly [number, number]

/** The error message for an area whose outline crosses or touches itself. */
export const AREA_CROSSES_ITSELF = 'An area must not cross itself'

/** Returns twice the area of a triangle: positive if c lies to the left of the line from a to b, 0 if the three points are on one line. */
const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

/** The tolerance of comparisons: smaller than any distance that the editor can draw, and larger than the rounding errors of coordinates. */
const TINY = 1e-9
const sideOf = (a: Point, b: Point, c: Point): number => {
  const value = turn(a, b, c)
  return Math.abs(value) < TINY ? 0 : Math.sign(value)
}

/** Whether a point that is on the line through a and b lies between them. */
const isBetween = ([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): boolean =>
  Math.min(ax, bx) - TINY <= x &&
  x <= Math.max(ax, bx) + TINY &&
  Math.min(ay, by) - TINY <= y &&
  y <= Math.max(ay, by) + TINY

/** Whether two edges have a point in common. */
function meet([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]): boolean {
  const sides = [sideOf(a, b, c), sideOf(a, b, d), sideOf(c, d, a), sideOf(c, d, b)] as const
  if (sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0) return true
  return (
    (sides[0] === 0 && isBetween(a, b, c)) ||
    (sides[1] === 0 && isBetween(a, b, d)) ||
    (sides[2] === 0 && isBetween(c, d, a)) ||
    (sides[3] === 0 && isBetween(c, d, b))
  )
}

/** Whether the second of two edges, from b to c, runs back over the first one, from a to b. */
const foldsBack = (a: Point, b: Point, c: Point): boolean =>
  sideOf(a, b, c) === 0 && (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]) > 0

/** Returns the corners of an area without those that are equal to the previous corner. */
const distinctCorners = (area: readonly Point[]): Point[] =>
  area.filter(([x, y], at) => {
    const [beforeX, beforeY] = area[(at || area.length) - 1] ?? [x, y]
    return area.length < 2 || Math.abs(x - beforeX) > TINY || Math.abs(y - beforeY) > TINY
  })

/**
 * Whether the outline of an area crosses or touches itself, or encloses nothing. What such an area masks depends on how a program fills it,
 * so its author could not know. A corner that is equal to the previous one is ignored.
 */
export function crossesItself(area: readonly Point[]): boolean {
  const corners = distinctCorners(area)
  const count = corners.length
  if (count < 3) return true
  const corner = (at: number): Point => corners[at % count] ?? [0, 0]
  for (let at = 0; at < count; at += 1) {
    if (foldsBack(corner(at), corner(at + 1), corner(at + 2))) return true
    // Neighbouring edges are not compared here, because they always meet at their common corner.
    for (let other = at + 2; other < count; other += 1) {
      if (at === 0 && other === count - 1) continue
      if (meet([corner(at), corner(at + 1)], [corner(other), corner(other + 1)])) return true
    }
  }
  return false
}

/** An area of a mask that may be saved. If it has too few corners, only that error is reported. */
const maskArea = polygon.refine((area) => area.length < 3 || !crossesItself(area), { message: AREA_CROSSES_ITSELF })
export const MAX_MASK_AREAS = 50
/** The areas of a camera's mask that may be saved. */
export const maskAreas = z.array(maskArea).max(MAX_MASK_AREAS)
