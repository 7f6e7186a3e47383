import { linear, smoothstep } from '../geometry/vec.ts'
import type { Vec3 } from '../geometry/vec.ts'
import type { Material } from '../geometry/mesh.ts'
import { fractalNoise, hash2, valueNoise } from '../noise.ts'
import { put } from '../figures/paints.ts'

/** Paints the ground at x, z (metres). `grain` is the size of a pixel there, in metres; finer detail is left out. */
export type Ground = (x: number, z: number, grain: number, out: Material) => void

/** The share (0…1) of a detail of `size` metres that is still visible at this pixel size. */
const visible = (size: number, grain: number): number => smoothstep(0.4, 2.2, size / grain)

/** The darkness (0…1) of joints of `width` metres that repeat every `pitch` metres. */
function joint(position: number, pitch: number, width: number, grain: number): number {
  const inside = Math.abs(position / pitch - Math.round(position / pitch)) * pitch
  const soft = Math.max(width, grain * 0.7)
  return Math.max(0, 1 - inside / soft) * Math.min(1, width / (grain * 0.6))
}

const ASPHALT = linear('#62625f')
/** Worn asphalt with patches, grains and a few tar lines. */
export const asphalt: Ground = (x, z, grain, out) => {
  const wear = fractalNoise(x * 0.35 + 9, z * 0.35, 3)
  const speck = (valueNoise(x * 130, z * 130) - 0.5) * visible(0.008, grain)
  const coarse = (valueNoise(x * 22, z * 22) - 0.5) * visible(0.05, grain)
  const crack = Math.abs(valueNoise(x * 0.8 + 3, z * 0.8) - 0.5) < 0.006 ? 0.3 * visible(0.02, grain) : 0
  put(out, ASPHALT, 0.72 + 0.55 * wear + 0.5 * speck + 0.35 * coarse - crack)
}

const GRAVEL = linear('#8f8574')
/** Loose gravel. */
export const gravel: Ground = (x, z, grain, out) => {
  const track = fractalNoise(x * 0.5, z * 0.2 + 4, 2)
  const stone = (valueNoise(x * 62, z * 62) - 0.5) * visible(0.016, grain)
  const pebble = (valueNoise(x * 15 + 2, z * 15) - 0.5) * visible(0.07, grain)
  put(out, GRAVEL, 0.62 + 0.6 * track + 0.7 * stone + 0.5 * pebble)
}

const GRASS_LIGHT = linear('#77883f')
const GRASS_DARK = linear('#3d5024')
/** A lawn with worn and lush places. */
export const grass: Ground = (x, z, grain, out) => {
  const patch = fractalNoise(x * 0.45, z * 0.45 + 11, 3)
  const tuft = (valueNoise(x * 11, z * 7) - 0.5) * visible(0.1, grain)
  const blade = (valueNoise(x * 70, z * 28) - 0.5) * visible(0.016, grain)
  const t = Math.min(1, Math.max(0, patch + 0.55 * tuft + 0.6 * blade))
  const level = 0.75 + 0.7 * tuft + 0.8 * blade
  out.r = (GRASS_DARK[0] + (GRASS_LIGHT[0] - GRASS_DARK[0]) * t) * level
  out.g = (GRASS_DARK[1] + (GRASS_LIGHT[1] - GRASS_DARK[1]) * t) * level
  out.b = (GRASS_DARK[2] + (GRASS_LIGHT[2] - GRASS_DARK[2]) * t) * level
  out.gloss = 0
}

/** Paving stones of one colour, `wide` by `long` metres, with every second row shifted. */
export function pavers(colour: Vec3, wide: number, long: number): Ground {
  return (x, z, grain, out) => {
    const row = Math.floor(z / wide)
    const shifted = x + (row % 2 === 0 ? 0 : long / 2)
    const stone = (hash2(Math.floor(shifted / long) + 40, row) - 0.5) * visible(long, grain)
    const gap = Math.max(joint(z, wide, 0.009, grain), joint(shifted, long, 0.009, grain))
    const dirt = fractalNoise(x * 0.6 + 5, z * 0.6, 3)
    const speck = (valueNoise(x * 60, z * 60) - 0.5) * visible(0.02, grain)
    put(out, colour, (0.7 + 0.5 * dirt + 0.22 * stone + 0.25 * speck) * (1 - 0.4 * gap))
  }
}

const PAINT = linear('#d8d6cc')
/** A ground with worn white paint at the positions where `on` returns true. */
export function marked(ground: Ground, on: (x: number, z: number) => boolean): Ground {
  return (x, z, grain, out) => {
    ground(x, z, grain, out)
    if (!on(x, z)) return
    const worn = smoothstep(0.25, 0.5, fractalNoise(x * 5, z * 5, 3))
    const keep = 1 - 0.8 * worn
    out.r = out.r * keep + PAINT[0] * 0.8 * worn
    out.g = out.g * keep + PAINT[1] * 0.8 * worn
    out.b = out.b * keep + PAINT[2] * 0.8 * worn
  }
}

/** Two grounds with an uneven border between them. `edge` is the distance to the border in metres, positive inside. */
export function divided(inside: Ground, outside: Ground, edge: (x: number, z: number) => number): Ground {
  return (x, z, grain, out) => {
    const ragged = edge(x, z) + (valueNoise(x * 3, z * 3) - 0.5) * 0.12
    if (ragged > 0) inside(x, z, grain, out)
    else outside(x, z, grain, out)
    const border = Math.max(0, 1 - Math.abs(ragged) / 0.07)
    out.r *= 1 - 0.35 * border
    out.g *= 1 - 0.35 * border
    out.b *= 1 - 0.35 * border
  }
}
