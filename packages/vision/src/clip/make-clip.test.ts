import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Detection } from '../types.ts'
import { lookAtClip as look } from './look-at-clip.fixture.ts'
import { makeClip } from './make-clip.ts'

const SOON = () => performance.now() + 60_000
const picture = (background: string, width = 640, height = 360) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
const PERSON: Detection = {
  frame: 0,
  class: 'person',
  label: 'person',
  score: 0.9,
  box: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 },
  counted: true,
  moved: true,
  masked: false,
  static: false,
  model: 'test',
}
const shown = (jpeg: Uint8Array, showMs = 1000) => ({ jpeg, detections: [], showMs })

describe('a clip of pictures', () => {
  it('is an MP4 that shows each picture for its time', async () => {
    const clip = await makeClip(
      {
        pictures: [
          { jpeg: await picture('#000000'), detections: [], showMs: 1000 },
          { jpeg: await picture('#ffffff'), detections: [], showMs: 400 },
          { jpeg: await picture('#000000'), detections: [], showMs: 10 },
        ],
        maxSide: 1280,
      },
      SOON(),
    )
    expect(Buffer.from(clip.subarray(4, 8)).toString()).toBe('ftyp')
    const { pictures, size, duration } = await look(clip)
    expect(size).toBe('640x360')
    expect(pictures.map(({ luma }) => luma > 128)).toEqual([...Array(5).fill(false), true, true, false])
    expect(pictures.map(({ seconds }) => Math.round(seconds * 10))).toEqual([0, 2, 4, 6, 8, 10, 12, 14])
    expect(duration).toBeCloseTo(1.6, 1)
  })

  it('has the boxes of each picture, and fits pictures of other sizes into the first', async () => {
    const grey = await picture('#404040', 321, 181)
    const clip = await makeClip(
      {
        pictures: [shown(grey), { ...shown(grey), detections: [PERSON] }, shown(await picture('#404040', 100, 400))],
        maxSide: 1280,
      },
      SOON(),
    )
    const { pictures, size } = await look(clip)
    expect(size).toBe('320x180')
    const [plain, boxed, fitted] = [pictures[2], pictures[7], pictures[12]].map((one) => one?.edge ?? 0)
    expect(Math.abs((boxed ?? 0) - (plain ?? 0))).toBeGreaterThan(20)
    // Black bars at the sides.
    expect(pictures[12]?.luma).toBeLessThan(30)
    expect(fitted).not.toBe(plain)
  })

  it('is smaller with a smaller side', async () => {
    const noise = await sharp({
      create: {
        width: 1920,
        height: 1080,
        channels: 3,
        background: '#888888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer()
    const [large, small] = await Promise.all(
      [1280, 320].map(async (maxSide) => makeClip({ pictures: [shown(noise), shown(noise)], maxSide }, SOON())),
    )
    expect((await look(large ?? new Uint8Array())).size).toBe('1280x720')
    expect((await look(small ?? new Uint8Array())).size).toBe('320x180')
    expect((small?.length ?? Infinity) * 4).toBeLessThan(large?.length ?? 0)
  })

  it.each([
    [
      'a picture that cannot be read',
      async () => makeClip({ pictures: [shown(Buffer.from('no picture'))], maxSide: 640 }, SOON()),
      /unsupported image format/,
    ],
    [
      'no time',
      async () => makeClip({ pictures: [shown(await picture('#000000'))], maxSide: 640 }, performance.now() - 1),
      /too long/,
    ],
    ['no pictures', async () => makeClip({ pictures: [], maxSide: 640 }, SOON()), /no clip of so many pictures/],
  ])('is refused with %s', async (_what, make, message) => {
    await expect(make()).rejects.toThrow(message)
  })
})
