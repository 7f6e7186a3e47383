import { describe, expect, test } from 'vitest'
import { sniffMedia } from '../sniff.ts'
import { decodeMedia } from './decode-media.ts'
import { encodeClip } from './encode-clip.ts'
import { SpreadSample, sampleTimes } from './sample-times.ts'

const SIZE = { width: 320, height: 240, framesPerSecond: 10 }

async function decode(bytes: Uint8Array, id = 'c') {
  return decodeMedia([{ id, bytes }], Infinity)
}

function brightnessOf(frame: { rgb: { data: Uint8Array } }): number {
  return frame.rgb.data.reduce((sum, value) => sum + value, 0) / frame.rgb.data.length
}

describe('a clip', () => {
  test.each([
    ['mp4', 'h264', 'video/mp4'],
    ['mov', 'h264', 'video/quicktime'],
    ['mkv', 'h264', 'video/x-matroska'],
    ['ts', 'h264', 'video/mp2t'],
    ['h264', 'h264', 'video/h264'],
    ['avi', 'mjpeg', 'video/x-msvideo'],
  ] as const)('in %s (%s) is cut into six pictures in order', async (extension, codec, type) => {
    const levels = Array.from({ length: 40 }, (_, index) => 40 + 4 * index)
    const bytes = encodeClip({ ...SIZE, extension, codec, levels })
    expect(sniffMedia(bytes.subarray(0, 512)).type).toBe(type)
    const { frames, problems } = await decode(bytes)
    expect(problems).toEqual([])
    expect(frames.map((frame) => [frame.index, frame.width, frame.height])).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => [index, 320, 240]),
    )
    const brightness = frames.map(brightnessOf)
    expect(brightness).toEqual(brightness.toSorted((a, b) => a - b))
    expect(brightness[5]! - brightness[0]!).toBeGreaterThan(80)
    for (const frame of frames) expect(sniffMedia(frame.jpeg!).type).toBe('image/jpeg')
  })

  test('is sampled around its middle, with the seconds between the pictures', async () => {
    // Forty seconds, bright only for the twelve in the middle.
    const levels = Array.from({ length: 400 }, (_, index) => (index >= 140 && index < 260 ? 200 : 60))
    const { frames } = await decode(encodeClip({ ...SIZE, extension: 'mp4', codec: 'h264', levels }))
    expect(frames.map(brightnessOf).every((level) => level > 180)).toBe(true)
    expect(frames.map((frame) => frame.offsetMs)).toEqual([0, 2000, 4000, 6000, 8000, 10000])
  })

  test('that was cut off still gives the pictures it has', async () => {
    const levels = Array.from({ length: 100 }, (_, index) => 40 + 2 * index)
    const whole = encodeClip({ ...SIZE, extension: 'ts', codec: 'h264', levels })
    const { frames } = await decode(whole.subarray(0, Math.floor(whole.length / 2)))
    expect(frames.length).toBeGreaterThan(2)
  })

  test('without its index is broken, and says so', async () => {
    const whole = encodeClip({ ...SIZE, extension: 'mp4', codec: 'h264', levels: Array.from({ length: 30 }, () => 90) })
    const { frames, problems } = await decode(whole.subarray(0, 200))
    expect(frames).toEqual([])
    expect(problems).toEqual([{ mediaId: 'c', code: 'broken', detail: expect.any(String) }])
  })

  test('of more pixels than allowed is refused', async () => {
    const bytes = encodeClip({
      extension: 'avi',
      codec: 'mjpeg',
      width: 4608,
      height: 3600,
      framesPerSecond: 1,
      levels: [90],
    })
    expect((await decode(bytes)).problems).toMatchObject([{ code: 'too-many-pixels' }])
  })
})

test('sampleTimes stays inside the clip and close together', () => {
  expect(sampleTimes(40)).toEqual({ from: 14, to: 26, times: [15, 17, 19, 21, 23, 25] })
  expect(sampleTimes(0.1).times).toEqual([0.05])
  for (const duration of [0.7, 1, 3, 11, 600]) {
    const { times } = sampleTimes(duration)
    expect(times.length).toBeLessThanOrEqual(6)
    expect(times.every((time) => time > 0 && time < duration)).toBe(true)
  }
})

test('SpreadSample keeps an even spread of a sequence of unknown length', () => {
  const sample = new SpreadSample<number>(4)
  let made = 0
  for (let item = 0; item < 1000; item += 1) {
    if (!sample.wantsNext()) {
      sample.skip()
      continue
    }
    made += 1
    sample.add(item)
  }
  const taken = sample.take()
  const gaps = taken.slice(1).map((item, index) => item - taken[index]!)
  expect(taken).toHaveLength(4)
  expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThanOrEqual(2)
  expect(taken[3]! - taken[0]!).toBeGreaterThan(500)
  expect(made).toBeLessThan(60)
})
