import { drawSample, renderScene } from '@winnow/testkit'
import type { SceneKind } from '@winnow/testkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RgbImage } from '../decode/decoded-frame.ts'
import { encodeClip } from '../decode/encode-clip.ts'
import { LIMITS } from '../limits.ts'
import type { AlarmAnalysis } from '../alarm-analysis.ts'
import type { MediaInput } from '../types.ts'
import { createAnalysisPool } from './analysis-pool.ts'
import type { AnalysisPool } from './pool-types.ts'
import { findResidentMemory } from './resident-memory.ts'

const MIB = 1024 * 1024
/** The memory limit of a child as in the product. */
const MEMORY_LIMIT_MB = 1024
/** The memory that a child may use for one alarm. It is lower than the limit because a second alarm must fit beside it. */
const ONE_ALARM_MB = 700
const SIZE = { width: 640, height: 360 }
/** The time limit of an alarm. It is long because children have a low priority, and a timeout would make any verdict `unverified`. */
const TIMEOUT_MS = 110_000

let pool: AnalysisPool
let kill: ((pid: number) => void) | null = null
let walking: Uint8Array[]
let empty: Uint8Array[]
beforeAll(async () => {
  pool = createAnalysisPool({ size: 1, memoryLimitMb: MEMORY_LIMIT_MB, onJobStart: ({ pid }) => kill?.(pid) })
  const draw = async (kind: SceneKind) => {
    const frames = await renderScene({ kind, seed: 2, camera: 2, frames: 3 })
    return frames.map(({ jpeg }) => jpeg)
  }
  walking = await draw('person-walking')
  empty = await draw('empty')
  await pool.warm()
}, 120_000)
afterAll(() => pool.close())

function analyse(files: readonly Uint8Array[], names: readonly string[] = []): Promise<AlarmAnalysis> {
  const media = files.map((bytes, index): MediaInput => {
    const name = names[index]
    return { id: `m${index}`, bytes, ...(name === undefined ? {} : { name }), takenOffsetMs: index * 1000 }
  })
  return pool.analyse({
    media,
    view: { masks: [], wantedClasses: ['person', 'vehicle', 'cycle'], sensitivity: 3 },
    memory: null,
    now: new Date('2026-05-01T12:00:00Z'),
    timeoutMs: TIMEOUT_MS,
  })
}

async function toRgb(jpeg: Uint8Array): Promise<RgbImage> {
  const { data, info } = await sharp(jpeg)
    .resize(SIZE.width, SIZE.height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** Creates a clip that shows each of these pictures for a second. */
async function clipOf(
  jpegs: readonly Uint8Array[],
  extension: 'mp4' | 'avi' | 'mov' | 'mkv',
  codec: 'h264' | 'mjpeg' = 'h264',
): Promise<Uint8Array> {
  const pictures = await Promise.all(jpegs.map(toRgb))
  const levels = pictures.flatMap((picture) => Array.from({ length: 10 }, () => picture))
  return encodeClip({ ...SIZE, extension, codec, framesPerSecond: 10, levels })
}

/**
 * Creates an MP4 with a valid header and a sound track but no pictures, as from a camera of which only the microphone is on.
 */
function soundOnly(): Buffer {
  const box = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    const head = Buffer.alloc(8)
    head.writeUInt32BE(body.length + 8)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, body])
  }
  const full = (length: number, write: (body: Buffer) => void = () => undefined) => {
    const body = Buffer.alloc(length)
    write(body)
    return body
  }
  const handler = full(25, (body) => body.write('soun', 8, 'latin1'))
  const times = (scaleAt: number) => (body: Buffer) => {
    body.writeUInt32BE(8000, scaleAt)
    body.writeUInt32BE(8000, scaleAt + 4)
  }
  const entry = full(28, (body) => {
    body.writeUInt16BE(1, 6)
    body.writeUInt16BE(1, 16)
    body.writeUInt16BE(16, 18)
    body.writeUInt32BE(8000 * 65_536, 24)
  })
  const one = (length: number, ...values: number[]) =>
    full(length, (body) => values.forEach((value, index) => body.writeUInt32BE(value, 4 + 4 * index)))
  const table = box(
    'stbl',
    box('stsd', one(8, 1), box('sowt', entry)),
    box('stts', one(16, 1, 8, 1000)),
    box('stsc', one(20, 1, 1, 8, 1)),
    box('stsz', one(12, 2000, 8)),
    box('stco', one(12, 1, 48)),
  )
  const media = box(
    'mdia',
    box('mdhd', full(24, times(12))),
    box('hdlr', handler),
    box('minf', box('smhd', full(8)), table),
  )
  const track = box(
    'trak',
    box(
      'tkhd',
      full(84, (body) => body.writeUInt32BE(1, 12)),
    ),
    media,
  )
  const movie = box('moov', box('mvhd', full(100, times(12))), track)
  return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1')), box('mdat', full(16_000)), movie])
}

