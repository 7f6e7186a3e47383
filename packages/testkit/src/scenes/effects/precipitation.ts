import type { Canvas } from '../raster/canvas.ts'
import type { Random } from '../random.ts'
import { drawStroke } from './strokes.ts'

/** Makes distant parts paler, as rain and snow in the air do. */
function veil(canvas: Canvas, level: number, reach: number): void {
  for (let i = 0; i < canvas.depth.length; i++) {
    const share = 1 - Math.exp(-Math.min(80, canvas.depth[i]!) / reach)
    for (let c = 0; c < 3; c++) canvas.rgb[i * 3 + c] = canvas.rgb[i * 3 + c]! * (1 - share) + level * share
  }
}

/**
 * Draws the rain of one frame as slanting streaks: a few broad ones near the camera, many fine ones far away. The random source `scene`
 * determines the strength and the direction of the rain, equal in all frames; `frame` determines the positions of the drops.
 */
export function drawRain(canvas: Canvas, scene: Random, frame: Random, night: boolean): void {
  const strength = scene.range(0.5, 1.3)
  const slant = scene.range(-0.22, 0.22)
  // A slower shutter makes longer streaks. In the light of the lamp, near drops are far brighter than everything behind them.
  const shutter = scene.range(0.7, night ? 1.9 : 1.2)
  const glare = night ? scene.range(0.7, 1.3) : 1
  veil(canvas, night ? 26 : 165, (night ? 120 : 55) / strength)
  const unit = canvas.height / 720
  const drops = Math.round(620 * strength)
  for (let i = 0; i < drops; i++) {
    const near = frame.next() ** 3
    const length = (14 + 90 * near) * shutter * unit
    const x = frame.range(-40, canvas.width + 40)
    const y = frame.range(-80, canvas.height)
    drawStroke(canvas, {
      from: [x, y],
      to: [x + (slant + frame.range(-0.03, 0.03)) * length, y + length],
      width: (0.5 + 1.6 * near) * unit,
      soft: (0.7 + 1.5 * near) * unit,
      level: night ? 235 : 215,
      alpha: Math.min(0.85, (night ? 0.42 * glare : 0.26) * (1 - 0.45 * near)),
    })
  }
}

/**
 * Draws the snow of one frame: soft flakes, of which the near ones are large and stretched along their fall. At night and in wind they
 * become streaks. `scene` and `frame` have the same meaning as for rain.
 */
export function drawSnow(canvas: Canvas, scene: Random, frame: Random, night: boolean): void {
  const strength = scene.range(0.45, 1.3)
  const wind = scene.range(-1, 1)
  const shutter = scene.range(0.4, night ? 3.5 : 1.2)
  veil(canvas, night ? 34 : 196, (night ? 110 : 42) / strength)
  const unit = canvas.height / 720
  const flakes = Math.round(520 * strength)
  for (let i = 0; i < flakes; i++) {
    const near = frame.next() ** 4
    const size = (1.5 + 9 * near) * unit
    const x = frame.range(0, canvas.width)
    const y = frame.range(0, canvas.height)
    const fall = shutter * size
    drawStroke(canvas, {
      from: [x, y],
      to: [x + (wind + frame.range(-0.4, 0.4)) * fall, y + frame.range(0.4, 1) * fall],
      width: size * 0.5,
      soft: size * (0.4 + 0.5 * near),
      level: night ? 255 : 244,
      alpha: ((night ? 0.8 : 0.75) * (1 - 0.5 * near)) / Math.sqrt(Math.max(1, shutter)),
    })
  }
}
