import { describe, expect, test } from 'vitest'
import { LIMITS } from '../limits.ts'
import { sniffMedia } from '../sniff.ts'
import type { SniffedMedia } from '../sniff.ts'
import { openClip } from './decode-clip.ts'
import { decodeMedia } from './decode-media.ts'
import { encodeJpeg } from './decode-still.ts'
import type { RgbImage } from './decoded-frame.ts'
import { encodeClip } from './encode-clip.ts'
import { encodeDhav } from './encode-dhav.ts'
import { SpreadSample, sampleTimes } from './sample-times.ts'

const MP4: SniffedMedia = { kind: 'clip', type: 'video/mp4' }
const SIZE = { width: 320, height: 240, framesPerSecond: 10 }

async function decode(bytes: Uint8Array, id = 'c') {
  return decodeMedia([{ id, bytes }], Infinity)
}

function brightnessOf(frame: { rgb: { data: Uint8Array } }): number {
  return frame.rgb.data.reduce((sum, value) => sum + value, 0) / frame.rgb.data.length
}

/**
 * Containers and codecs that cameras use. The option `faststart` puts the index before the pictures. `frag_keyframe` distributes the index
 * over the whole file.
 */
const KINDS = {
  'mp4 with its index in front': { extension: 'mp4', codec: 'h264', container: { movflags: 'faststart' } },
  'mp4 in fragments': { extension: 'mp4', codec: 'h264', container: { movflags: 'frag_keyframe+empty_moov' } },
  'mov with its index in front': { extension: 'mov', codec: 'mjpeg', container: { movflags: 'faststart' } },
  mkv: { extension: 'mkv', codec: 'h264', container: {} },
  'mkv of jpeg': { extension: 'mkv', codec: 'mjpeg', container: {} },
  'mkv without an index': { extension: 'mkv', codec: 'h264', container: { live: '1' } },
  ts: { extension: 'ts', codec: 'h264', container: {} },
  h264: { extension: 'h264', codec: 'h264', container: {} },
  'asf of jpeg': { extension: 'asf', codec: 'mjpeg', container: {} },
  'avi of h264': { extension: 'avi', codec: 'h264', container: {} },
  'avi of jpeg': { extension: 'avi', codec: 'mjpeg', container: {} },
} as const

/** Draws a pattern that moves from picture to picture, so that packets are about as large as those of a camera. */
function pattern(shift: number): RgbImage {
  const [width, height] = [160, 90]
  const data = Uint8Array.from({ length: width * height * 3 }, (_, index) => {
    const pixel = Math.floor(index / 3)
    const [x, y] = [(pixel % width) + 3 * shift, Math.floor(pixel / width)]
    return 128 + 60 * Math.sin(x / 5) + 60 * Math.cos(y / 4 + x / 17)
  })
  return { width, height, data }
}

const WANDERING = Array.from({ length: 60 }, (_, index) => pattern(index))

function clipOf(kind: Kind, change: Partial<Parameters<typeof encodeClip>[0]> = {}): Uint8Array {
  return encodeClip({ ...KINDS[kind], width: 160, height: 90, framesPerSecond: 10, levels: WANDERING, ...change })
}

function cut(clip: Uint8Array, share: number): Uint8Array {
  return clip.subarray(0, Math.floor(clip.length * share))
}

type Kind = keyof typeof KINDS
const isKind = (text: string): text is Kind => text in KINDS
const ALL_KINDS = Object.keys(KINDS).filter(isKind)

describe.each(ALL_KINDS)('a complete clip (%s)', (kind) => {
  test.each<[string, Partial<Parameters<typeof encodeClip>[0]>]>([
    ['at an even pace', {}],
    ['with one picture a second', { framesPerSecond: 1, levels: WANDERING.slice(0, 6) }],
    [
      'at an uneven pace',
      { levels: WANDERING.slice(0, 18), times: [0, 1, 2, 3, 4, 5, 20, 21, 22, 23, 40, 41, 42, 43, 44, 45, 46, 60] },
    ],
    ['whose clock begins after zero', { times: WANDERING.map((_, index) => index + 20) }],
    [
      'longer than the analysed part, whose clock begins after zero',
      { framesPerSecond: 2, times: WANDERING.map((_, index) => index + 20) },
    ],
    ['with one picture', { levels: WANDERING.slice(0, 1) }],
    ['longer than the analysed part', { framesPerSecond: 2 }],
  ])('%s has no problem', async (_, change) => {
    const { frames, problems } = await decode(clipOf(kind, change))
    expect(problems).toEqual([])
    expect(frames.length).toBeGreaterThanOrEqual(change.levels?.length === 1 ? 1 : 4)
  })
})

