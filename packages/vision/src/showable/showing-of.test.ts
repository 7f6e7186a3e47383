import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodeMedia } from '../decode/decode-media.ts'
import { LIMITS } from '../limits.ts'
import { sniffMedia } from '../sniff.ts'
import { showingOf } from './showing-of.ts'

const canvas = (width = 64, height = 32) => sharp({ create: { width, height, channels: 3, background: '#345678' } })

/** Writes another size into a PNG's header, as in a file with a false header. */
function withSize(png: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

/**
 * Inserts a chunk after a PNG's header. The checksum of the chunk stays 0, because code that searches for chunks does not check it.
 */
function withChunk(png: Buffer, type: string, bytes = 8): Buffer {
  const chunk = Buffer.alloc(12 + bytes)
  chunk.writeUInt32BE(bytes, 0)
  chunk.write(type, 4, 'latin1')
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

/** Inserts a segment after a JPEG's start. */
function withSegment(jpeg: Buffer, marker: number, content: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, content.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(content, 'latin1'), jpeg.subarray(2)])
}

function withScans(jpeg: Buffer, count: number): Buffer {
  const at = jpeg.indexOf('ffda', 0, 'hex')
  const scan = jpeg.subarray(at, at + 12)
  return Buffer.concat([jpeg.subarray(0, at), ...Array.from({ length: count }, () => scan), jpeg.subarray(at)])
}

function gifOf(width: number, height: number): Buffer {
  const bytes = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1')
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}

function bmpOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.write('BM')
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  return bytes
}

