import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { LIMITS } from '../limits.ts'
import { sniffMedia } from '../sniff.ts'
import { decodeMedia } from './decode-media.ts'

/** Draws a picture whose left half is red and whose right half is blue. */
function twoHalves(width = 64, height = 32) {
  const data = Buffer.alloc(width * height * 3)
  for (let index = 0; index < width * height; index += 1) data[index * 3 + (index % width < width / 2 ? 0 : 2)] = 220
  return sharp(data, { raw: { width, height, channels: 3 } })
}

async function decode(bytes: Uint8Array) {
  return decodeMedia([{ id: 's', bytes, takenOffsetMs: 500 }], Infinity)
}

function pixel(frame: { rgb: { width: number; data: Uint8Array } }, x: number, y: number): number[] {
  const at = (y * frame.rgb.width + x) * 3
  return [...frame.rgb.data.subarray(at, at + 3)]
}

describe('a still', () => {
  test.each([
    ['JPEG', () => twoHalves().jpeg({ quality: 95 }).toBuffer()],
    ['PNG with a palette', () => twoHalves().png({ palette: true }).toBuffer()],
    ['PNG of 16 bits', () => twoHalves().toColourspace('rgb16').png().toBuffer()],
    ['WebP', () => twoHalves().webp({ quality: 95 }).toBuffer()],
    ['GIF', () => twoHalves().gif().toBuffer()],
    ['CMYK TIFF', () => twoHalves().toColourspace('cmyk').tiff({ compression: 'lzw' }).toBuffer()],
    ['CMYK JPEG', () => twoHalves().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
  ])('in %s is red on the left and blue on the right', async (_, make) => {
    const { frames, problems } = await decode(await make())
    expect(problems).toEqual([])
    expect(frames).toMatchObject([{ mediaId: 's', index: 0, width: 64, height: 32, offsetMs: 500 }])
    const [red, , blue] = pixel(frames[0]!, 10, 16)
    expect(red! - blue!).toBeGreaterThan(100)
    const right = pixel(frames[0]!, 54, 16)
    expect(right[2]! - right[0]!).toBeGreaterThan(80)
  })

  test('in BMP, which libvips does not read, is decoded by FFmpeg', async () => {
    const header = Buffer.alloc(54)
    header.write('BM')
    header.writeUInt32LE(54 + 64 * 32 * 3, 2)
    header.writeUInt32LE(54, 10)
    header.writeUInt32LE(40, 14)
    header.writeInt32LE(64, 18)
    header.writeInt32LE(32, 22)
    header.writeUInt16LE(1, 26)
    header.writeUInt16LE(24, 28)
    const pixels = Buffer.alloc(64 * 32 * 3)
    // The bytes of a pixel are blue, green and red.
    for (let index = 0; index < 64 * 32; index += 1) pixels[index * 3 + (index % 64 < 32 ? 2 : 0)] = 220
    const { frames, problems } = await decode(Buffer.concat([header, pixels]))
    expect(problems).toEqual([])
    expect(frames).toMatchObject([{ width: 64, height: 32, index: 0 }])
    expect(pixel(frames[0]!, 10, 16)[0]).toBeGreaterThan(200)
    expect(pixel(frames[0]!, 54, 16)[2]).toBeGreaterThan(200)
  })

  test('in grey becomes three equal channels', async () => {
    const { frames } = await decode(await twoHalves().greyscale().jpeg().toBuffer())
    const [red, green, blue] = pixel(frames[0]!, 10, 16)
    expect([green, blue]).toEqual([red, red])
    expect(frames[0]!.rgb.data).toHaveLength(64 * 32 * 3)
  })

  test('that uses a narrow range of 16 bits, as from thermal cameras, is stretched to the visible range', async () => {
    const raw = Uint16Array.from({ length: 64 * 32 }, (_, index) => 7000 + (index % 64))
    const picture = sharp(raw, { raw: { width: 64, height: 32, channels: 1 } }).toColourspace('grey16')
    const { frames } = await decode(await picture.png().toBuffer())
    const [left] = pixel(frames[0]!, 1, 16)
    const [right] = pixel(frames[0]!, 62, 16)
    expect(right! - left!).toBeGreaterThan(150)
  })

  test('is rotated according to its EXIF data, and reports the size after rotation', async () => {
    const { frames } = await decode(await twoHalves().jpeg().withMetadata({ orientation: 6 }).toBuffer())
    expect(frames).toMatchObject([{ width: 32, height: 64 }])
    const [red, , blue] = pixel(frames[0]!, 16, 5)
    expect(red! - blue!).toBeGreaterThan(100)
  })

  test('is encoded again only if browsers cannot show it', async () => {
    expect((await decode(await twoHalves().jpeg().toBuffer())).frames[0]!.jpeg).toBeUndefined()
    const [frame] = (await decode(await twoHalves().tiff().toBuffer())).frames
    expect(sniffMedia(frame!.jpeg!).type).toBe('image/jpeg')
  })

  test('larger than the working size is reduced, but reports the original size', async () => {
    const { frames } = await decode(await twoHalves(3840, 2160).jpeg().toBuffer())
    expect(frames[0]).toMatchObject({ width: 3840, height: 2160, rgb: { width: LIMITS.workingSide, height: 1080 } })
  })

  test('truncated in the middle is decoded as far as possible and reported', async () => {
    const whole = await sharp({
      create: { width: 640, height: 480, channels: 3, background: '#a33', noise: { type: 'gaussian', sigma: 30 } },
    })
      .jpeg()
      .toBuffer()
    const { frames, problems } = await decode(whole.subarray(0, whole.length / 2))
    expect(problems).toMatchObject([{ mediaId: 's', code: 'truncated' }])
    expect(frames).toHaveLength(1)
    // The mean of a row, because a single pixel is noisy.
    const reds = Array.from({ length: 600 }, (_, x) => pixel(frames[0]!, 20 + x, 20)[0]!)
    expect(reds.reduce((sum, red) => sum + red, 0) / reds.length).toBeGreaterThan(60)
  })

  describe('that is an animation truncated between two pictures', () => {
    const animation = () => {
      const pages = Buffer.from(Array.from({ length: 40 * 90 * 3 }, (_, at) => (at * 2_654_435_761) % 251))
      return sharp(pages, { raw: { width: 40, height: 90, channels: 3, pageHeight: 30 } })
    }

    test('is reported although each remaining picture is complete', async () => {
      const whole = await animation().gif().toBuffer()
      expect((await decode(whole)).problems).toEqual([])
      // Eight bytes of metadata precede the third picture.
      const third = whole.lastIndexOf(Buffer.from([0x21, 0xf9, 4]))
      const { frames, problems } = await decode(whole.subarray(0, third))
      expect(frames).toHaveLength(2)
      expect(problems).toEqual([{ mediaId: 's', code: 'truncated', detail: 'ends before its end is told' }])
    })

    test('is reported once even if a picture is truncated too', async () => {
      const whole = await animation().gif().toBuffer()
      const { problems } = await decode(whole.subarray(0, whole.length - 400))
      expect(problems).toMatchObject([{ code: 'truncated' }])
    })

    test('is reported as WebP, too', async () => {
      const whole = await animation().webp({ lossless: true }).toBuffer()
      expect((await decode(whole)).problems).toEqual([])
      const { problems } = await decode(whole.subarray(0, whole.lastIndexOf('ANMF')))
      expect(problems.map(({ code }) => code)).toEqual([expect.stringMatching(/truncated|broken/)])
    })
  })

  test('that is an animation is cut into up to six pictures with their times', async () => {
    const pages = Buffer.alloc(40 * 30 * 3 * 8)
    for (let page = 0; page < 8; page += 1) pages.fill(30 * page, page * 40 * 30 * 3, (page + 1) * 40 * 30 * 3)
    const gif = await sharp(pages, { raw: { width: 40, height: 240, channels: 3, pageHeight: 30 } })
      .gif({ delay: Array.from({ length: 8 }, () => 500) })
      .toBuffer()
    const { frames } = await decode(gif)
    expect(frames).toHaveLength(6)
    expect(frames.map((frame) => frame.offsetMs)).toEqual([500, 1500, 2000, 2500, 3500, 4000])
    expect(frames.every((frame) => frame.jpeg !== undefined && frame.height === 30)).toBe(true)
  })
})

afterEach(() => vi.restoreAllMocks())

describe('a hostile file', () => {
  test('that takes too long is abandoned after twenty seconds, and is not decoded again as a damaged file', async () => {
    const limits: number[] = []
    // No picture within the other limits takes a second, so the test simulates the error with which libvips reports a stopped decoding.
    const prototype: Sharp = sharp.prototype
    vi.spyOn(prototype, 'timeout').mockImplementation(function stopped(this: Sharp, { seconds }) {
      limits.push(seconds)
      return Object.assign(this, {
        toBuffer: () => Promise.reject(new Error('timeout: 94% complete\nVipsImage: killed')),
      })
    })
    const { frames, problems } = await decode(await twoHalves().jpeg().toBuffer())
    expect(frames).toEqual([])
    expect(problems).toEqual([{ mediaId: 's', code: 'timeout', detail: 'timeout: 94% complete' }])
    expect(limits).toEqual([20])
  })

  test('that unpacks to 196 megapixels is refused before unpacking', async () => {
    const bomb = await sharp({
      create: { width: 14_000, height: 14_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const before = process.memoryUsage.rss()
    const { frames, problems } = await decode(bomb)
    expect(frames).toEqual([])
    expect(problems).toEqual([{ mediaId: 's', code: 'too-many-pixels', detail: '14000 × 14000' }])
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
  }, 60_000)

  test.each([
    ['empty', new Uint8Array(), 'broken'],
    ['a text', Buffer.from('no camera, no picture'), 'not-an-image'],
    ['a vector drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'not-an-image'],
    ['a JPEG that is only a head', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70]), 'broken'],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'unsupported'],
  ])('(%s) is reported and causes no exception', async (_, bytes, code) => {
    expect(await decode(bytes)).toMatchObject({ frames: [], problems: [{ mediaId: 's', code }] })
  })
})