test.each(['mkv of jpeg', 'mkv', 'asf of jpeg', 'ts', 'mov with its index in front'] as const)(
  'a %s whose timestamps start after zero is sampled in its middle',
  async (kind) => {
    // Forty seconds, of which only the twelve seconds in the middle are bright.
    const levels = Array.from({ length: 80 }, (_, index) => (index >= 28 && index < 52 ? 200 : 60))
    const times = levels.map((_, index) => index + 20)
    const { frames } = await decode(clipOf(kind, { framesPerSecond: 2, levels, times }))
    expect(frames.map((frame) => brightnessOf(frame) > 180)).toEqual([true, true, true, true, true, true])
  },
)

test.each(['mkv', 'mov with its index in front', 'avi of jpeg'] as const)(
  'a complete %s whose sound is longer than its pictures has no problem, but half of the file has a problem',
  async (kind) => {
    const clip = clipOf(kind, { soundSeconds: 9 })
    const { frames, problems } = await decode(clip)
    expect(problems).toEqual([])
    expect(frames.length).toBeGreaterThan(2)
    expect((await decode(cut(clip, 0.5))).problems).toMatchObject([{ code: 'truncated' }])
  },
)

/** Returns an AVI as if it had been written to a pipe: the values that are known only at the end are missing in its header. */
function pipedAvi(whole: Uint8Array, { size, index }: { size: number; index: boolean }): Uint8Array {
  const avi = Buffer.from(whole)
  avi.writeUInt32LE(0, avi.indexOf('avih') + 24)
  avi.writeUInt32LE(0x4000_0000, avi.indexOf('strh') + 40)
  if (index) return avi
  avi.writeUInt32LE(size, 4)
  avi.writeUInt32LE(size, avi.indexOf('movi') - 4)
  return avi.subarray(0, avi.lastIndexOf('idx1'))
}

describe.each(['avi of h264', 'avi of jpeg'] as const)('a complete %s without a frame count', (kind) => {
  test.each([
    ['with an unknown size and no index', { size: 0xffff_ffff, index: false }],
    ['with a size of 0 and no index', { size: 0, index: false }],
    ['with a size of 0 and an index', { size: 0, index: true }],
  ])('%s has no problem', async (_, head) => {
    for (const soundSeconds of [0, 6]) {
      const { frames, problems } = await decode(pipedAvi(clipOf(kind, { soundSeconds }), head))
      expect(problems).toEqual([])
      expect(frames).toHaveLength(6)
    }
  })
})

test('a complete mkv with an impossible length in its header has no problem', async () => {
  const mkv = Buffer.from(clipOf('mkv'))
  const duration = Buffer.from([0x44, 0x89, 0x88])
  mkv.writeDoubleBE(1e12, mkv.indexOf(duration) + duration.length)
  const { frames, problems } = await decode(mkv)
  expect(problems).toEqual([])
  expect(frames).toHaveLength(6)
})

describe('a Dahua recording', () => {
  const record = async (notesAt: number) => {
    const data = await encodeJpeg({ width: 160, height: 96, data: new Uint8Array(160 * 96 * 3).fill(90) })
    const pictures = Array.from({ length: 20 }, (_, index) => ({ kind: 'picture', at: 100 * index, data }) as const)
    return decode(encodeDhav([...pictures, { kind: 'notes', at: notesAt, data: new Uint8Array(16) }]))
  }

  test.each([2_000, 2_900, 3_000])('that is complete and has metadata after %i ms has no problem', async (notesAt) => {
    const { frames, problems } = await record(notesAt)
    expect(problems).toEqual([])
    expect(frames.length).toBeGreaterThan(2)
  })

  test('without its last seconds has a problem', async () => {
    const problem = { code: 'truncated', detail: 'ends after 1.9 of 6.0 s' }
    expect((await record(6_000)).problems).toMatchObject([problem])
  })
})

