import { patches, tube } from '../geometry/mesh.ts'
import type { Mesh } from '../geometry/mesh.ts'
import { linear } from '../geometry/vec.ts'
import type { Vec3 } from '../geometry/vec.ts'
import { put } from '../figures/paints.ts'
import { createRandom } from '../random.ts'
import type { Plant } from './layouts.ts'

const LEAVES = ['#4f6b2f', '#5f7a35', '#3f5a2a', '#74853f', '#51632e'].map(linear)
const BARK = linear('#574a3b')

/**
 * Builds the leaves and the trunk of a plant from small turned patches. The wind (`gust`, 0 calm … 1 storm) at `time` seconds bends the
 * whole crown and shakes each leaf, the outer leaves most.
 */
export function buildPlant(plant: Plant, seed: number, gust: number, time: number): Mesh[] {
  const random = createRandom(seed)
  const leaves: [Vec3, Vec3, Vec3, Vec3][] = []
  const tones: number[] = []
  const centreY = plant.trunk > 0 ? plant.trunk + plant.radius * 0.75 : plant.height * 0.5
  const tall = plant.trunk > 0 ? plant.radius : plant.height * 0.55
  const count = Math.round(700 * plant.radius)
  const bend = gust * (0.35 * Math.sin(time * 1.9 + seed) + 0.22 * Math.sin(time * 4.3 + seed * 2))
  for (let i = 0; i < count; i++) {
    const angle = random.range(0, Math.PI * 2)
    const height = random.range(-1, 1)
    // The lobes make the crown irregular.
    const lobes = 0.88 + 0.2 * Math.sin(angle * 2 + seed) * Math.cos(height * 4 + seed)
    const reach = lobes * Math.sqrt(1 - height * height) * Math.cbrt(random.range(0.25, 1)) * random.range(0.8, 1.15)
    const sway = bend * (0.4 + 0.6 * (height + 1)) * (plant.trunk > 0 ? 1 : 0.5)
    const shake = gust * 0.16 * Math.sin(time * 9 + i * 1.7)
    const x = plant.radius * reach * Math.cos(angle) + sway + shake
    const y = centreY + tall * lobes * height + shake * 0.6
    const z = plant.radius * reach * Math.sin(angle) + sway * 0.4
    const size = random.range(0.05, 0.12)
    const tilt = random.range(0, Math.PI) + gust * 0.8 * Math.sin(time * 7 + i)
    const c = Math.cos(tilt) * size
    const s = Math.sin(tilt) * size
    const deep = random.range(-0.6, 0.6) * size
    leaves.push([
      [x - c, y - s, z - deep],
      [x + s * 0.6, y - c * 0.6, z],
      [x + c, y + s, z + deep],
      [x - s * 0.6, y + c * 0.6, z],
    ])
    // Leaves inside and below get less light from the sky.
    tones.push((0.35 + 0.45 * reach + 0.25 * height) * random.range(0.7, 1.3))
  }
  const crown = patches((_u, _v, index, out) => {
    const i = Math.round(index)
    put(out, LEAVES[i % LEAVES.length] ?? BARK, Math.max(0.15, tones[i] ?? 0.5))
  }, leaves)
  if (plant.trunk === 0) return [crown]
  const trunk = tube(
    (angle, along, _ring, out) => put(out, BARK, 0.7 + 0.4 * Math.abs(Math.sin(angle * 5 + along * 9))),
    [
      [[0, 0, 0], 0.16, 0.16],
      [[bend * 0.1, plant.trunk * 0.6, 0], 0.12, 0.12],
      [[bend * 0.4, plant.trunk + plant.radius * 0.6, 0], 0.07, 0.07],
    ],
  )
  return [crown, trunk]
}
