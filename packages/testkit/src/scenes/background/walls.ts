import { linear, smoothstep } from '../geometry/vec.ts'
import type { Vec3 } from '../geometry/vec.ts'
import type { Material } from '../geometry/mesh.ts'
import { fractalNoise, hash2, valueNoise } from '../noise.ts'
import { put } from '../figures/paints.ts'

/** Paints a wall `s` metres along and `t` metres up. `grain` is the size of a pixel in metres. Returns false at a hole in the wall. */
export type WallPaint = (s: number, t: number, grain: number, out: Material) => boolean

/** A vertical or horizontal rectangle. */
export interface Wall {
  origin: Vec3
  along: Vec3
  up: Vec3
  paint: WallPaint
}

const within = (value: number, from: number, to: number): boolean => value >= from && value < to
const dirt = (s: number, t: number): number =>
  0.82 + 0.3 * fractalNoise(s * 0.7, t * 0.9, 3) - 0.15 * Math.exp(-t * 2.5)

/** Courses of brick with lighter joints. */
export function brick(colour: Vec3): WallPaint {
  return (s, t, grain, out) => {
    const row = Math.floor(t / 0.075)
    const shifted = s + (row % 2) * 0.11
    const tone = (hash2(Math.floor(shifted / 0.22), row) - 0.5) * smoothstep(0.3, 1.5, 0.2 / grain)
    const inRow = t / 0.075 - row
    const inStone = shifted / 0.22 - Math.floor(shifted / 0.22)
    const gap = (inRow < 0.14 || inStone < 0.05 ? 1 : 0.15) * smoothstep(0.5, 1.5, 0.07 / grain)
    put(out, colour, dirt(s, t) * (0.95 + 0.5 * tone + 0.3 * gap))
    return true
  }
}

/** Rendered wall. */
export function plaster(colour: Vec3): WallPaint {
  return (s, t, _grain, out) => {
    put(out, colour, dirt(s, t) * (0.96 + 0.08 * valueNoise(s * 20, t * 20)))
    return true
  }
}

/** Corrugated metal. */
export function corrugated(colour: Vec3): WallPaint {
  return (s, t, grain, out) => {
    const wave = Math.sin((s / 0.25) * Math.PI * 2) * smoothstep(0.4, 1.6, 0.25 / grain)
    const streak = 0.1 * (fractalNoise(s * 6, t * 0.3, 2) - 0.5)
    put(out, colour, dirt(s, t * 0.5) * (1 + 0.18 * wave + streak), 0.05)
    return true
  }
}

/** A fence of vertical boards, open between and above them. */
export function boards(colour: Vec3, height: number): WallPaint {
  return (s, t, grain, out) => {
    const board = Math.floor(s / 0.14)
    const inside = s / 0.14 - board
    if (t > height - 0.05 * hash2(board, 7)) return false
    if (inside > 0.94 && grain < 0.03) {
      put(out, colour, 0.15)
      return true
    }
    const wood = fractalNoise(s * 26, t * 1.6 + board * 5, 3)
    const rail = within(t, 0.35, 0.44) || within(t, height - 0.5, height - 0.41) ? 0.85 : 1
    put(out, colour, dirt(s, t) * (0.65 + 0.35 * hash2(board, 3) + 0.35 * wood) * rail)
    return true
  }
}

/** A fence of wire mesh on posts. Most of it is open. */
export function chainLink(height: number): WallPaint {
  const steel = linear('#9aa09c')
  return (s, t, grain, out) => {
    if (t > height) return false
    const post = Math.abs(s / 2.4 - Math.round(s / 2.4)) * 2.4 < 0.035
    const bar = within(t, height - 0.05, height)
    put(out, steel, post || bar ? 0.55 : 0.4)
    if (post || bar) return true
    const a = (s + t) / 0.07
    const b = (s - t) / 0.07
    const near = Math.min(Math.abs(a - Math.round(a)), Math.abs(b - Math.round(b))) * 0.07
    // Far away, the wires are thinner than a pixel. A sparse fixed pattern replaces them.
    return grain > 0.012 ? hash2(Math.floor(s * 60), Math.floor(t * 60)) < 0.16 : near < 0.004
  }
}

/** A clipped hedge. */
export const hedge: WallPaint = (s, t, grain, out) => {
  const leaf = (hash2(Math.floor(s * 26), Math.floor(t * 26)) - 0.5) * smoothstep(0.5, 2, 0.04 / grain)
  const mass = fractalNoise(s * 2.2, t * 2.2, 4)
  put(out, linear('#4c5f2e'), Math.max(0.12, 0.15 + 1.2 * mass * mass + 0.7 * leaf))
  return true
}

/** A window or the like in a wall: its position (metres along and up) and its size. */
export interface Opening {
  kind: 'window' | 'door' | 'shutter' | 'vent'
  s: number
  t: number
  wide: number
  high: number
  colour: Vec3
}

const GLASS = linear('#3a4550')
const FRAME = linear('#d9d8d2')

const PLINTH = linear('#6b665f')

/** Adds windows, doors, shutters, a plinth and eaves to a wall that is `high` metres high. */
export function withOpenings(base: WallPaint, high: number, openings: readonly Opening[]): WallPaint {
  return (s, t, grain, out) => {
    for (const o of openings) {
      const u = s - o.s
      const v = t - o.t
      if (!within(u, -0.08, o.wide + 0.08) || !within(v, -0.08, o.high + 0.08)) continue
      const framed = !within(u, 0, o.wide) || !within(v, 0, o.high)
      if (o.kind === 'window') {
        const bar = Math.abs(u - o.wide / 2) < 0.03
        if (framed || bar) put(out, FRAME, v < -0.02 ? 0.8 : 0.95)
        else put(out, GLASS, 0.5 + 0.9 * valueNoise(u * 1.4 + o.s, v * 0.9) + (v / o.high) * 0.5, 0.25)
      } else if (o.kind === 'shutter') {
        const slat = Math.sin((v / 0.11) * Math.PI * 2) * smoothstep(0.5, 2, 0.1 / grain)
        put(out, framed ? FRAME : o.colour, framed ? 0.5 : 0.85 + 0.13 * slat, 0.05)
      } else if (o.kind === 'door') {
        const panel = within(u, 0.12, o.wide - 0.12) && (within(v, 0.2, 0.9) || within(v, 1.1, o.high - 0.2))
        put(out, framed ? FRAME : o.colour, framed ? 0.7 : panel ? 0.82 : 1)
        if (Math.hypot(u - o.wide + 0.1, v - 1) < 0.04) put(out, FRAME, 0.4)
      } else put(out, o.colour, 0.4 + 0.4 * (Math.floor(v / 0.06) % 2))
      return true
    }
    const drawn = base(s, t, grain, out)
    // Plinth and eaves.
    if (t < 0.28) put(out, PLINTH, 0.8 + 0.3 * valueNoise(s * 3, 1))
    if (t > high - 0.22) put(out, FRAME, t > high - 0.16 ? 0.32 : 0.12)
    return drawn
  }
}
