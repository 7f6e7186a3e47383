import type { Canvas } from '../raster/canvas.ts'
import type { Random } from '../random.ts'
import { drawStroke } from './strokes.ts'

/** A web before the lens and the spider on it, far out of focus. `time` in seconds moves the spider along its thread and swings the web. */
export function drawSpider(canvas: Canvas, random: Random, time: number, night: boolean): void {
  const unit = canvas.height / 720
  const level = night ? 250 : 205
  const corner: [number, number] = [random.chance(0.5) ? canvas.width * 0.04 : canvas.width * 0.96, -20 * unit]
  const inward = corner[0] < canvas.width / 2 ? 1 : -1
  const swing = 0.03 * Math.sin(time * 2.2)
  const threads = 7
  const spokes = Array.from({ length: threads }, (_unused, i): [number, number] => {
    const angle = 0.12 + (i / (threads - 1)) * 1.35 + random.range(-0.05, 0.05) + swing
    return [Math.cos(angle) * inward, Math.sin(angle)]
  })
  for (const [dx, dy] of spokes) {
    const length = random.range(430, 620) * unit
    drawStroke(canvas, {
      from: corner,
      to: [corner[0] + dx * length, corner[1] + dy * length],
      width: 2 * unit,
      soft: 4 * unit,
      level,
      alpha: night ? 0.5 : 0.28,
    })
  }
  for (let ring = 1; ring <= 6; ring++) {
    const radius = (70 * ring + random.range(-8, 8)) * unit
    for (let i = 0; i + 1 < spokes.length; i++) {
      const [ax, ay] = spokes[i]!
      const [bx, by] = spokes[i + 1]!
      drawStroke(canvas, {
        from: [corner[0] + ax * radius, corner[1] + ay * radius],
        to: [corner[0] + bx * radius, corner[1] + by * radius],
        width: 1.2 * unit,
        soft: 3.5 * unit,
        level,
        alpha: night ? 0.38 : 0.2,
      })
    }
  }
  const thread = random.range(0.25, 0.75)
  const travel = (180 + 90 * time * random.range(0.6, 1.2)) * unit
  const bearing = 0.2 + thread * 1.1
  const x = corner[0] + Math.cos(bearing) * inward * travel
  const y = corner[1] + Math.sin(bearing) * travel
  const size = random.range(20, 34) * unit
  const body = night ? 248 : 30
  for (let leg = 0; leg < 8; leg++) {
    const side = leg < 4 ? 1 : -1
    const angle = bearing + side * (0.55 + 0.45 * (leg % 4) + 0.15 * Math.sin(time * 6 + leg))
    const knee: [number, number] = [x + Math.cos(angle) * size * 1.7, y + Math.sin(angle) * size * 1.7]
    const bend = angle + side * 0.6
    const stroke = { width: size * 0.12, soft: size * 0.4, level: body, alpha: 0.5 }
    drawStroke(canvas, { ...stroke, from: [x, y], to: knee })
    drawStroke(canvas, {
      ...stroke,
      from: knee,
      to: [knee[0] + Math.cos(bend) * size, knee[1] + Math.sin(bend) * size],
    })
  }
  drawStroke(canvas, {
    from: [x, y],
    to: [x + Math.cos(bearing) * size * 0.9, y + Math.sin(bearing) * size * 0.9],
    width: size,
    soft: size * 0.8,
    level: body,
    alpha: 0.8,
  })
}
