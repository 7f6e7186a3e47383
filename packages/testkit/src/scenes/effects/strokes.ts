import type { Canvas } from '../raster/canvas.ts'

/** A line with soft edges, in pixels. It has its full `alpha` up to `width` / 2 from its axis, and fades over the next `soft` pixels. */
export interface Stroke {
  from: readonly [x: number, y: number]
  to: readonly [x: number, y: number]
  width: number
  soft: number
  level: number
  alpha: number
}

/** Draws a grey stroke over the picture. A stroke of length 0 is a disc. */
export function drawStroke(canvas: Canvas, stroke: Stroke): void {
  const [x0, y0] = stroke.from
  const dx = stroke.to[0] - x0
  const dy = stroke.to[1] - y0
  const length2 = dx * dx + dy * dy || 1e-6
  const reach = stroke.width / 2 + stroke.soft
  const left = Math.max(0, Math.floor(Math.min(x0, stroke.to[0]) - reach))
  const right = Math.min(canvas.width - 1, Math.ceil(Math.max(x0, stroke.to[0]) + reach))
  const top = Math.max(0, Math.floor(Math.min(y0, stroke.to[1]) - reach))
  const bottom = Math.min(canvas.height - 1, Math.ceil(Math.max(y0, stroke.to[1]) + reach))
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const px = x + 0.5 - x0
      const py = y + 0.5 - y0
      const t = Math.min(1, Math.max(0, (px * dx + py * dy) / length2))
      const distance = Math.hypot(px - t * dx, py - t * dy)
      if (distance >= reach) continue
      const edge = stroke.soft > 0 ? Math.min(1, (reach - distance) / stroke.soft) : 1
      const alpha = stroke.alpha * edge
      const at = (y * canvas.width + x) * 3
      for (let c = 0; c < 3; c++) canvas.rgb[at + c] = canvas.rgb[at + c]! * (1 - alpha) + stroke.level * alpha
    }
  }
}
