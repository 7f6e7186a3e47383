import type { Canvas } from '../raster/canvas.ts'
import type { Random } from '../random.ts'
import { drawStroke } from './strokes.ts'

/** A spider's web in a corner: its position, the side to which it opens (1 right, −1 left) and the directions of its spokes. */
interface Web {
  corner: [number, number]
  inward: 1 | -1
  spokes: [number, number][]
}

/** Draws a web in a corner of the picture, far out of focus. `swing` turns it, in radians. Returns the web. */
function drawThreads(canvas: Canvas, random: Random, swing: number, night: boolean, threads: number): Web {
  const unit = canvas.height / 720
  const level = night ? 250 : 205
  const corner: [number, number] = [random.chance(0.5) ? canvas.width * 0.04 : canvas.width * 0.96, -20 * unit]
  const inward = corner[0] < canvas.width / 2 ? 1 : -1
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
  return { corner, inward, spokes }
}

/** Draws a web in front of the lens with a spider. `time` (seconds) moves the spider along its thread and swings the web. */
export function drawSpider(canvas: Canvas, random: Random, time: number, night: boolean): void {
  const unit = canvas.height / 720
  const { corner, inward } = drawThreads(canvas, random, 0.03 * Math.sin(time * 2.2), night, 7)
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

/** Draws an old web that the wind swings: a part in a corner, and torn threads across the picture with dirt and drops on them. */
export function drawWeb(canvas: Canvas, random: Random, time: number, night: boolean): void {
  const unit = canvas.height / 720
  const wind = random.range(0.04, 0.13)
  const pace = random.range(1.5, 4)
  drawThreads(canvas, random, wind * Math.sin(time * pace), night, random.int(5, 8))
  const level = night ? 245 : random.pick([60, 215])
  const torn = random.int(2, 8)
  for (let i = 0; i < torn; i++) {
    const from: [number, number] = [random.range(0, canvas.width), random.range(-40, 120) * unit]
    const length = random.range(180, 520) * unit
    const rest = random.range(-0.5, 0.5)
    const angle = rest + (wind + 0.1) * Math.sin(time * pace + i * 1.9)
    const at = (share: number): [number, number] => [
      from[0] + Math.sin(angle * (0.4 + share)) * length * share,
      from[1] + Math.cos(angle * (0.4 + share)) * length * share,
    ]
    for (let part = 0; part < 6; part++) {
      drawStroke(canvas, {
        from: at(part / 6),
        to: at((part + 1) / 6),
        width: 1.2 * unit,
        soft: 4 * unit,
        level,
        alpha: night ? 0.34 : 0.25,
      })
    }
    const caught = at(random.range(0.3, 1))
    const size = random.range(3, 13) * unit
    drawStroke(canvas, { from: caught, to: caught, width: size, soft: size, level, alpha: night ? 0.6 : 0.35 })
  }
}

/** Draws insects in front of the lens: blurred spots and, in the light of the lamp, bright trails of their wing beats. */
export function drawInsects(canvas: Canvas, scene: Random, frame: Random, night: boolean): void {
  const unit = canvas.height / 720
  const most = scene.int(2, night ? 14 : 6)
  for (let i = frame.int(1, most); i > 0; i--) {
    const near = frame.next() ** 2
    const size = (4 + 34 * near) * unit
    const bearing = frame.range(0, Math.PI * 2)
    const turn = frame.range(-1.6, 1.6)
    const length = size * frame.range(0.6, night ? 9 : 2.5) * (1 - 0.5 * near)
    let x = frame.range(0, canvas.width)
    let y = frame.range(0, canvas.height)
    const steps = 9
    for (let step = 0; step < steps; step++) {
      const angle = bearing + (turn * step) / steps
      const to: [number, number] = [x + (Math.cos(angle) * length) / steps, y + (Math.sin(angle) * length) / steps]
      const beat = night ? 0.65 + 0.35 * Math.cos(step * 2.4) : 1
      drawStroke(canvas, {
        from: [x, y],
        to,
        width: size * 0.45 * beat,
        soft: size * (0.35 + 0.5 * near),
        level: night ? 252 : 38,
        alpha: (night ? 0.5 : 0.32) * (1 - 0.4 * near),
      })
      ;[x, y] = to
    }
    drawStroke(canvas, {
      from: [x, y],
      to: [x + Math.cos(bearing) * size * 0.4, y + Math.sin(bearing) * size * 0.4],
      width: size * 0.5,
      soft: size * 0.6,
      level: night ? 255 : 30,
      alpha: 0.7,
    })
  }
}
