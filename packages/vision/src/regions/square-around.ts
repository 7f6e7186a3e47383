import type { Box } from '../types.ts'

/** The size of a picture in pixels. */
export interface Size {
  width: number
  height: number
}

/**
 * Returns a box that is square in pixels around another box, moved into the picture, in 0–1 coordinates.
 * @param margin the side of the square, as a multiple of the box's longer side
 * @param smallest the smallest side, as a share of the picture's shorter side
 */
export function squareAround(box: Box, size: Size, margin: number, smallest: number): Box {
  const shorter = Math.min(size.width, size.height)
  const longest = Math.max(box.width * size.width, box.height * size.height) * margin
  const side = Math.min(shorter, Math.max(longest, smallest * shorter))
  const width = side / size.width
  const height = side / size.height
  return {
    x: Math.min(1 - width, Math.max(0, box.x + box.width / 2 - width / 2)),
    y: Math.min(1 - height, Math.max(0, box.y + box.height / 2 - height / 2)),
    width,
    height,
  }
}
