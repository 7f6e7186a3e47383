import { Decoder, Demuxer, Scaler } from 'node-av/api'
import { AV_LOG_QUIET, AVSEEK_FLAG_BACKWARD } from 'node-av/constants'
import { Log } from 'node-av/lib'
import type { Frame, Stream } from 'node-av/lib'
import { LIMITS } from '../limits.ts'
import type { SniffedMedia } from '../sniff.ts'
import type { MediaInput, MediaProblem } from '../types.ts'
import { clipSpan, type ClipSpan } from './clip-span.ts'
import type { DecodedFrame, RgbImage } from './decoded-frame.ts'
import { encodeJpeg } from './decode-still.ts'
import { isTooLarge } from './is-too-large.ts'
import { refused, workingBytes } from './opened-media.ts'
import type { DecodedMedia, OpenedMedia } from './opened-media.ts'
import { PictureReader } from './picture-reader.ts'
import type { ReadPicture } from './picture-reader.ts'
import { SpreadSample, sampleTimes } from './sample-times.ts'
import type { ClipWindow } from './sample-times.ts'

/**
 * The FFmpeg demuxer for each type that our own detection returns. FFmpeg never guesses the type itself, because playlists (HLS, concat,
 * DASH) could refer to other files and addresses. No container in this list can do that.
 */
export const DEMUXERS: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'video/x-msvideo': 'avi',
  'video/x-matroska': 'matroska',
  'video/webm': 'matroska',
  'video/mp2t': 'mpegts',
  'video/mpeg': 'mpeg',
  'video/x-flv': 'flv',
  'video/x-ms-asf': 'asf',
  'video/x-dhav': 'dhav',
  'video/h264': 'h264',
  'video/h265': 'hevc',
  'image/bmp': 'bmp_pipe',
}

/** FFmpeg reads only the bytes in memory: no protocol is allowed. */
const OPEN_OPTIONS = { protocol_whitelist: 'none', probesize: 4_000_000, analyzeduration: 3_000_000 }

/** The indexes of all pictures that can be cut out of a clip. */
const INDEXES: readonly number[] = Array.from({ length: LIMITS.clipFrames }, (_, index) => index)

/** A picture of the clip. It has only a time if the picture is not wanted. */
interface Sampled {
  rgb: RgbImage | null
  seconds: number
}

/** Which pictures are wanted, and when reading must end. */
interface Wanted {
  indexes: readonly number[]
  deadline: number
}

class TooManyPixels extends Error {}

