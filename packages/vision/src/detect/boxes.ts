import type { Box } from '../types.ts'

/** Area of a box, in the square of its unit. */
export function areaOf(box: Box): number {
  return box.width * box.height
}

/** Area that two boxes share. */
export function overlapOf(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}

/** Intersection over union: 1 for the same box, 0 for disjoint ones. */
export function iou(a: Box, b: Box): number {
  const shared = overlapOf(a, b)
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared)
}

/** Side of the square with a box's area, in its unit. */
export function sizeOf(box: Box): number {
  return Math.sqrt(areaOf(box))
}

/** Distance between the centres. */
export function distanceOf(a: Box, b: Box): number {
  return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)
}

/** The smallest box that contains two. */
export function unite(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

/** A box from its edges, clipped to the frame; undefined when nothing is left. */
export function boxWithin(left: number, top: number, right: number, bottom: number): Box | undefined {
  const x = Math.max(0, left)
  const y = Math.max(0, top)
  const width = Math.min(1, right) - x
  const height = Math.min(1, bottom) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}
