import { expect, test } from 'vitest'
import type { Motion } from '../motion/find-motion.ts'
import { planLooks, tilesOf } from './plan-looks.ts'

const picture = { width: 1280, height: 720, data: new Uint8Array() }
const box = { x: 0.7, y: 0.6, width: 0.04, height: 0.1 }

function motion(shares: number[], change: Partial<Motion> = {}): Motion {
  const grey = { width: 0, height: 0, data: new Float32Array() }
  return {
    aligned: shares.map(() => grey),
    shifts: shares.map(() => ({ x: 0, y: 0 })),
    distinct: shares.map(() => true),
    frames: shares.map((share) => ({
      boxes: share > 0 ? [box] : [],
      share,
      hasClock: false,
      mask: new Uint8Array(),
      changed: share,
    })),
    background: grey,
    isGlobalChange: false,
    ...change,
  }
}

function frames(count: number) {
  return Array.from({ length: count }, () => picture)
}

test('the frame with the most motion is analysed first: whole, then its moving parts, then its tiles', () => {
  const looks = planLooks(frames(4), motion([0.01, 0.02, 0.05, 0.03]))
  expect(looks.map((look) => [look.frame, look.region !== undefined])).toEqual([
    [2, false],
    [2, true],
    [3, false],
    [3, true],
    [2, true],
    [2, true],
    [1, false],
    [0, false],
  ])
})

test('only one frame of a scene without motion is analysed', () => {
  expect(new Set(planLooks(frames(5), motion([0, 0, 0, 0, 0])).map((look) => look.frame))).toEqual(new Set([2]))
})

test('every frame is analysed if something changed at the edge, where clocks and distant people are', () => {
  const still = motion([0, 0, 0, 0, 0])
  still.frames[3]!.hasClock = true
  expect(planLooks(frames(5), still).filter(({ region }) => region === undefined)).toHaveLength(5)
})

test('motion gets no crops if the whole picture changed', () => {
  const looks = planLooks(frames(3), motion([0.7, 0.1, 0.1], { isGlobalChange: true }))
  expect(looks.filter((look) => look.region !== undefined)).toEqual(
    tilesOf(picture).map((region) => ({ frame: 1, region })),
  )
  expect(new Set(looks.map(({ frame }) => frame))).toEqual(new Set([0, 1, 2]))
})

test('a copy of an earlier frame is not analysed again', () => {
  const looks = planLooks(frames(3), motion([0.01, 0.02, 0.02], { distinct: [true, true, false] }))
  expect(looks.map((look) => look.frame)).not.toContain(2)
})

test('a single picture is analysed as a whole and in tiles', () => {
  expect(planLooks(frames(1), undefined)).toHaveLength(3)
})

test('tiles are squares that cover a wide or tall picture, and there are none for a square one', () => {
  for (const size of [picture, { width: 720, height: 1280 }, { width: 2560, height: 720 }]) {
    const tiles = tilesOf(size)
    for (const tile of tiles) expect(tile.width * size.width).toBeCloseTo(tile.height * size.height)
    expect(tiles[0]).toMatchObject({ x: 0, y: 0 })
    expect(tiles.at(-1)!.x + tiles.at(-1)!.width).toBeCloseTo(1)
    expect(tiles.at(-1)!.y + tiles.at(-1)!.height).toBeCloseTo(1)
  }
  expect(tilesOf({ width: 2560, height: 720 })).toHaveLength(4)
  expect(tilesOf({ width: 640, height: 600 })).toEqual([])
})

test.each([false, true])('every one of many frames is analysed (global change: %s)', (isGlobalChange) => {
  const shares = Array.from({ length: 12 }, (_, index) => (index + 1) / 100)
  const seen = new Set(planLooks(frames(12), motion(shares, { isGlobalChange })).map((look) => look.frame))
  expect(seen.size).toBe(12)
  expect([...seen].slice(0, 4)).toEqual(isGlobalChange ? [5, 6, 4, 7] : [11, 10, 9, 8])
})
