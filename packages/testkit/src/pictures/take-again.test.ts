import sharp from 'sharp'
import { expect, test } from 'vitest'
import { renderScene } from '../scenes/render-scene.ts'
import { takeAgain } from './take-again.ts'

const frame = async (night: boolean) => {
  const [first] = await renderScene({ kind: 'parked-car', seed: 3, frames: 1, width: 320, height: 180, night })
  return first?.jpeg ?? new Uint8Array()
}
const meansOf = async (jpeg: Uint8Array) => (await sharp(jpeg).stats()).channels.map(({ mean }) => mean)

test('a variation shows the same scene with other light and other noise, and is equal for the same seed', async () => {
  const jpeg = await frame(false)
  const again = await takeAgain(jpeg, 0.9, 'a')
  expect(await takeAgain(jpeg, 0.9, 'a')).toEqual(again)
  expect(await takeAgain(jpeg, 0.9, 'b')).not.toEqual(again)
  const [before = 0] = await meansOf(jpeg)
  const [after = 0] = await meansOf(again)
  expect(after / before).toBeCloseTo(0.9, 1)
  expect(await sharp(again).metadata()).toMatchObject({ width: 320, height: 180 })
})

test('a grey picture stays grey', async () => {
  const [red, , blue] = await meansOf(await takeAgain(await frame(true), 1.05, 'a'))
  expect(red).toBe(blue)
})
