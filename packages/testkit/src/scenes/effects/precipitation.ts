import type { Canvas } from '../raster/canvas.ts'
import type { Random } from '../random.ts'
import { drawStroke } from './strokes.ts'

/** Whitens the distance, as rain and snow in the air do. */
function veil(canvas: Canvas, level: number, reach: number): void {
  for (let i = 0; i < canvas.depth.length; i++) {
    const share = 1 - Math.exp(-Math.min(80, canvas.depth[i]!) / reach)
    for (let c = 0; c < 3; c++) canvas.rgb[i * 3 + c] = canvas.rgb[i * 3 + c]! * (1 - share) + level * share
  }
}

/** Rain of one frame: streaks on the slant, few near and broad, many far and fine. */
export function drawRain(canvas: Canvas, random: Random, night: boolean): void {
  veil(canvas, night ? 26 : 165, night ? 120 : 55)
  const slant = random.range(-0.08, 0.18)
  const unit = canvas.height / 720
  for (let i = 0; i < 620; i++) {
    const near = random.next() ** 3
    const length = (14 + 90 * near) * unit
    const x = random.range(-40, canvas.width + 40)
    const y = random.range(-80, canvas.height)
    drawStroke(canvas, {
      from: [x, y],
      to: [x + (slant + random.range(-0.02, 0.02)) * length, y + length],
      width: (0.5 + 1.6 * near) * unit,
      soft: (0.7 + 1.5 * near) * unit,
      level: night ? 235 : 215,
      alpha: (night ? 0.42 : 0.26) * (1 - 0.45 * near),
    })
  }
}

/** Snowfall of one frame: soft flakes, the near ones large and blurred along their fall. */
export function drawSnow(canvas: Canvas, random: Random, night: boolean): void {
  veil(canvas, night ? 34 : 196, night ? 110 : 42)
  const unit = canvas.height / 720
  for (let i = 0; i < 520; i++) {
    const near = random.next() ** 4
    const size = (1.5 + 9 * near) * unit
    const x = random.range(0, canvas.width)
    const y = random.range(0, canvas.height)
    drawStroke(canvas, {
      from: [x, y],
      to: [x + random.range(-0.5, 0.5) * size, y + random.range(0.2, 0.9) * size],
      width: size * 0.5,
      soft: size * (0.4 + 0.5 * near),
      level: night ? 255 : 244,
      alpha: (night ? 0.8 : 0.75) * (1 - 0.5 * near),
    })
  }
}