describe('a picture for browsers', () => {
  test.each([
    ['a JPEG', () => canvas().jpeg().toBuffer()],
    ['a grey JPEG', () => canvas().greyscale().jpeg().toBuffer()],
    ['a progressive JPEG', () => canvas().jpeg({ progressive: true }).toBuffer()],
    [
      'a JPEG with EXIF',
      () =>
        canvas()
          .jpeg()
          .withExif({ IFD0: { Make: 'Axis' } })
          .toBuffer(),
    ],
    ['a JPEG with a comment of the camera', async () => withSegment(await canvas().jpeg().toBuffer(), 0xfe, 'AXIS')],
    ['a JPEG of 12 megapixels', () => canvas(4000, 3000).jpeg().toBuffer()],
    ['a PNG', () => canvas().png().toBuffer()],
    ['a PNG with a palette', () => canvas().png({ palette: true }).toBuffer()],
    ['a WebP', () => canvas().webp().toBuffer()],
    ['a lossless WebP', () => canvas().webp({ lossless: true }).toBuffer()],
  ])('%s is sent unchanged', async (_, make) => {
    expect(showingOf(await make())).toBe('as-it-is')
  })

  test.each([
    ['a JPEG longer than the limit for browsers', () => canvas(5120, 1440).jpeg().toBuffer()],
    ['a JPEG that must be turned', () => canvas().jpeg().withMetadata({ orientation: 6 }).toBuffer()],
    ['a CMYK JPEG', () => canvas().toColourspace('cmyk').jpeg().toBuffer()],
    [
      'a progressive JPEG of a thousand scans',
      async () => withScans(await canvas().jpeg({ progressive: true }).toBuffer(), 1000),
    ],
    [
      'a JPEG with a second picture in it',
      async () => withSegment(await canvas().jpeg().toBuffer(), 0xe2, 'MPF\0II*\0'),
    ],
    [
      'a JPEG with a gain map',
      async () => withSegment(await canvas().jpeg().toBuffer(), 0xe2, 'urn:iso:std:iso:ts:21496:-1\0'),
    ],
    [
      'a JPEG with garbage between its segments',
      async () => {
        const jpeg = await canvas().jpeg().toBuffer()
        const at = jpeg.indexOf('ffc0', 0, 'hex')
        return Buffer.concat([jpeg.subarray(0, at), Buffer.from('garbage'), jpeg.subarray(at)])
      },
    ],
    [
      'a JPEG with two sizes',
      async () => {
        const jpeg = await canvas().jpeg().toBuffer()
        const at = jpeg.indexOf('ffc0', 0, 'hex')
        return Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(at, at + 19), jpeg.subarray(at)])
      },
    ],
    ['a PNG of 16 bits', () => canvas().toColourspace('rgb16').png().toBuffer()],
    ['an animated PNG', async () => withChunk(await canvas().png().toBuffer(), 'acTL')],
    ['a PNG with an unknown chunk', async () => withChunk(await canvas().png().toBuffer(), 'gdAT')],
    ['a PNG with a megabyte of text', async () => withChunk(await canvas().png().toBuffer(), 'zTXt', 1 << 20)],
    ['a PNG that ends early', async () => (await canvas().png().toBuffer()).subarray(0, 60)],
    ['a WebP in the extended form', () => canvas().ensureAlpha().webp().withMetadata().toBuffer()],
    ['a GIF', () => canvas().gif().toBuffer()],
    ['an AVIF', () => canvas().avif().toBuffer()],
    ['a TIFF', () => canvas().tiff().toBuffer()],
    ['a BMP', async () => bmpOf(64, 32)],
  ])('%s is not sent unchanged, but as a new picture created from it', async (_, make) => {
    expect(showingOf(await make())).toBe('redrawn')
  })

  test.each([
    ['a PNG of 256 megapixels', async () => withSize(await canvas().png().toBuffer(), 16_000, 16_000)],
    [
      'a JPEG of 16,384 × 16,384 pixels',
      async () => {
        const bytes = await canvas().jpeg().toBuffer()
        bytes.writeUInt32BE(0x4000_4000, bytes.indexOf('ffc0', 0, 'hex') + 5)
        return bytes
      },
    ],
    [
      'a WebP of 256 megapixels',
      async () => {
        const bytes = await canvas().ensureAlpha().webp().withMetadata().toBuffer()
        bytes.writeUIntLE(15_999, 24, 3)
        bytes.writeUIntLE(15_999, 27, 3)
        return bytes
      },
    ],
    ['a GIF with a canvas of 65,535 × 65,535 pixels', async () => gifOf(65_535, 65_535)],
    ['a BMP of 16,000 × 16,000 pixels', async () => bmpOf(16_000, -16_000)],
    ['a very long and narrow PNG', () => canvas(16_000, 20).png().toBuffer()],
    [
      'a file with more bytes than a still may have',
      async () => Buffer.concat([await canvas().png().toBuffer(), Buffer.alloc(LIMITS.stillBytes)]),
    ],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
    [
      'an SVG with a declaration',
      async () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['a clip', async () => Buffer.from('\0\0\0\x18ftypisom', 'latin1')],
    ['an empty file', async () => Buffer.alloc(0)],
  ])('%s is never sent, not even as a new picture created from it', async (_, make) => {
    expect(showingOf(await make())).toBe('never')
  })

  test('is decided without an error for any damaged file', async () => {
    const files = await Promise.all([canvas().jpeg().toBuffer(), canvas().png().toBuffer(), canvas().webp().toBuffer()])
    let state = 7
    const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 3000; round += 1) {
      const bytes = Buffer.from(files[round % files.length]!).subarray(0, random(700))
      for (let change = 0; change < 3 && bytes.length > 12; change += 1)
        bytes[12 + random(bytes.length - 12)] = random(256)
      expect(['as-it-is', 'redrawn', 'never']).toContain(showingOf(bytes))
    }
  })
})

describe('the analysis', () => {
  test('creates a smaller picture if the original is longer than the limit for browsers', async () => {
    const { frames, problems } = await decodeMedia(
      [{ id: 's', bytes: await canvas(5120, 1440).jpeg().toBuffer() }],
      Infinity,
    )
    expect(problems).toEqual([])
    expect(frames).toMatchObject([{ width: 4096, height: 1152, rgb: { width: 1920, height: 540 } }])
    expect(await sharp(frames[0]!.jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 4096, height: 1152 })
  })

  test('creates a JPEG if the format of the original is not sent to browsers', async () => {
    const { frames } = await decodeMedia([{ id: 's', bytes: await canvas().gif().toBuffer() }], Infinity)
    expect(sniffMedia(frames[0]!.jpeg!).type).toBe('image/jpeg')
  })

  test('refuses a picture with a thousand scans', async () => {
    const bytes = withScans(await canvas(4000, 3000).jpeg({ progressive: true }).toBuffer(), 1000)
    const { problems } = await decodeMedia([{ id: 's', bytes }], Infinity)
    expect(problems).toMatchObject([{ mediaId: 's' }])
  })
})