describe('a clip of a walking person', { timeout: 120_000 }, () => {
  const kinds = drawSample<[extension: 'mp4' | 'mov' | 'mkv' | 'avi', codec: 'h264' | 'mjpeg']>(
    [
      ['mp4', 'h264'],
      ['mov', 'h264'],
      ['mkv', 'h264'],
      ['avi', 'mjpeg'],
    ],
    { of: 'kinds of clips', count: 2 },
  )

  test.each(kinds)('in %s is passed', async (extension, codec) => {
    const analysis = await analyse([await clipOf(walking, extension, codec)])
    expect(analysis).toMatchObject({ verdict: 'true', problems: [] })
    expect(analysis.frames.length).toBeGreaterThan(2)
  })

  test('is passed even with a wrong file name', async () => {
    const named = await analyse([await clipOf(walking, 'mp4')], ['picture.jpg'])
    expect(named).toMatchObject({ verdict: 'true', problems: [] })
    expect(await analyse([walking[0]!], ['clip.mp4'])).toMatchObject({ verdict: 'true', problems: [] })
  })

  test('is filtered if nobody is in it', async () => {
    expect(await analyse([await clipOf(empty, 'mp4')])).toMatchObject({ verdict: 'false', problems: [] })
  })
})

describe('an undecodable file makes the alarm unverified and gives the problem', { timeout: 120_000 }, () => {
  const noise = (side: number) =>
    sharp({
      create: { width: side, height: side, channels: 3, background: '#777', noise: { type: 'gaussian', sigma: 40 } },
    })
  const bomb = () =>
    sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: '#000' }, limitInputPixels: false })
      .png()
      .toBuffer()
  /** Creates a file of a hundred bytes that declares 12,000 × 12,000 pixels. */
  const gifBomb = () => {
    const side = [0xe0, 0x2e]
    const screen = [...side, ...side, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    const picture = [0x2c, 0, 0, 0, 0, ...side, ...side, 0, 2, 2, 0x4c, 0x01, 0, 0x3b]
    return Buffer.concat([Buffer.from('GIF89a'), Buffer.from([...screen, ...picture])])
  }

  const files = drawSample<[name: string, code: string, make: () => Promise<Uint8Array>]>(
    [
      ['an MP4 cut off in its first half', 'broken', async () => half(await clipOf(empty, 'mp4'))],
      ['a MOV cut off in its first half', 'broken', async () => half(await clipOf(empty, 'mov'))],
      ['an AVI that ends in its index', 'broken', async () => (await clipOf(empty, 'avi', 'mjpeg')).subarray(0, 3_000)],
      ['a Matroska file that ends in its head', 'broken', async () => (await clipOf(empty, 'mkv')).subarray(0, 200)],
      ['a clip of no length', 'broken', async () => new Uint8Array()],
      ['a clip with sound alone', 'broken', async () => soundOnly()],
      ['a text that is called a clip', 'broken', async () => Buffer.from('Alarm: motion detected at the gate')],
      [
        'a head of a clip and noise',
        'broken',
        async () =>
          Buffer.concat([soundOnly().subarray(0, 24), (await noise(300).raw().toBuffer()).subarray(0, 90_000)]),
      ],
      ['a PNG of 48 megapixels', 'too-many-pixels', () => bomb()],
      ['a GIF of 144 megapixels', 'too-many-pixels', async () => gifBomb()],
      [
        'HEIC',
        'unsupported',
        async () =>
          Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(5_000, 7)]),
      ],
      [
        'a JPEG that is damaged in its tables',
        'broken',
        async () => damaged(await noise(400).jpeg().toBuffer(), 20, 300),
      ],
    ],
    { of: 'undecodable files', count: 4 },
  )

  test.each(files)('%s', async (_, code, make) => {
    const bytes = await make()
    const alone = await analyse([bytes], ['clip.mp4'])
    expect(alone.verdict).toBe('unverified')
    expect(alone.problems).toMatchObject([{ mediaId: 'm0', code }])
    // Together with good pictures without a person, the alarm is unverified. Together with a picture of a person, it is true.
    expect((await analyse([empty[0]!, bytes, empty[1]!], ['', 'clip.mp4'])).verdict).toBe('unverified')
    expect((await analyse([walking[0]!, bytes, walking[1]!], ['', 'clip.mp4'])).verdict).toBe('true')
  })

  test.each([
    ['cut off', () => half(empty[1]!)],
    ['with a part missing in its middle', () => withoutMiddle(empty[1]!)],
  ] as const)('a JPEG %s is analysed as far as possible, and the alarm is unverified', async (_, make) => {
    const analysis = await analyse([empty[0]!, make(), empty[2]!])
    expect(analysis.frames).toHaveLength(3)
    expect(analysis.verdict).toBe('unverified')
    expect(analysis.problems).toMatchObject([{ mediaId: 'm1', code: 'truncated' }])
  })

  test('a truncated clip is analysed as far as possible, and the alarm is unverified', async () => {
    const analysis = await analyse([half(await clipOf(empty, 'mkv'))])
    expect(analysis.frames.length).toBeGreaterThan(0)
    expect(analysis).toMatchObject({ verdict: 'unverified', problems: [{ mediaId: 'm0', code: 'truncated' }] })
  })
})

