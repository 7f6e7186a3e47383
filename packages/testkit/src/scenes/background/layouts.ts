import { linear } from '../geometry/vec.ts'
import type { Random } from '../random.ts'
import type { Ground } from './grounds.ts'
import { asphalt, divided, grass, gravel, marked, pavers } from './grounds.ts'
import { boards, brick, chainLink, corrugated, hedge, plaster, withOpenings } from './walls.ts'
import type { Opening, Wall, WallPaint } from './walls.ts'

/** A plant with leaves: a tree if it has a trunk, else a bush. */
export interface Plant {
  x: number
  z: number
  radius: number
  height: number
  trunk: number
}

/** The fixed objects in front of a camera. The ground between z = 4 and z = 13 stays free, because people and cars move there. */
export interface Layout {
  name: string
  ground: Ground
  walls: Wall[]
  plants: Plant[]
}

const BRICKS = ['#8c4f3d', '#9a6a52', '#7a5a4c', '#a5826a'].map(linear)
const PLASTERS = ['#d5cdb9', '#c9c6bf', '#b9b09c', '#a9b2b3'].map(linear)
const METALS = ['#9ba3a8', '#7f9199', '#b7b3a5', '#6d7c74'].map(linear)
const WOODS = ['#8a6b4a', '#6d5a45', '#94816a'].map(linear)
const DOORS = ['#4d5c63', '#5b3a2c', '#395043', '#7c7f82'].map(linear)
const STONES = ['#9c948a', '#a58f7d', '#8d8f90'].map(linear)

const across = (z: number, from: number, to: number, height: number, paint: WallPaint): Wall => ({
  origin: [from, 0, z],
  along: [to - from, 0, 0],
  up: [0, height, 0],
  paint,
})

const sideways = (x: number, from: number, to: number, height: number, paint: WallPaint): Wall => ({
  origin: [x, 0, from],
  along: [0, 0, to - from],
  up: [0, height, 0],
  paint,
})

function facade(random: Random, length: number, shutters: boolean): Opening[] {
  const openings: Opening[] = []
  let s = random.range(0.8, 1.6)
  while (s + 3 < length) {
    const colour = random.pick(DOORS)
    if (shutters && random.chance(0.5)) {
      openings.push({ kind: 'shutter', s, t: 0, wide: 3, high: 3, colour })
      s += 4.6
    } else if (random.chance(0.28)) {
      openings.push({ kind: 'door', s, t: 0, wide: 0.95, high: 2.05, colour })
      s += 2.2
    } else {
      openings.push({ kind: 'window', s, t: 1.05, wide: 1.25, high: 1.2, colour })
      s += random.range(2.4, 3.4)
    }
  }
  // The windows of the upper floor, if the building has one.
  if (!shutters) {
    for (let upper = random.range(1, 2); upper + 2 < length; upper += 3) {
      openings.push({ kind: 'window', s: upper, t: 3.35, wide: 1.1, high: 1.15, colour: random.pick(DOORS) })
    }
  }
  return openings
}

function plants(random: Random, spots: readonly (readonly [x: number, z: number, trunk: boolean])[]): Plant[] {
  return spots.map(([x, z, trunk]) => ({
    x: x + random.range(-0.6, 0.6),
    z: z + random.range(-0.6, 0.6),
    radius: trunk ? random.range(1.3, 1.9) : random.range(0.7, 1.1),
    height: trunk ? random.range(3, 4.2) : random.range(0.7, 1),
    trunk: trunk ? random.range(1.8, 2.4) : 0,
  }))
}

const LAYOUTS: Record<string, (random: Random) => Omit<Layout, 'name'>> = {
  forecourt: (random) => {
    const wall = brick(random.pick(BRICKS))
    const edge = random.range(5, 7)
    return {
      ground: divided(pavers(random.pick(STONES), 0.1, 0.2), grass, (x, z) => Math.min(edge - x, 15 - z)),
      walls: [
        across(16, -16, 6.5, 5.2, withOpenings(wall, 5.2, facade(random, 22, false))),
        sideways(6.5, 16, 26, 5.2, wall),
        across(20, 6.5, 30, 1.9, boards(random.pick(WOODS), 1.8)),
      ],
      plants: plants(random, [
        [8.5, 13, false],
        [11, 15, true],
        [-12, 14.6, false],
      ]),
    }
  },
  carPark: (random) => {
    const bay = random.range(2.4, 2.7)
    const shift = random.range(0, 2)
    const lines = (x: number, z: number): boolean =>
      (z > 13.4 && z < 18.2 && Math.abs((x + shift) / bay - Math.round((x + shift) / bay)) * bay < 0.05) ||
      (z > 13.35 && z < 13.45)
    return {
      ground: divided(marked(asphalt, lines), grass, (_x, z) => 19.5 - z),
      walls: [
        across(21, -26, 12, 6, withOpenings(corrugated(random.pick(METALS)), 6, facade(random, 38, true))),
        sideways(12, 21, 34, 6, corrugated(random.pick(METALS))),
      ],
      plants: plants(random, [
        [15, 20, true],
        [18, 22, true],
        [-13, 20, false],
      ]),
    }
  },
  yard: (random) => ({
    ground: divided(gravel, grass, (_x, z) => 17.5 - z),
    walls: [
      across(18, -24, 24, 2.1, chainLink(2)),
      across(26, -20, 4, 5.5, withOpenings(plaster(random.pick(PLASTERS)), 5.5, facade(random, 24, true))),
      across(15.5, 7, 13, 2.5, corrugated(linear(random.pick(['#7c3b2e', '#2f5a6b', '#56653d'])))),
      sideways(7, 15.5, 18, 2.5, corrugated(linear('#6c3a30'))),
    ],
    plants: plants(random, [
      [-14, 19, true],
      [10, 22, true],
      [-6, 19.5, false],
    ]),
  }),
  garden: (random) => {
    const lane = random.range(0.8, 1.4)
    return {
      ground: divided(gravel, grass, (_x, z) => 1.9 - Math.abs(z - 10 - lane)),
      walls: [
        across(16.5, -20, 4, 1.9, boards(random.pick(WOODS), 1.8)),
        across(17, 4, 20, 1.6, hedge),
        across(24, -6, 8, 5, withOpenings(plaster(random.pick(PLASTERS)), 5, facade(random, 14, false))),
      ],
      plants: plants(random, [
        [-8.5, 14.6, true],
        [9, 15, true],
        [-3.2, 15.4, false],
        [5.2, 15.6, false],
      ]),
    }
  },
  street: (random) => {
    const paving = pavers(random.pick(STONES), 0.3, 0.3)
    const road = marked(asphalt, (x, z) => Math.abs(z - 10.2) < 0.06 && ((x % 3) + 3) % 3 < 1.6)
    return {
      ground: divided(road, paving, (_x, z) => 3.2 - Math.abs(z - 10.2)),
      walls: [
        across(16.2, -22, 3, 6, withOpenings(brick(random.pick(BRICKS)), 6, facade(random, 25, false))),
        across(16, 3, 24, 6, withOpenings(plaster(random.pick(PLASTERS)), 6, facade(random, 21, false))),
      ],
      plants: plants(random, [
        [-9.5, 15, false],
        [10, 14.9, true],
      ]),
    }
  },
}

/** Creates the place of a camera, chosen and varied by the random source. */
export function createLayout(random: Random): Layout {
  const names = Object.keys(LAYOUTS)
  const name = random.pick(names)
  const make = LAYOUTS[name]
  if (!make) throw new Error(`No layout ${name}`)
  return { name, ...make(random) }
}
