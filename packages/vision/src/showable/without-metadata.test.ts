import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { showingOf } from './showing-of.ts'
import { withoutMetadata } from './without-metadata.ts'

/** A picture with noise, so that its coded data contains all kinds of bytes. */
const noise = () =>
  sharp({
    create: {
      width: 96,
      height: 64,
      channels: 3,
      background: '#456',
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
const GPS = { IFD0: { Copyright: 'SECRET OWNER' }, IFD3: { GPSLatitude: '48/1 8/1 0/1', GPSLatitudeRef: 'N' } }
const pixels = (bytes: Uint8Array) => sharp(bytes, { autoOrient: true }).raw().toBuffer()

/** Inserts a segment after a JPEG's start. */
function withSegment(jpeg: Buffer, marker: number, content: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, content.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(content, 'latin1'), jpeg.subarray(2)])
}

describe('a picture without metadata', () => {
  test.each([
    ['jpeg', () => noise().withExif(GPS).jpeg()],
    ['progressive jpeg', () => noise().withExif(GPS).jpeg({ progressive: true })],
    ['png', () => noise().withExif(GPS).png()],
    ['webp', () => noise().webp()],
  ])('has the same pixels and no Exif: %s', async (_name, make) => {
    const original = await make().toBuffer()
    const clean = withoutMetadata(original)
    expect(await pixels(clean)).toEqual(await pixels(original))
    expect((await sharp(clean).metadata()).exif).toBeUndefined()
    expect(Buffer.from(clean).includes('SECRET OWNER')).toBe(false)
    expect(showingOf(clean)).toBe('as-it-is')
  })

  test('has no comments, no previews and nothing behind the picture', async () => {
    const plain = await noise().jpeg().toBuffer()
    const commented = withSegment(
      withSegment(withSegment(plain, 0xfe, 'SECRET'), 0xe1, 'http://ns.adobe.com/xap/SECRET'),
      0xed,
      'SECRET',
    )
    const clean = Buffer.from(withoutMetadata(Buffer.concat([commented, Buffer.from('SECRET')])))
    expect(clean.includes('SECRET')).toBe(false)
    expect(await pixels(clean)).toEqual(await pixels(plain))
  })

  test('keeps the colour profile', async () => {
    const profiled = await noise().withIccProfile('p3').jpeg().toBuffer()
    expect((await sharp(withoutMetadata(profiled)).metadata()).icc).toEqual((await sharp(profiled).metadata()).icc)
  })

  test('keeps the orientation alone, so that it is shown upright', async () => {
    const turned = await noise().withExif(GPS).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const clean = withoutMetadata(turned)
    expect((await sharp(clean).metadata()).orientation).toBe(6)
    expect(await pixels(clean)).toEqual(await pixels(turned))
    expect(Buffer.from(clean).includes('SECRET OWNER')).toBe(false)
    expect(showingOf(turned)).toBe('redrawn')
  })

  test('leaves out what follows the picture of a WebP', async () => {
    const plain = await noise().webp().toBuffer()
    const chunk = Buffer.concat([Buffer.from('EXIF\u000a\0\0\0', 'latin1'), Buffer.from('SECRET, 10')])
    const clean = Buffer.from(withoutMetadata(Buffer.concat([plain, chunk])))
    expect(clean.includes('SECRET')).toBe(false)
    expect(await pixels(clean)).toEqual(await pixels(plain))
  })

  test('of a cut-off or damaged file is no longer than the file, and never fails', async () => {
    const jpeg = await noise().withExif(GPS).jpeg().toBuffer()
    const png = await noise().png().toBuffer()
    for (const whole of [jpeg, png])
      for (let length = 0; length < whole.length; length += 37) {
        const clean = withoutMetadata(whole.subarray(0, length))
        expect(clean.length).toBeLessThanOrEqual(length + 4)
      }
  })

  test('of other types is the file itself', () => {
    const gif = Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;', 'latin1')
    expect(Buffer.from(withoutMetadata(gif))).toEqual(gif)
  })
})
