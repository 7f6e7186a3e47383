import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../limits.ts'
import { decodeMedia, openMedia } from './decode-media.ts'
import { encodeClip } from './encode-clip.ts'

const [WIDTH, HEIGHT, PAGES] = [64, 32, 6]
const still = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#a33' } })
  .jpeg()
  .toBuffer()
/** An animation of six pictures, each with another shade. */
const animation = await sharp(
  Buffer.concat(Array.from({ length: PAGES }, (_, page) => Buffer.alloc(WIDTH * HEIGHT * 3, 30 * page + 10))),
  { raw: { width: WIDTH, height: HEIGHT * PAGES, channels: 3, pageHeight: HEIGHT } },
)
  .webp({ lossless: true, loop: 0 })
  .toBuffer()

describe('an alarm of many files', () => {
  test('is reduced to the analysed frames, and reports that', async () => {
    const media = Array.from({ length: 30 }, (_, index) => ({ id: `m${index}`, bytes: still }))
    const { frames, problems } = await decodeMedia(media, Infinity)
    expect(frames).toHaveLength(LIMITS.frames)
    expect(problems).toHaveLength(10)
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['too-many-files']))
    expect(frames.map((frame) => frame.mediaId)).toEqual(
      frames.map((frame) => frame.mediaId).toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))),
    )
  })

  test('loses pictures of clips before single pictures', async () => {
    const media = [
      ...Array.from({ length: 2 }, (_, index) => ({ id: `moving${index}`, bytes: animation })),
      ...Array.from({ length: 17 }, (_, index) => ({ id: `still${index}`, bytes: still })),
    ]
    const { frames, problems } = await decodeMedia(media, Infinity)
    expect(frames).toHaveLength(LIMITS.frames)
    expect(new Set(frames.map(({ mediaId }) => mediaId)).size).toBe(19)
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['too-many-frames']))
  })

  test('analyses other pictures instead of undecodable files', async () => {
    // The header of this file is readable.
    const broken = (await sharp(still).webp().toBuffer()).subarray(0, 40)
    const isBroken = (index: number) => index % 3 === 1
    const media = Array.from({ length: 30 }, (_, index) => ({
      id: `m${index}`,
      bytes: isBroken(index) ? broken : still,
    }))
    expect((await openMedia(media)).bytes).toBe(LIMITS.frames * WIDTH * HEIGHT * 3)
    const { frames, problems } = await decodeMedia(media, Infinity)
    const [bad, good] = [media.filter((_, index) => isBroken(index)), media.filter((_, index) => !isBroken(index))]
    expect(frames.map(({ mediaId }) => mediaId)).toEqual(good.map(({ id }) => id))
    expect(problems).toMatchObject(bad.map(({ id }) => ({ mediaId: id, code: 'broken' })))
  })

  describe('with clips that have fewer pictures than are sampled from one', () => {
    const size = { extension: 'mp4', codec: 'h264', width: WIDTH, height: HEIGHT, framesPerSecond: 10 } as const
    const clipOf = (pictures: number) =>
      encodeClip({ ...size, levels: Array.from({ length: pictures }, (_, index) => 40 + 4 * index) })
    const decodeAll = (clips: readonly Uint8Array[]) =>
      decodeMedia(
        clips.map((bytes, index) => ({ id: `m${index}`, bytes })),
        Infinity,
      )

    test('analyses more pictures of other files instead', async () => {
      const [long, short] = [clipOf(30), clipOf(4)]
      const { frames, problems } = await decodeAll([long, short, short, long, short])
      expect(frames.map(({ mediaId, index }) => `${mediaId} ${index}`)).toEqual(
        [6, 1, 1, 6, 1].flatMap((count, file) => Array.from({ length: count }, (_, index) => `m${file} ${index}`)),
      )
      expect(problems).toEqual([])
    })

    test('analyses the middle of these clips', async () => {
      const short = clipOf(13)
      expect((await decodeAll([short])).frames).toHaveLength(4)
      const { frames } = await decodeAll(Array.from({ length: LIMITS.frames }, () => short))
      expect(frames.map(({ index }) => index)).toEqual(frames.map(() => 2))
      expect(frames).toHaveLength(LIMITS.frames)
    })
  })

  test('needs as many bytes as were estimated before decoding', async () => {
    const opened = await openMedia(Array.from({ length: 40 }, (_, index) => ({ id: `m${index}`, bytes: animation })))
    expect(opened.bytes).toBe(LIMITS.frames * WIDTH * HEIGHT * 3)
    const { frames } = await opened.decode(Infinity)
    expect(frames.map(({ mediaId, index }) => `${mediaId} ${index}`)).toEqual(
      Array.from({ length: LIMITS.frames }, (_, place) => `m${2 * place + 1} 3`),
    )
    expect(frames.reduce((sum, { rgb }) => sum + rgb.data.length, 0)).toBe(opened.bytes)
  })

  test('never needs more memory than a process has', async () => {
    const { width, height } = { width: LIMITS.workingSide + 80, height: LIMITS.workingSide + 80 }
    const square = await sharp({ create: { width, height, channels: 3, background: '#777' } })
      .png()
      .toBuffer()
    const { bytes } = await openMedia(
      Array.from({ length: LIMITS.media }, (_, index) => ({ id: `${index}`, bytes: square })),
    )
    expect(bytes).toBe(LIMITS.frames * LIMITS.workingSide ** 2 * 3)
    expect(bytes).toBeLessThan(LIMITS.heldBytes)
  })

  test('reports a file of any content that was sent as a picture as broken', async () => {
    const media = [{ id: 'a', bytes: Buffer.from('IMKH and more of it'), claimsMedia: true }]
    expect((await decodeMedia(media, Infinity)).problems).toMatchObject([{ mediaId: 'a', code: 'broken' }])
  })

  test('keeps the good files beside a broken one', async () => {
    const media = [still, still.subarray(0, 40), still].map((bytes, index) => ({ id: `m${index}`, bytes }))
    const { frames, problems } = await decodeMedia(media, Infinity)
    expect(frames.map((frame) => frame.mediaId)).toEqual(['m0', 'm2'])
    expect(problems).toMatchObject([{ mediaId: 'm1', code: 'broken' }])
  })

  test('stops decoding at the time limit', async () => {
    const { frames, problems } = await decodeMedia([{ id: 'a', bytes: still }], performance.now() - 1)
    expect(frames).toEqual([])
    expect(problems).toEqual([{ mediaId: 'a', code: 'timeout' }])
  })
})
