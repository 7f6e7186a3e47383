import { sheet, tube } from '../geometry/mesh.ts'
import type { Mesh, Paint } from '../geometry/mesh.ts'
import { linear } from '../geometry/vec.ts'
import type { Vec3 } from '../geometry/vec.ts'
import type { Random } from '../random.ts'
import { plain, put } from './paints.ts'

const COLOURS = ['#d9d2c2', '#8b2f2f', '#3c5a78', '#b79b55', '#e8e6e0', '#5d6b4a'].map(linear)
const STEEL = linear('#8f9294')
const COLUMNS = 40
const ROWS = 10
/** The depth of a fold, and how far the draught moves the hem, in metres. */
const FOLD = 0.06
const DRAUGHT = 0.35

/** The appearance of a curtain on its rail. Lengths are in metres. */
export interface CurtainLook {
  colour: Vec3
  wide: number
  high: number
  folds: number
}

/** Creates the appearance of a curtain. The same random source gives the same curtain in every frame. */
export function createCurtain(random: Random): CurtainLook {
  return {
    colour: random.pick(COLOURS),
    wide: random.range(0.7, 1.8),
    high: random.range(1.7, 2.3),
    folds: random.range(5, 9),
  }
}

/** Builds a curtain between two posts at the origin, after `time` seconds. A draught moves its hem, and least at the rail. */
export function buildCurtain(look: CurtainLook, time: number): Mesh[] {
  const { wide, high, folds } = look
  const gust = Math.sin(time * 1.1) * Math.sin(time * 0.37 + 1)
  const rows = Array.from({ length: ROWS + 1 }, (_unused, row): Vec3[] =>
    Array.from({ length: COLUMNS + 1 }, (_none, column): Vec3 => {
      const [along, down] = [column / COLUMNS, row / ROWS]
      const fold = FOLD * Math.sin(along * folds * 2 * Math.PI + down * gust)
      const sway = DRAUGHT * down ** 1.5 * (gust + 0.4 * Math.sin(time * 2.3 + along * 4))
      return [wide * (along - 0.5) + 0.4 * sway * down, high * (1 - down) + 0.05, fold + sway]
    }),
  )
  const cloth: Paint = (_x, _y, z, out) => put(out, look.colour, 0.8 + 2 * Math.max(-0.1, Math.min(0.1, z)))
  const post = (x: number): Mesh =>
    tube(plain(STEEL, 0.2), [
      [[x, 0, 0], 0.03, 0.03],
      [[x, high + 0.1, 0], 0.03, 0.03],
    ])
  return [sheet(cloth, rows), post(-wide / 2), post(wide / 2)]
}
