import { expect, test } from 'vitest'
import type { RgbImage } from '../decode/decoded-frame.ts'
import { lookSignatureOf } from './look-signature.ts'

type Colour = [number, number, number]
const RED: Colour = [190, 40, 40]
const BLUE: Colour = [40, 50, 170]
const GREY: Colour = [90, 92, 90]
const BOX = { x: 0.25, y: 0.1, width: 0.25, height: 0.8 }

/** Draws a figure with a top and trousers, 0–1 as bright as in full light. */
function figure(top: Colour, trousers: Colour, light = 1): RgbImage {
  const [width, height] = [80, 60]
  const data = new Uint8Array(width * height * 3).fill(120)
  for (let y = 6; y < 54; y += 1)
    for (let x = 20; x < 40; x += 1)
      for (const [channel, value] of (y < 30 ? top : trousers).entries())
        data[(y * width + x) * 3 + channel] = Math.round(value * light + ((x * 7 + y * 3) % 9) - 4)
  return { width, height, data }
}

/** The intersection over union of two signatures, as the engine compares them. */
function likeness(one: RgbImage, other: RgbImage): number {
  const [a, b] = [one, other].map((picture) => [...Buffer.from(lookSignatureOf(picture, BOX), 'base64')])
  const sum = (choose: (...values: number[]) => number) =>
    a!.reduce((total, value, at) => total + choose(value, b![at]!), 0)
  return sum(Math.min) / sum(Math.max)
}

test('people in other clothes are told apart, also when only the trousers differ', () => {
  expect(likeness(figure(RED, BLUE), figure(RED, BLUE))).toBe(1)
  expect(likeness(figure(RED, BLUE), figure(RED, BLUE, 0.85))).toBeGreaterThan(0.75)
  expect(likeness(figure(RED, BLUE), figure(RED, GREY))).toBeLessThan(0.6)
  expect(likeness(figure(RED, BLUE), figure(BLUE, RED))).toBeLessThan(0.3)
  expect(likeness(figure(GREY, GREY), figure([220, 220, 225], GREY))).toBeLessThan(0.75)
})

test('a signature has 40 bytes, wherever the box is', () => {
  for (const box of [
    BOX,
    { x: -0.2, y: 0.9, width: 0.3, height: 0.4 },
    { x: 0.99, y: 0.99, width: 0.001, height: 0.001 },
  ])
    expect(Buffer.from(lookSignatureOf(figure(RED, BLUE), box), 'base64')).toHaveLength(40)
})
