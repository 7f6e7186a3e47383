import { ellipsoid, tube } from '../geometry/mesh.ts'
import type { Mesh, Paint } from '../geometry/mesh.ts'
import { linear } from '../geometry/vec.ts'
import type { Vec3 } from '../geometry/vec.ts'
import { fractalNoise } from '../noise.ts'
import type { Random } from '../random.ts'
import { plain, put } from './paints.ts'

const COATS = ['#8a5a2e', '#2a2724', '#7c7a76', '#b59a78'].map(linear)

/** Chooses the colour of a cat. The same random source gives the same cat in every frame. */
export const createCoat = (random: Random): Vec3 => random.pick(COATS)

/** Builds a cat, about 30 cm high, that walks towards +z. `phase` is the position in its step (0…1). */
export function buildCat(coat: Vec3, phase: number): Mesh[] {
  const turn = phase * Math.PI * 2
  const fur: Paint = (angle, along, _ring, out) =>
    put(out, coat, 0.55 + 0.9 * fractalNoise(Math.cos(angle) * 2 + 4, along * 26, 3))
  const leg = (x: number, z: number, offset: number): Mesh => {
    const swing = 0.07 * Math.sin(turn + offset)
    const lift = 0.03 * Math.max(0, Math.cos(turn + offset))
    return tube(
      fur,
      [
        [[x, 0.2, z], 0.035, 0.04],
        [[x, 0.11, z + swing * 0.3 - 0.01], 0.022, 0.024],
        [[x, 0.02 + lift, z + swing], 0.017, 0.018],
        [[x, 0.008 + lift, z + swing + 0.025], 0.018, 0.022],
      ],
      [1, 0, 0],
      8,
    )
  }
  const wave = 0.05 * Math.sin(turn)
  return [
    tube(
      fur,
      [
        [[0, 0.22, -0.26], 0.02, 0.02],
        [[0, 0.225, -0.22], 0.062, 0.068],
        [[0, 0.22, -0.08], 0.066, 0.072],
        [[0, 0.215, 0.08], 0.064, 0.07],
        [[0, 0.23, 0.19], 0.055, 0.062],
        [[0, 0.27, 0.26], 0.036, 0.04],
      ],
      [1, 0, 0],
      12,
    ),
    ellipsoid(
      plain(coat),
      [0, 0.305, 0.3],
      [
        [0.05, 0, 0],
        [0, 0.046, 0],
        [0, 0, 0.052],
      ],
      12,
    ),
    ellipsoid(
      plain([coat[0] * 0.7, coat[1] * 0.7, coat[2] * 0.7]),
      [0, 0.292, 0.35],
      [
        [0.024, 0, 0],
        [0, 0.018, 0],
        [0, 0, 0.02],
      ],
      8,
    ),
    ...[-1, 1].map((side) =>
      tube(
        plain(coat),
        [
          [[side * 0.03, 0.335, 0.295], 0.018, 0.01],
          [[side * 0.036, 0.378, 0.292], 0.002, 0.002],
        ],
        [1, 0, 0],
        6,
      ),
    ),
    tube(
      fur,
      [
        [[0, 0.25, -0.25], 0.02, 0.02],
        [[wave * 0.4, 0.3, -0.36], 0.017, 0.017],
        [[wave, 0.4, -0.42], 0.014, 0.014],
        [[wave * 1.4, 0.47, -0.4], 0.006, 0.006],
      ],
      [1, 0, 0],
      8,
    ),
    leg(-0.04, 0.15, 0),
    leg(0.04, 0.15, Math.PI),
    leg(-0.045, -0.18, Math.PI),
    leg(0.045, -0.18, 0),
  ]
}
