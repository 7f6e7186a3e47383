import { expect, test } from 'vitest'
import type { GreyImage } from '../motion/grey-image.ts'
import { binarise } from './binarise.ts'
import { level } from './level.ts'

const WIDTH = 60
const HEIGHT = 30

function draw(valueAt: (x: number, y: number) => number): GreyImage {
  const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, at) => valueAt(at % WIDTH, Math.floor(at / WIDTH)))
  return { width: WIDTH, height: HEIGHT, data }
}
const isStroke = (x: number, y: number) => x % 12 < 3 && y > 6 && y < 24
const isInside = (at: number) => at % WIDTH > 12 && at % WIDTH < WIDTH - 12

test('strokes are separated from the background in a shadow', () => {
  const image = draw((x, y) => (isStroke(x, y) ? 60 : 200) * (1 - (0.6 * x) / WIDTH))
  const { dark } = binarise(image, 18)
  const strokes = [...dark.keys()].filter((at) => isStroke(at % WIDTH, Math.floor(at / WIDTH)) && isInside(at))
  const paper = [...dark.keys()].filter((at) => at < 5 * WIDTH)
  expect(strokes.length).toBeGreaterThan(100)
  expect(strokes.every((at) => dark[at] === 1)).toBe(true)
  expect(paper.every((at) => dark[at] === 0)).toBe(true)
})

test('light strokes on a dark background are found like dark strokes on a light background', () => {
  const image = draw((x, y) => (isStroke(x, y) ? 60 : 200))
  const inverted = { ...image, data: image.data.map((value) => 255 - value) }
  expect(binarise(inverted, 18).light).toEqual(binarise(image, 18).dark)
})

test('a surface without contrast has no strokes', () => {
  const { dark, light } = binarise(
    draw(() => 128),
    18,
  )
  expect(dark.some(Boolean) || light.some(Boolean)).toBe(false)
})

test('a sloping line is levelled', () => {
  const slope = 0.2
  const sloping = draw((x, y) => (Math.abs(y - 15 - slope * (x - WIDTH / 2)) < 1 ? 0 : 255))
  const { data } = level(sloping, slope)
  for (let x = 12; x < 48; x += 1) expect(data[15 * WIDTH + x]).toBeLessThan(80)
})
