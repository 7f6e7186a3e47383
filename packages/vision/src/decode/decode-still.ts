import sharp from 'sharp'
import type { Sharp, SharpOptions } from 'sharp'
import { LIMITS } from '../limits.ts'
import { showingOf } from '../showable/showing-of.ts'
import type { SniffedMedia } from '../sniff.ts'
import type { MediaInput, MediaProblem } from '../types.ts'
import type { DecodedFrame, RgbImage } from './decoded-frame.ts'
import { isCutGif } from './is-cut-gif.ts'
import { isTooLarge } from './is-too-large.ts'
import { refused, workingBytes } from './opened-media.ts'
import type { OpenedMedia } from './opened-media.ts'
import { stretch } from './stretch.ts'

/** The number of evenly spaced pictures of an animation that are analysed. */
const ANIMATION_FRAMES = 6
const JPEG_QUALITY = 88

function explain(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? ''
}

function options(failOn: 'warning' | 'none', page: number): SharpOptions {
  return { limitInputPixels: LIMITS.pixels, failOn, page, pages: 1, autoOrient: true, sequentialRead: true }
}

/** Converts the colours of a picture (CMYK, grey or a palette) to sRGB. Transparent parts become grey. */
function toWorkingCopy(picture: Sharp): Sharp {
  return picture
    .resize({ width: LIMITS.workingSide, height: LIMITS.workingSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#808080' })
}

/** Opens one picture of a file for decoding. Decoding that takes too long is aborted. */
function openPage(bytes: Uint8Array, failOn: 'warning' | 'none', page: number): Sharp {
  return sharp(bytes, options(failOn, page)).timeout({ seconds: LIMITS.stillSeconds })
}

async function toRgb(picture: Sharp, isDeep: boolean): Promise<RgbImage> {
  if (isDeep) {
    const { data, info } = await toWorkingCopy(picture)
      .toColourspace('rgb16')
      .raw({ depth: 'ushort' })
      .toBuffer({ resolveWithObject: true })
    const deep = new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
    return { width: info.width, height: info.height, data: toThreeChannels(stretch(deep), info.channels) }
  }
  const { data, info } = await toWorkingCopy(picture)
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: toThreeChannels(data, info.channels) }
}

async function decodePage(
  media: MediaInput,
  page: number,
  facts: { failOn: 'warning' | 'none'; isDeep: boolean; displayable: boolean; width: number; height: number },
): Promise<Pick<DecodedFrame, 'rgb' | 'width' | 'height' | 'jpeg'>> {
  const rgb = await toRgb(openPage(media.bytes, facts.failOn, page), facts.isDeep)
  if (facts.displayable) return { rgb, width: facts.width, height: facts.height }
  const isWhole = facts.isDeep || Math.max(facts.width, facts.height) <= LIMITS.workingSide
  if (isWhole) return { rgb, width: rgb.width, height: rgb.height, jpeg: await encodeJpeg(rgb) }
  const shown = await redraw(openPage(media.bytes, facts.failOn, page), LIMITS.shownSide)
  return { rgb, width: shown.width, height: shown.height, jpeg: shown.jpeg }
}

/** libvips may keep a single band for grey pictures; all later code expects three. */
function toThreeChannels(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return data
  const pixels = data.length / channels
  const rgb = new Uint8Array(pixels * 3)
  for (let index = 0; index < pixels; index += 1) rgb.fill(data[index * channels] ?? 0, index * 3, index * 3 + 3)
  return rgb
}

/** Encodes the picture again as a JPEG whose longer side is at most `side`. Drops all other content of the file. */
async function redraw(picture: Sharp, side: number): Promise<{ width: number; height: number; jpeg: Uint8Array }> {
  const { data, info } = await picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, jpeg: data }
}

/** Encodes a picture as a JPEG without metadata, for browsers and emails. */
export async function encodeJpeg(rgb: RgbImage): Promise<Uint8Array> {
  return sharp(rgb.data, { raw: { width: rgb.width, height: rgb.height, channels: 3 } })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer()
}

