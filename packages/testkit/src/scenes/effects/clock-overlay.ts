import type { Canvas } from '../raster/canvas.ts'

/** 5 × 7 dots, a row a number; only what a camera's time stamp needs, so that no font has to be installed. */
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

/** Burns the time into the top left corner, white with a dark edge, as most cameras do. */
export function drawClock(canvas: Canvas, time: Date): void {
  const text = time.toISOString().slice(0, 19).replace('T', ' ')
  const dot = Math.max(1, Math.round(canvas.height / 300))
  const paint = (left: number, top: number, level: number): void => {
    for (const [index, letter] of text.split('').entries()) {
      for (const [row, bits] of (GLYPHS[letter] ?? []).entries()) {
        for (let column = 0; column < 5; column++) {
          if ((bits & (16 >> column)) === 0) continue
          const x0 = left + (index * 6 + column) * dot
          const y0 = top + row * dot
          for (let y = y0; y < Math.min(canvas.height, y0 + dot); y++) {
            const from = (y * canvas.width + x0) * 3
            canvas.rgb.fill(level, from, Math.min(from + dot * 3, (y + 1) * canvas.width * 3))
          }
        }
      }
    }
  }
  const margin = 8 * dot
  for (const [dx, dy] of [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ] as const)
    paint(margin + dx, margin + dy, 20)
  paint(margin, margin, 245)
}
