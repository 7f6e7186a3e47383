import { expect, test } from 'vitest'
import { readSps } from './read-sps.ts'

test.each([
  ['High', '6764001eacd940a02ff97016d40404052000007d20001d4c11e2c5b2c0', 'avc1.64001e', 640, 360],
  ['Baseline', '6742c01fda014016ec0440000003004000000c03c60ca8', 'avc1.42c01f', 1280, 720],
  ['Constrained Baseline', '6742c015da0280bfe5c044000003000400000300c83c58ba80', 'avc1.42c015', 640, 360],
])('reads the set of parameters of %s', (_name, hex, codec, width, height) => {
  expect(readSps(Buffer.from(hex, 'hex'))).toEqual({ codec, width, height })
})

test('reads damaged ones in no time, and says that they are', () => {
  let state = 7
  const random = () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16
  let sides: number[] = [0]
  for (let count = 0; count < 3_000; count++) {
    const nal = Buffer.from(Array.from({ length: 1 + (random() % 60) }, () => random() & 0xff))
    nal.writeUInt8(0x67, 0)
    const facts = readSps(nal)
    if (facts) sides = [Math.max(...sides, facts.width, facts.height), Math.min(...sides, facts.width, facts.height)]
  }
  expect(Math.max(...sides)).toBeLessThanOrEqual(16_384)
  expect(Math.min(...sides)).toBeGreaterThanOrEqual(0)
})