function fit(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LIMITS.workingSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export function checkSize({ width, height }: { width: number; height: number }): void {
  if (isTooLarge(width, height)) throw new TooManyPixels(`${width} × ${height}`)
}

export function toRgb(frame: Frame, scaler: Scaler): RgbImage {
  const size = fit(frame.width, frame.height)
  return { ...size, data: scaler.toBufferSync(frame, { resize: size, format: 'rgb' }) }
}

/** The times of a clip's window that one picture stands for, as indexes. A clip of few pictures has one for several times. */
interface Slots {
  first: number
  end: number
}

/** A function that takes the sampled pictures out of all pictures of a clip. */
type Take = (pictures: Iterable<ReadPicture>) => Sampled[]

export function sampleWindow(
  pictures: Iterable<ReadPicture>,
  clip: ClipWindow,
  start: number,
  toSampled: (picture: ReadPicture, index: number, slots: Slots) => Sampled,
): Sampled[] {
  const sampled: Sampled[] = []
  let next = 0
  for (const picture of pictures) {
    const seconds = picture.seconds - start
    const due = clip.times[next]
    if (due === undefined) break
    if (seconds < due) continue
    const first = next
    while ((clip.times[next] ?? Infinity) <= seconds) next += 1
    sampled.push(toSampled({ ...picture, seconds }, sampled.length, { first, end: next }))
  }
  return sampled
}

/** Reads a clip of unknown length to its end and keeps an evenly spaced sample. */
function sampleAll(pictures: Iterable<ReadPicture>, toSampled: (picture: ReadPicture) => Sampled): Sampled[] {
  const sample = new SpreadSample<Sampled>(LIMITS.clipFrames)
  for (const picture of pictures) {
    if (sample.wantsNext()) sample.add(toSampled(picture))
    else sample.skip()
  }
  return sample.take()
}

/** The sampled pictures, and the problem of the clip. The problem is null if no wanted picture is missing. */
interface Sample {
  sampled: Sampled[]
  problem: Pick<MediaProblem, 'code' | 'detail'> | null
}

/** A clip that is open for reading. */
interface OpenClip {
  demuxer: Demuxer
  decoder: Decoder
  scaler: Scaler
  stream: Stream
  span: ClipSpan
}

/** Opens a clip in memory and closes it after `use`. */
export function withClip<T>(bytes: Uint8Array, format: string, use: (clip: OpenClip) => T): T {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  using demuxer = Demuxer.openSync(buffer, { format, options: OPEN_OPTIONS })
  const stream = demuxer.video()
  if (stream === undefined) throw new Error('no video in it')
  checkSize(stream.codecpar)
  using decoder = Decoder.createSync(stream, { threadCount: 1, exitOnError: false })
  using scaler = new Scaler()
  return use({ demuxer, decoder, scaler, stream, span: clipSpan(demuxer, stream, bytes, format) })
}

function sampleClip(
  { demuxer, decoder, scaler, stream, span }: OpenClip,
  format: string,
  { indexes, deadline }: Wanted,
): Sample {
  const { start, length } = span
  const toSampled = ({ frame, seconds }: ReadPicture, isWanted = true): Sampled => {
    checkSize(frame)
    return { rgb: isWanted ? toRgb(frame, scaler) : null, seconds }
  }
  const sample = (take: Take): Sample => {
    const reader = new PictureReader(demuxer, decoder, stream, deadline)
    const sampled = take(reader.pictures())
    return { sampled, problem: reader.problem(span) }
  }
  // The kept pictures and their indexes are known only after all pictures were read.
  const takeAll: Take = (pictures) =>
    sampleAll(pictures, (picture) => toSampled(picture)).map((one, index) =>
      indexes.includes(index) ? one : { ...one, rgb: null },
    )
  if (length === 0 || format === 'bmp_pipe') return sample(takeAll)

  const clip = sampleTimes(length)
  if (clip.from > 1) demuxer.seekSync(start + clip.from, -1, AVSEEK_FLAG_BACKWARD)
  const window = sample((pictures) =>
    sampleWindow(pictures, clip, start, (picture, index) => toSampled(picture, indexes.includes(index))),
  )
  if (window.sampled.length > 0) return window
  // The container's length was wrong, as in truncated recordings. So the clip is read again and sampled without using the length.
  demuxer.seekSync(start, -1, AVSEEK_FLAG_BACKWARD)
  decoder.getCodecContext()?.flushBuffers()
  return sample(takeAll)
}

/**
 * Cuts the wanted ones of up to LIMITS.clipFrames pictures out of a clip in memory, around the middle of the clip. Never throws because of
 * the clip's content. At `deadline` (a time of `performance.now`) it returns the pictures that it has by then.
 */
async function decodeClip(
  media: MediaInput,
  format: string,
  indexes: readonly number[],
  deadline: number,
): Promise<DecodedMedia> {
  const problem = (code: MediaProblem['code'], detail?: string): MediaProblem => ({
    mediaId: media.id,
    code,
    ...(detail === undefined ? {} : { detail }),
  })
  Log.setLevel(AV_LOG_QUIET)
  try {
    const { sampled, problem: missing } = withClip(media.bytes, format, (clip) =>
      sampleClip(clip, format, { indexes, deadline }),
    )
    const first = sampled[0]
    if (first === undefined) {
      const code = performance.now() > deadline ? 'timeout' : 'broken'
      return { frames: [], problems: [problem(code, 'no picture found')], count: 0 }
    }
    const frames: DecodedFrame[] = []
    for (const [index, { rgb, seconds }] of sampled.entries()) {
      if (rgb === null) continue
      const offsetMs = Math.round((seconds - first.seconds) * 1000) + (media.takenOffsetMs ?? 0)
      frames.push({
        mediaId: media.id,
        index,
        width: rgb.width,
        height: rgb.height,
        offsetMs,
        jpeg: await encodeJpeg(rgb),
        rgb,
      })
    }
    const problems = missing === null ? [] : [problem(missing.code, missing.detail)]
    return { frames, problems, count: sampled.length }
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : String(error)
    const code = error instanceof TooManyPixels ? 'too-many-pixels' : 'broken'
    return { frames: [], problems: [problem(code, detail)], count: 0 }
  }
}

/** Opens a clip. The number of pictures that can be cut out is known only after reading it. */
export function openClip(media: MediaInput, sniffed: SniffedMedia): OpenedMedia {
  const refuse = (code: MediaProblem['code'], detail: string) => refused({ mediaId: media.id, code, detail })
  if (media.bytes.length > LIMITS.clipBytes) return refuse('too-large', `${media.bytes.length} bytes`)
  const format = DEMUXERS[sniffed.type]
  if (format === undefined) return refuse('unsupported', sniffed.type)
  return {
    indexes: INDEXES,
    frameBytes: workingBytes(LIMITS.workingSide, LIMITS.workingSide),
    problems: [],
    decode: (indexes, deadline) => decodeClip(media, format, indexes, deadline),
  }
}
