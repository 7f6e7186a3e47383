import { expect, test } from 'vitest'
import type { GreyImage } from '../motion/grey-image.ts'
import { checkScene } from './check-scene.ts'

const WIDTH = 96
const HEIGHT = 54

function draw(value: (x: number, y: number) => number): GreyImage {
  return {
    width: WIDTH,
    height: HEIGHT,
    data: Float32Array.from({ length: WIDTH * HEIGHT }, (_, index) => value(index % WIDTH, Math.floor(index / WIDTH))),
  }
}

const yard = draw((x, y) => ((Math.floor(x / 8) + Math.floor(y / 8)) % 2 === 0 ? 90 : 160))
const black = draw((x) => 3 + (x % 3))
const hand = draw((x) => 70 + (x % 4))
const night = draw((x, y) => (x > 40 && x < 50 && y > 20 ? 12 : 2))
const fog = draw((x, y) => 120 + 40 * Math.sin(x / 30) + 20 * Math.cos(y / 25))

test.each([
  ['an ordinary yard', yard, []],
  ['no light at all', black, ['scene-dark']],
  ['a hand before the lens', hand, ['scene-covered']],
  ['a yard by night without a lamp', night, ['scene-dark']],
  ['a lens out of focus', fog, ['scene-blurred']],
] as const)('%s gives the expected findings', (_, image, codes) => {
  expect(checkScene([image], false).map((reason) => reason.code)).toEqual(codes)
})

test('a single frame with visible content prevents any finding', () => {
  expect(checkScene([black, yard, hand], false)).toEqual([])
})

test('a thermal picture has a finding if it is uniform, but not if it is dark or soft', () => {
  expect(checkScene([fog], true)).toEqual([])
  expect(checkScene([draw((x, y) => (x > 40 && y > 20 ? 16 : 1))], true)).toEqual([])
  expect(checkScene([hand], true)).toEqual([{ code: 'scene-covered' }])
})

test('without frames there is no finding', () => {
  expect(checkScene([], false)).toEqual([])
})
