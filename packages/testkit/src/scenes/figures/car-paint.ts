import type { Paint } from '../geometry/mesh.ts'
import type { Vec3 } from '../geometry/vec.ts'
import type { CarLook, CarShape } from './car-shapes.ts'
import { put } from './paints.ts'

const GLASS: Vec3 = [0.02, 0.024, 0.028]
const DARK: Vec3 = [0.012, 0.012, 0.013]
const PLATE: Vec3 = [0.75, 0.74, 0.66]
const LAMP: Vec3 = [0.85, 0.87, 0.9]
const LAMP_RIM: Vec3 = [0.3, 0.31, 0.33]
const TAIL: Vec3 = [0.4, 0.01, 0.01]
/** The positions of the axles, in metres from the middle of the car. */
export const WHEELS_Z = [1.32, -1.28] as const
export const WHEEL_RADIUS = 0.315

/** Paint of the lower body by position: wheel arches, lights, plates, joints. */
export function bodyPaint(look: CarLook, shape: CarShape): Paint {
  const front = shape.body.at(-1)?.[0] ?? 2
  const back = shape.body[0]?.[0] ?? -2
  return (x, y, z, out) => {
    const side = Math.abs(x)
    put(out, look.colour, 1, 0.55)
    for (const axle of WHEELS_Z) {
      const d = Math.hypot(y - WHEEL_RADIUS, z - axle)
      if (side > 0.62 && d < 0.385) return put(out, DARK)
    }
    if (y < 0.3) return put(out, DARK, 1.6)
    if (z > front - 0.34) {
      const lamp = [shape.nose - 0.06, shape.nose + 0.07] as const
      if (side > 0.43 && side < 0.82 && y > lamp[0] && y < lamp[1]) {
        const bulb = Math.hypot(side - 0.6, y - shape.nose) < 0.055
        return put(out, look.lightsOn && bulb ? [4, 4, 3.8] : bulb ? LAMP : LAMP_RIM, 1, 0.6)
      }
      if (z > front - 0.16 && side < 0.4 && y > lamp[0] && y < lamp[1]) {
        return put(out, DARK, Math.abs(y - shape.nose) < 0.012 ? 12 : 1.5, 0.2)
      }
      if (side < 0.26 && y > shape.nose - 0.2 && y < shape.nose - 0.1) return put(out, PLATE)
      if (side < 0.55 && y < shape.nose - 0.22 && y > 0.3) return put(out, DARK, 1.5)
      if (Math.abs(y - shape.nose + 0.085) < 0.008) return put(out, look.colour, 0.4)
    }
    // The gap around the bonnet.
    if (z > 0.95 && y > shape.nose + 0.08 && Math.abs(side - 0.66) < 0.008) return put(out, look.colour, 0.4)
    if (z < back + 0.22) {
      if (side > 0.5 && y > 0.66 && y < 0.86) return put(out, TAIL, look.lightsOn ? 2 : 1, 0.4)
      if (side < 0.27 && y > 0.55 && y < 0.66) return put(out, PLATE)
    }
    if (side > 0.7) {
      const gap = [0.86, ...shape.pillars].some((line) => Math.abs(z - line) < 0.012)
      if (gap && y > 0.34) return put(out, look.colour, 0.25)
      if (Math.abs(y - shape.belt + 0.13) < 0.018 && shape.pillars.some((p) => z > p + 0.05 && z < p + 0.22))
        return put(out, look.colour, 0.5)
      if (Math.abs(y - 0.5) < 0.015) out.gloss = 0.2
    }
  }
}

/** Paint of the cabin by position: glass between pillars. */
export function cabinPaint(look: CarLook, shape: CarShape): Paint {
  const roofAt = (z: number): readonly [number, number] => {
    for (const [i, [z0, roof0, half0]] of shape.cabin.entries()) {
      const next = shape.cabin[i + 1]
      if (next && z >= z0 && z <= next[0]) {
        const t = (z - z0) / (next[0] - z0)
        return [roof0 + (next[1] - roof0) * t, half0 + (next[2] - half0) * t]
      }
    }
    return [0, 0.6]
  }
  const rear = (shape.cabin[2]?.[0] ?? -1) - 0.05
  const frontStart = (shape.cabin.at(-3)?.[0] ?? 0.3) + 0.06
  return (x, y, z, out) => {
    put(out, look.colour, 1, 0.55)
    const [roof, half] = roofAt(z)
    const side = Math.abs(x)
    if (y > roof - 0.025 && side < half - 0.05) {
      // On top: windscreen in front, rear window behind, roof between.
      if (z > frontStart || z < rear) put(out, GLASS, 1, 0.95)
      return
    }
    const pillar = shape.pillars.some((p) => Math.abs(z - p) < 0.035)
    if (!pillar && y > shape.belt + 0.03 && y < roof - 0.085) put(out, GLASS, 1, 0.9)
  }
}