/** Draws an animation in which a bar moves. */
function animationOf(width: number, height: number, pages: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height * pages * 3, 90)
  for (let page = 0; page < pages; page += 1) {
    const top = (page * height + (height >> 1)) * width
    data.fill(200, (top + page * width * 20) * 3, (top + (page + 1) * width * 20) * 3)
  }
  const raw = { width, height: height * pages, channels: 3, pageHeight: height } as const
  return sharp(data, { raw, limitInputPixels: false }).gif().toBuffer()
}

function half(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

function withoutMiddle(bytes: Uint8Array): Uint8Array {
  const cut = Math.floor(bytes.length / 2)
  return Buffer.concat([bytes.subarray(0, cut), bytes.subarray(cut + 3_000)])
}

/** Overwrites `count` bytes from a position on. The new bytes are the same in each run and contain no JPEG marker. */
function damaged(bytes: Uint8Array, from: number, count: number): Uint8Array {
  const out = Uint8Array.from(bytes)
  for (let at = from; at < from + count; at += 1) out[at] = (at * 73 + 11) % 251
  return out
}

/** Draws a grey picture with a band of noise, which is at another place in each picture. */
async function strip(width: number, height: number, place: number): Promise<Uint8Array> {
  const side = Math.min(width, height)
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const band = await sharp({ create: { width: side, height: side, channels: 3, background: '#777', noise } })
    .png()
    .toBuffer()
  const at = Math.round(((Math.max(width, height) - side) * (place + 1)) / 5)
  return sharp({ create: { width, height, channels: 3, background: '#777' }, limitInputPixels: false })
    .composite([{ input: band, left: width > height ? at : 0, top: width > height ? 0 : at }])
    .jpeg()
    .toBuffer()
}

describe('pictures of extreme shape', { timeout: 120_000 }, () => {
  const strips = drawSample<[width: number, height: number]>(
    [
      [200, 65_000],
      [65_000, 200],
      [100, 2_000],
    ],
    { of: 'strips', count: 1 },
  )
  const long = drawSample<[width: number, height: number]>(
    [
      [900, 14_000],
      [14_000, 900],
      [2, 1_900],
      [1_900, 2],
    ],
    { of: 'long pictures', count: 2 },
  )

  test.each(strips)(
    'of %i × %i pixels are too narrow to detect anybody, so the alarm is unverified',
    async (width, height) => {
      const analysis = await analyse(await Promise.all([0, 1, 2].map((place) => strip(width, height, place))))
      expect(analysis).toMatchObject({ verdict: 'unverified', frames: [] })
      expect(analysis.problems.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'too-many-pixels'))
    },
  )

  test.each(long)('of %i × %i pixels are analysed with limited memory', async (width, height) => {
    const before = pool.pids()
    const analysis = await analyse(await Promise.all([0, 1, 2].map((place) => strip(width, height, place))))
    expect(analysis.problems).toEqual([])
    // A picture that is longer than the limit for browsers is reduced for them.
    const scale = Math.min(1, LIMITS.shownSide / Math.max(width, height))
    const shown = [width, height].map((side) => Math.round(side * scale))
    expect(analysis.frames.map((frame) => [frame.width, frame.height])).toEqual([0, 1, 2].map(() => shown))
    expect(pool.pids()).toEqual(before)
    expect(findResidentMemory(before[0]!)).toBeLessThan(ONE_ALARM_MB * MIB)
  })

  test('have motion boxes in 0–1 coordinates of the original picture', async () => {
    const analysis = await analyse(await Promise.all([0, 1, 2].map((place) => strip(900, 14_000, place))))
    for (const [place, { motion }] of analysis.frames.entries()) {
      const top = ((1 - 900 / 14_000) * (place + 1)) / 5
      expect(Math.min(...motion.map((box) => Math.abs(box.y - top)))).toBeLessThan(0.03)
    }
  })
})

