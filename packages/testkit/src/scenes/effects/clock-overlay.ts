import type { Canvas } from '../raster/canvas.ts'

/**
 * The characters of a camera's time stamp in 5 × 7 dots, with one number per row. With them, no font has to be installed.
 */
const GLYPHS: Record<string, readonly number[]> = {
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  '-': [0, 0, 0, 31, 0, 0, 0],
  ':': [0, 12, 12, 0, 12, 12, 0],
}

/** The position of a clock: its upper left corner in fractions of the picture, and its size (1 is usual). */
export interface ClockPlace {
  left?: number
  top?: number
  size?: number
}

/** Draws the time into the picture, white with a dark edge, as most cameras do; by default in the top left corner. */
export function drawClock(canvas: Canvas, time: Date, { left: x = 0, top: y = 0, size = 1 }: ClockPlace = {}): void {
  const text = time.toISOString().slice(0, 19).replace('T', ' ')
  const dot = Math.max(1, Math.round((size * canvas.height) / 300))
  const paint = (left: number, top: number, level: number): void => {
    for (const [index, letter] of text.split('').entries()) {
      for (const [row, bits] of (GLYPHS[letter] ?? []).entries()) {
        for (let column = 0; column < 5; column++) {
          if ((bits & (16 >> column)) === 0) continue
          const x0 = left + (index * 6 + column) * dot
          const y0 = top + row * dot
          for (let line = y0; line < Math.min(canvas.height, y0 + dot); line++) {
            const from = (line * canvas.width + x0) * 3
            canvas.rgb.fill(level, from, Math.min(from + dot * 3, (line + 1) * canvas.width * 3))
          }
        }
      }
    }
  }
  const margin = 8 * dot
  const left = Math.max(margin, Math.round(x * canvas.width))
  const top = Math.max(margin, Math.round(y * canvas.height))
  for (const [dx, dy] of [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ] as const)
    paint(left + dx, top + dy, 20)
  paint(left, top, 245)
}
