import type { Box } from '../types.ts'

/** Returns the area of a box, in squares of the unit of its sides. */
export function areaOf(box: Box): number {
  return box.width * box.height
}

/** Returns the area that two boxes share. */
export function overlapOf(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}

/** Returns the intersection over union of two boxes: 1 if they are equal, 0 if they do not overlap. */
export function iou(a: Box, b: Box): number {
  const shared = overlapOf(a, b)
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared)
}

/** Returns the size of a box: the side of the square with the same area. */
export function sizeOf(box: Box): number {
  return Math.sqrt(areaOf(box))
}

/** Returns the distance between the centres of two boxes. */
export function distanceOf(a: Box, b: Box): number {
  return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)
}

/** Returns the smallest box that contains both boxes. */
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

/** Returns the box with these edges (0–1 of the frame), clipped to the frame, or undefined if it is outside of the frame. */
export function boxWithin(left: number, top: number, right: number, bottom: number): Box | undefined {
  const x = Math.max(0, left)
  const y = Math.max(0, top)
  const width = Math.min(1, right) - x
  const height = Math.min(1, bottom) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}