describe('a truncated clip', () => {
  test.each([
    ['mp4 with its index in front', [0.97, 0.9, 0.7, 0.5, 0.3]],
    ['mp4 in fragments', [0.97, 0.9, 0.7, 0.5, 0.3]],
    ['mov with its index in front', [0.9, 0.7, 0.5, 0.3]],
    ['mkv', [0.9, 0.7, 0.5, 0.3]],
    ['avi of h264', [0.85, 0.7, 0.5, 0.3]],
    ['avi of jpeg', [0.85, 0.7, 0.5, 0.3]],
  ] as const)('(%s) returns its pictures and reports the problem', async (kind, shares) => {
    const whole = clipOf(kind)
    for (const share of shares) {
      const { frames, problems } = await decode(cut(whole, share))
      expect(problems, `${share}`).toEqual([{ mediaId: 'c', code: 'truncated', detail: expect.any(String) }])
      expect(frames.length).toBeGreaterThan(0)
    }
  })

  test.each(['mkv', 'mkv of jpeg'] as const)(
    '(%s) is reported if it is truncated in the analysed part of a longer clip',
    async (kind) => {
      const whole = clipOf(kind, { framesPerSecond: 1, keyEvery: 2 })
      expect((await decode(whole)).problems).toEqual([])
      const { frames, problems } = await decode(cut(whole, 0.5))
      expect(problems).toMatchObject([{ code: 'truncated' }])
      expect(frames.length).toBeGreaterThan(0)
    },
  )

  test.each(['ts', 'mkv without an index'] as const)('(%s) is not reported if it contains no length', async (kind) => {
    expect((await decode(cut(clipOf(kind), 0.7))).frames).toHaveLength(6)
  })
})

test.each(ALL_KINDS.filter((kind) => KINDS[kind].codec === 'h264'))(
  'a clip (%s) with a damaged part in the analysed range is reported and analysed',
  async (kind) => {
    const clip = Uint8Array.from(clipOf(kind))
    for (let at = clip.length >> 1; at < (clip.length >> 1) + 2_000; at += 1) clip[at] = (at * 73 + 11) % 251
    const { frames, problems } = await decode(clip)
    expect(problems).toMatchObject([{ code: 'truncated' }])
    expect(frames.length).toBeGreaterThan(3)
  },
)

describe('a clip whose important part cannot be read within the limits', () => {
  test('reports that its middle was not reached', async () => {
    // Only one picture is a key frame, so the middle can be reached only by decoding everything before it.
    const clip = encodeClip({
      extension: 'mp4',
      codec: 'h264',
      width: 64,
      height: 64,
      framesPerSecond: 10,
      levels: Array.from({ length: 2 * LIMITS.clipDecodedFrames + 200 }, () => 90),
      keyEvery: 10_000,
    })
    const { frames, problems } = await decode(clip)
    expect(frames.length).toBeGreaterThan(0)
    expect(problems).toMatchObject([{ code: 'too-large', detail: expect.stringContaining('pictures') }])
  })

  test('reports that time ran out', async () => {
    const clip = openClip({ id: 'c', bytes: clipOf('mp4 with its index in front') }, MP4)
    const { problems } = await clip.decode(clip.indexes, 0)
    expect(problems).toMatchObject([{ code: 'timeout' }])
  })
})

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
    // Forty seconds, of which only the twelve seconds in the middle are bright.
    const levels = Array.from({ length: 400 }, (_, index) => (index >= 140 && index < 260 ? 200 : 60))
    const { frames } = await decode(encodeClip({ ...SIZE, extension: 'mp4', codec: 'h264', levels }))
    expect(frames.map(brightnessOf).every((level) => level > 180)).toBe(true)
    expect(frames.map((frame) => frame.offsetMs)).toEqual([0, 2000, 4000, 6000, 8000, 10000])
  })

  test('without its index is reported as broken', async () => {
    const whole = encodeClip({ ...SIZE, extension: 'mp4', codec: 'h264', levels: Array.from({ length: 30 }, () => 90) })
    const { frames, problems } = await decode(whole.subarray(0, 200))
    expect(frames).toEqual([])
    expect(problems).toEqual([{ mediaId: 'c', code: 'broken', detail: expect.any(String) }])
  })

  test('with too many pixels is refused', async () => {
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

test('sampleTimes returns times inside the clip and close together', () => {
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