function spread(pages: number): number[] {
  const count = Math.min(pages, ANIMATION_FRAMES)
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * pages) / count))
}

function mayBeAnimated(sniffed: SniffedMedia): boolean {
  return sniffed.type === 'image/gif' || sniffed.type === 'image/webp'
}

function sumDelays(delays: number[] | undefined, page: number): number | null {
  if (delays === undefined) return null
  return delays.slice(0, page).reduce((sum, delay) => sum + delay, 0)
}

/**
 * Opens a still, or an animation of which a few pictures are analysed, within LIMITS. A damaged file is decoded as far as possible and
 * reported as `truncated`, because the readable part of a picture may show an intruder. A decoder's warning counts as damage, because a
 * missing part in the middle causes only a warning. Never throws because of the content.
 */
export async function openStill(media: MediaInput, sniffed: SniffedMedia): Promise<OpenedMedia> {
  const refuse = (code: MediaProblem['code'], detail: string) => refused({ mediaId: media.id, code, detail })
  if (sniffed.type === 'image/heic')
    return refuse('unsupported', 'HEIC needs a licensed decoder; set the camera to JPEG')
  if (media.bytes.length > LIMITS.stillBytes) return refuse('too-large', `${media.bytes.length} bytes`)

  let meta
  try {
    const pages = mayBeAnimated(sniffed) ? -1 : 1
    meta = await sharp(media.bytes, { limitInputPixels: false, failOn: 'none', pages }).metadata()
  } catch (error) {
    return refuse(/unsupported|not a known/i.test(explain(error)) ? 'unsupported' : 'broken', explain(error))
  }
  const height = meta.pageHeight ?? meta.height
  if (isTooLarge(meta.width, height)) return refuse('too-many-pixels', `${meta.width} × ${height}`)

  const isAnimation = (meta.pages ?? 1) > 1 && mayBeAnimated(sniffed)
  const isTurned = (meta.orientation ?? 1) >= 5
  const pages = isAnimation ? spread(meta.pages ?? 1) : [0]
  const facts = {
    isDeep: meta.depth !== 'uchar',
    // Browsers show 16-bit pictures without stretching their range. The pictures of a thermal camera would be black.
    displayable: !isAnimation && meta.depth === 'uchar' && showingOf(media.bytes) === 'as-it-is',
    width: isTurned ? height : meta.width,
    height: isTurned ? meta.width : height,
  }
  const isCut = sniffed.type === 'image/gif' && isCutGif(media.bytes)
  return {
    indexes: [...pages.keys()],
    frameBytes: workingBytes(meta.width, height),
    problems: isCut ? [{ mediaId: media.id, code: 'truncated', detail: 'ends before its end is told' }] : [],
    decode: async (indexes) => {
      const frames: DecodedFrame[] = []
      const problems: MediaProblem[] = []
      for (const index of indexes) {
        const page = pages[index] ?? 0
        const since = isAnimation ? sumDelays(meta.delay, page) : null
        const offsetMs = since === null ? (media.takenOffsetMs ?? null) : since + (media.takenOffsetMs ?? 0)
        try {
          const { frame, damage } = await decodeEvenIfDamaged(media, page, facts)
          frames.push({ mediaId: media.id, index, offsetMs, ...frame })
          if (damage !== null && !isCut) problems.push({ mediaId: media.id, code: 'truncated', detail: damage })
        } catch (error) {
          const detail = explain(error)
          problems.push({ mediaId: media.id, code: /timeout/i.test(detail) ? 'timeout' : 'broken', detail })
        }
      }
      return { frames, problems }
    },
  }
}

async function decodeEvenIfDamaged(
  media: MediaInput,
  page: number,
  facts: Omit<Parameters<typeof decodePage>[2], 'failOn'>,
) {
  try {
    return { frame: await decodePage(media, page, { ...facts, failOn: 'warning' }), damage: null }
  } catch (error) {
    const damage = explain(error)
    if (/timeout/i.test(damage)) throw error
    return { frame: await decodePage(media, page, { ...facts, failOn: 'none' }), damage }
  }
}
