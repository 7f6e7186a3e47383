import { sheet, tube } from '../geometry/mesh.ts'
import type { Mesh, Paint } from '../geometry/mesh.ts'
import { linear } from '../geometry/vec.ts'
import type { Vec3 } from '../geometry/vec.ts'
import type { Random } from '../random.ts'
import { plain, put } from './paints.ts'

const COLOURS = ['#b02a2a', '#22489a', '#e3e1d8', '#d8b52c', '#2c6b3f', '#1f2024'].map(linear)
const STEEL = linear('#b4b8ba')
const COLUMNS = 18
const ROWS = 8

/** The appearance of a flag and its mast. Lengths are in metres. */
export interface FlagLook {
  stripes: readonly [Vec3, Vec3, Vec3]
  upright: boolean
  long: number
  high: number
  mast: number
}

/** Creates the appearance of a flag. The same random source gives the same flag in every frame. */
export function createFlag(random: Random): FlagLook {
  return {
    stripes: [random.pick(COLOURS), random.pick(COLOURS), random.pick(COLOURS)],
    upright: random.chance(0.5),
    long: random.range(1.2, 1.9),
    high: random.range(0.8, 1.2),
    mast: random.range(3, 4.2),
  }
}

/** Builds a flag on its mast at the origin, after `time` seconds. Waves run along the cloth, which sinks when the wind drops. */
export function buildFlag(look: FlagLook, time: number, wind: number): Mesh[] {
  const gust = wind * (0.75 + 0.25 * Math.sin(time * 1.3))
  const droop = 1 - gust
  const rows = Array.from({ length: ROWS + 1 }, (_unused, row): Vec3[] =>
    Array.from({ length: COLUMNS + 1 }, (_none, column): Vec3 => {
      const along = column / COLUMNS
      const down = row / ROWS
      const wave = 0.22 * along * Math.sin(along * 7 - time * 8 + down * 0.8) * (0.4 + gust)
      const reach = look.long * along * (1 - 0.55 * droop * along)
      return [reach, look.mast - 0.1 - look.high * down - look.long * 0.75 * droop * along ** 1.5 + 0.3 * wave, wave]
    }),
  )
  const cloth: Paint = (x, y, z, out) => {
    const share = look.upright ? x / look.long : (look.mast - y) / look.high
    const stripe = look.stripes[Math.min(2, Math.max(0, Math.floor(share * 3)))] ?? look.stripes[0]
    put(out, stripe, 0.85 + 0.9 * z)
  }
  const mast = tube(plain(STEEL, 0.2), [
    [[0, 0, 0], 0.04, 0.04],
    [[0, look.mast, 0], 0.03, 0.03],
  ])
  return [sheet(cloth, rows), mast]
}
