import { ellipsoid, sheet, tube } from '../geometry/mesh.ts'
import type { Mesh, Paint } from '../geometry/mesh.ts'
import { scale } from '../geometry/vec.ts'
import type { Vec3 } from '../geometry/vec.ts'
import { bodyPaint, cabinPaint, WHEEL_RADIUS, WHEELS_Z } from './car-paint.ts'
import { CAR_SHAPES } from './car-shapes.ts'
import type { CarLook, CarShape } from './car-shapes.ts'
import { plain, put } from './paints.ts'

function lowerBody(look: CarLook, shape: CarShape): Mesh {
  const columns = 22
  const rows = shape.body.map(([z, sill, top, half]) => {
    const skin = Array.from({ length: columns + 1 }, (_unused, i): Vec3 => {
      // A rounded box: a superellipse from the sill on one side over the top to the other.
      const angle = Math.PI * (1 + 0.12) - (i / columns) * Math.PI * (1 + 0.24)
      const c = Math.cos(angle)
      const s = Math.sin(angle)
      const middle = sill + (top - sill) * 0.35
      const reach = s > 0 ? top - middle : middle - sill
      return [
        half * Math.sign(c) * Math.abs(c) ** 0.38,
        middle + reach * Math.sign(s) * Math.min(1, Math.abs(s) ** (s > 0 ? 0.42 : 0.3) * (s > 0 ? 1 : 1.3)),
        z,
      ]
    })
    // The body is closed below. Otherwise one could look through it under the bumpers.
    return [
      [0, sill, z] as const,
      [-half * 0.85, sill, z] as const,
      ...skin,
      [half * 0.85, sill, z] as const,
      [0, sill, z] as const,
    ]
  })
  return sheet(bodyPaint(look, shape), [...closeEnd(rows[0]), ...rows, ...closeEnd(rows.at(-1), true)])
}

/** Closes an open end of the body by connecting its last ring to the middle of the ring. */
function closeEnd(ring: readonly Vec3[] | undefined, after = false): Vec3[][] {
  if (!ring) return []
  const heights = ring.map((p) => p[1])
  const y = (Math.min(...heights) + Math.max(...heights)) / 2
  const caps = [0.9, 0.02].map((k) =>
    ring.map((p): Vec3 => [p[0] * k, y + (p[1] - y) * k, p[2] + (after ? 0.015 : -0.015)]),
  )
  return after ? caps : caps.toReversed()
}

function cabin(look: CarLook, shape: CarShape): Mesh {
  const rows = shape.cabin.map(([z, roof, half]): Vec3[] => {
    const base = shape.belt - 0.04
    const wide = 0.84 + (shape.belt - 0.96) * 0.3
    const shoulder = Math.max(base, roof - 0.07)
    const across = half + ((wide - half) * (roof - shoulder)) / Math.max(0.1, roof - base)
    const left: Vec3[] = [
      [-wide, base, z],
      [-(wide + across) / 2, (base + shoulder) / 2, z],
      [-across, shoulder, z],
      [-half + 0.02, roof - 0.02, z],
      [-half * 0.8, roof, z],
      [-half * 0.4, roof + 0.012, z],
    ]
    return [...left, [0, roof + 0.015, z], ...left.toReversed().map(([x, y, zz]): Vec3 => [-x, y, zz])]
  })
  return sheet(cabinPaint(look, shape), rows)
}

function wheel(x: number, z: number, spin: number): Mesh[] {
  const outward = Math.sign(x)
  const centre: Vec3 = [x, WHEEL_RADIUS, z]
  const rim: Paint = (lx, ly, lz, out) => {
    const angle = Math.atan2(ly, lz) + spin
    const radius = Math.hypot(ly, lz)
    const spoke = Math.abs(((angle / (Math.PI * 2)) * 5 + 10) % 1) - 0.5
    put(out, [0.4, 0.41, 0.42], radius > 0.92 || Math.abs(spoke) < 0.2 || radius < 0.3 ? 1 : 0.12, 0.2 + lx * 0)
  }
  return [
    tube(
      plain([0.018, 0.018, 0.019]),
      [
        [[x - 0.1 * outward, WHEEL_RADIUS, z], 0.28, 0.28],
        [[x - 0.09 * outward, WHEEL_RADIUS, z], WHEEL_RADIUS, WHEEL_RADIUS],
        [[x + 0.09 * outward, WHEEL_RADIUS, z], WHEEL_RADIUS, WHEEL_RADIUS],
        [[x + 0.11 * outward, WHEEL_RADIUS, z], 0.27, 0.27],
        [[x + 0.105 * outward, WHEEL_RADIUS, z], 0.01, 0.01],
      ],
      [0, 1, 0],
      24,
    ),
    ellipsoid(
      rim,
      [centre[0] + 0.1 * outward, centre[1], centre[2]],
      [
        [0.02, 0, 0],
        [0, 0.215, 0],
        [0, 0, 0.215],
      ],
      20,
    ),
  ]
}

/** Builds a car on the ground at the origin, with its nose towards +z. `rolled` is the driven distance in metres; it turns the wheels. */
export function buildCar(look: CarLook, rolled: number): Mesh[] {
  const shape = CAR_SHAPES[look.shape]
  const spin = rolled / WHEEL_RADIUS
  const mirrors = [-1, 1].map((side) =>
    ellipsoid(
      plain(scale(look.colour, 0.9), 0.4),
      [side * 0.9, shape.belt + 0.03, 0.68],
      [
        [0.1, 0, 0],
        [0, 0.07, 0],
        [0, 0, 0.06],
      ],
      10,
    ),
  )
  return [
    lowerBody(look, shape),
    cabin(look, shape),
    ...mirrors,
    ...WHEELS_Z.flatMap((z) => [...wheel(0.79, z, spin), ...wheel(-0.79, z, spin)]),
  ]
}
