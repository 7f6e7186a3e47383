import type { RgbImage } from '../decode/decoded-frame.ts'
import type { Box } from '../types.ts'

/** A turn of a picture by 90°. */
export type Turning = 'clockwise' | 'anticlockwise'

/** Turns a picture by 90°. */
export function turned({ width, height, data }: RgbImage, turning: Turning): RgbImage {
  const out = new Uint8Array(data.length)
  for (let y = 0; y < height; y += 1) {
    const column = turning === 'clockwise' ? height - 1 - y : y
    for (let x = 0; x < width; x += 1) {
      const row = turning === 'clockwise' ? x : width - 1 - x
      const from = (y * width + x) * 3
      const to = (row * height + column) * 3
      out[to] = data[from]!
      out[to + 1] = data[from + 1]!
      out[to + 2] = data[from + 2]!
    }
  }
  return { width: height, height: width, data: out }
}

/** The place, in the picture as it was, of a box in the turned picture. */
export function turnedBack(box: Box, turning: Turning): Box {
  const size = { width: box.height, height: box.width }
  return turning === 'clockwise'
    ? { x: box.y, y: 1 - box.x - box.width, ...size }
    : { x: 1 - box.y - box.height, y: box.x, ...size }
}