describe('a run of difficult inputs', { timeout: 240_000 }, () => {
  let large: Uint8Array[]
  beforeAll(async () => {
    const one = await sharp(empty[0]).resize(3840, 2160).jpeg({ quality: 60 }).toBuffer()
    large = Array.from({ length: LIMITS.frames }, () => one)
  })

  const oneAfterTheOther = async () => {
    const before = pool.pids()
    const clip = await clipOf(walking, 'mp4')
    for (let round = 0; round < 2; round += 1) {
      expect((await analyse(large)).frames).toHaveLength(20)
      expect((await analyse([clip, clip, clip])).frames.length).toBeGreaterThan(6)
      expect((await analyse([half(clip), soundOnly(), half(empty[0]!)])).verdict).toBe('unverified')
    }
    expect(pool.pids()).toEqual(before)
    expect(pool.stats()).toMatchObject({ crashes: 0, restarts: 0 })
    expect(findResidentMemory(before[0]!)).toBeLessThan(ONE_ALARM_MB * MIB)
  }

  /** Analyses small files that unpack to 240 large pictures, alone and together with 20 pictures of 4K. */
  const unpacked = async () => {
    const before = pool.pids()
    const animation = await animationOf(1920, 1080, 6)
    expect(animation.length).toBeLessThan(50_000)
    const animations = Array.from({ length: LIMITS.media }, () => animation)
    const alone = await analyse(animations)
    expect(alone.verdict).toBe('unverified')
    expect(alone.reasons).toContainEqual({ code: 'too-many-pictures', params: { count: 20 } })
    expect(alone.frames).toHaveLength(20)
    expect(pool.stats().peakMemory).toBeLessThan(ONE_ALARM_MB * MIB)
    const [many, few] = await Promise.all([analyse(animations), analyse(large), analyse(animations)])
    expect([many.verdict, few.verdict]).toEqual(['unverified', 'false'])
    expect([many.frames.length, few.frames.length]).toEqual([20, 20])
    expect(pool.pids()).toEqual(before)
    expect(pool.stats()).toMatchObject({ crashes: 0, restarts: 0 })
    expect(pool.stats().peakMemory).toBeLessThan(MEMORY_LIMIT_MB * MIB)
  }

  const runs = drawSample<[name: string, run: () => Promise<void>]>(
    [
      ['one after the other', oneAfterTheOther],
      ['small files that unpack to 240 large pictures', unpacked],
    ],
    { of: 'runs of difficult inputs', count: 1 },
  )

  test.each(runs)('(%s) kills no child and stays below the memory limit', async (_, run) => {
    await expect(run()).resolves.toBeUndefined()
  })

  test('that kills a child causes its replacement, and the next alarm is analysed', async () => {
    const before = pool.pids()
    kill = (pid) => {
      kill = null
      process.kill(pid, 'SIGSEGV')
    }
    const doomed = analyse([half(empty[0]!)])
    await expect(doomed).rejects.toMatchObject({ name: 'AnalysisCrashed', signal: 'SIGSEGV' })
    expect((await analyse(walking)).verdict).toBe('true')
    expect(pool.pids()).not.toEqual(before)
    expect((await analyse(empty)).verdict).toBe('false')
  })
})
