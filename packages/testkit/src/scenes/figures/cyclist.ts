import { tube } from '../geometry/mesh.ts'
import type { Mesh } from '../geometry/mesh.ts'
import type { Vec3 } from '../geometry/vec.ts'
import type { Outfit } from './clothes.ts'
import { plain } from './paints.ts'
import { buildPerson } from './person.ts'
import type { Pose } from './pose.ts'

const TYRE: Vec3 = [0.02, 0.02, 0.02]
const STEEL: Vec3 = [0.35, 0.36, 0.37]
const RADIUS = 0.34

function rod(colour: Vec3, from: Vec3, to: Vec3, radius: number): Mesh {
  return tube(
    plain(colour, 0.3),
    [
      [from, radius, radius],
      [to, radius, radius],
    ],
    [1, 0, 0.01],
    8,
  )
}

function wheel(z: number, spin: number): Mesh[] {
  const hub: Vec3 = [0, RADIUS, z]
  const rim = Array.from({ length: 25 }, (_unused, i): [Vec3, number, number] => {
    const angle = (i / 24) * Math.PI * 2
    return [[0, RADIUS + Math.sin(angle) * (RADIUS - 0.02), z + Math.cos(angle) * (RADIUS - 0.02)], 0.022, 0.022]
  })
  const spokes = Array.from({ length: 8 }, (_unused, i) => {
    const angle = spin + (i / 8) * Math.PI * 2
    return rod(STEEL, hub, [0, RADIUS + Math.sin(angle) * 0.31, z + Math.cos(angle) * 0.31], 0.004)
  })
  return [tube(plain(TYRE), rim, [1, 0, 0], 8), ...spokes]
}

/** Builds a person on a bicycle that rides towards +z. `rolled` is the ridden distance in metres, which turns wheels and pedals. */
export function buildCyclist(outfit: Outfit, rolled: number, frame: Vec3, seed: number): Mesh[] {
  const pedal = rolled * 1.1
  const stroke = 0.36 * Math.sin(pedal)
  const pose: Pose = {
    lean: 0.62,
    hip: [0.95 + stroke, 0.95 - stroke],
    knee: [1.15 + stroke * 1.5, 1.15 - stroke * 1.5],
    shoulder: [0.5, 0.5],
    straddle: 0,
    spread: [0.16, 0.16],
    elbow: [0.35, 0.35],
    inward: [0, 0],
    headTurn: 0,
    sway: 0,
  }
  const crank: Vec3 = [0, 0.3, 0.02]
  const seat: Vec3 = [0, 0.84, -0.18]
  const bar: Vec3 = [0, 0.92, 0.42]
  const rider = buildPerson({ ...outfit, bag: outfit.bag === 'handbag' ? 'none' : outfit.bag }, pose, seed, 0.95)
  const back = rider.map((mesh) => ({
    ...mesh,
    positions: mesh.positions.map((value, i) => (i % 3 === 2 ? value - 0.18 : value)),
  }))
  return [
    ...wheel(0.54, rolled / RADIUS),
    ...wheel(-0.52, rolled / RADIUS),
    rod(frame, seat, crank, 0.02),
    rod(frame, [0, 0.78, -0.16], bar, 0.02),
    rod(frame, crank, [0, 0.82, 0.4], 0.024),
    rod(frame, crank, [0, RADIUS, -0.52], 0.014),
    rod(frame, [0, 0.7, -0.14], [0, RADIUS, -0.52], 0.012),
    rod(frame, bar, [0, RADIUS, 0.54], 0.018),
    rod(TYRE, [-0.28, 1.0, 0.44], [0.28, 1.0, 0.44], 0.016),
    rod(TYRE, [0, 0.9, -0.3], [0, 0.92, -0.06], 0.05),
    rod(
      STEEL,
      [-0.1, 0.3 - 0.16 * Math.sin(pedal), 0.02 + 0.16 * Math.cos(pedal)],
      [0.1, 0.3 + 0.16 * Math.sin(pedal), 0.02 - 0.16 * Math.cos(pedal)],
      0.014,
    ),
    ...back,
  ]
}
