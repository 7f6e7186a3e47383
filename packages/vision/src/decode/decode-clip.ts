import { Decoder, Demuxer, Scaler } from 'node-av/api'
import { AV_LOG_QUIET, AVSEEK_FLAG_BACKWARD } from 'node-av/constants'
import { Log } from 'node-av/lib'
import type { Frame } from 'node-av/lib'
import { LIMITS } from '../limits.ts'
import type { SniffedMedia } from '../sniff.ts'
import type { MediaInput, MediaProblem } from '../types.ts'
import { clipSpan } from './clip-span.ts'
import type { DecodedFrame, RgbImage } from './decoded-frame.ts'
import { encodeJpeg } from './decode-still.ts'
import type { DecodedMedia } from './decode-still.ts'
import { isTooLarge } from './is-too-large.ts'
import { PictureReader } from './picture-reader.ts'
import type { ReadPicture } from './picture-reader.ts'
import { SpreadSample, sampleTimes } from './sample-times.ts'
import type { ClipWindow } from './sample-times.ts'

/**
 * The demuxer is named from our own sniffing, never guessed by FFmpeg: play lists (HLS, concat, DASH) could name other files and
 * addresses, and no container in this list can.
 */
const DEMUXERS: Record<string, string> = {
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

/** FFmpeg opens nothing but the bytes in memory: no protocol is on the list. */
const OPEN_OPTIONS = { protocol_whitelist: 'none', probesize: 4_000_000, analyzeduration: 3_000_000 }

interface Sampled {
  rgb: RgbImage
  seconds: number
}

class TooManyPixels extends Error {}

function fit(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LIMITS.workingSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function toRgb(frame: Frame, scaler: Scaler): RgbImage {
  if (isTooLarge(frame.width, frame.height)) throw new TooManyPixels(`${frame.width} × ${frame.height}`)
  const size = fit(frame.width, frame.height)
  return { ...size, data: scaler.toBufferSync(frame, { resize: size, format: 'rgb' }) }
}

function sampleWindow(pictures: Iterable<ReadPicture>, clip: ClipWindow, start: number, scaler: Scaler): Sampled[] {
  const sampled: Sampled[] = []
  let next = 0
  for (const picture of pictures) {
    const seconds = picture.seconds - start
    const due = clip.times[next]
    if (due === undefined) break
    if (seconds < due) continue
    sampled.push({ rgb: toRgb(picture.frame, scaler), seconds })
    while ((clip.times[next] ?? Infinity) <= seconds) next += 1
  }
  return sampled
}

/** Without a length to go by, read on and keep an even spread. */
function sampleAll(pictures: Iterable<ReadPicture>, scaler: Scaler): Sampled[] {
  const sample = new SpreadSample<Sampled>(LIMITS.clipFrames)
  for (const { frame, seconds } of pictures) {
    if (sample.wantsNext()) sample.add({ rgb: toRgb(frame, scaler), seconds })
    else sample.skip()
  }
  return sample.take()
}

/** The pictures, and what could not be read; the problem is null when nothing of what was wanted is missing. */
interface Sample {
  sampled: Sampled[]
  problem: Pick<MediaProblem, 'code' | 'detail'> | null
}

function sampleClip(bytes: Uint8Array, format: string, deadline: number): Sample {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  using demuxer = Demuxer.openSync(buffer, { format, options: OPEN_OPTIONS })
  const stream = demuxer.video()
  if (stream === undefined) throw new Error('no video in it')
  const { width, height } = stream.codecpar
  if (isTooLarge(width, height)) throw new TooManyPixels(`${width} × ${height}`)
  using decoder = Decoder.createSync(stream, { threadCount: 1, exitOnError: false })
  using scaler = new Scaler()
  const span = clipSpan(demuxer, stream, bytes, format)
  const { start, length } = span
  const sample = (take: (pictures: Iterable<ReadPicture>) => Sampled[]): Sample => {
    const reader = new PictureReader(demuxer, decoder, stream, deadline)
    const sampled = take(reader.pictures())
    return { sampled, problem: reader.problem(span) }
  }
  const takeAll = (pictures: Iterable<ReadPicture>) => sampleAll(pictures, scaler)
  if (length === 0 || format === 'bmp_pipe') return sample(takeAll)

  const clip = sampleTimes(length)
  if (clip.from > 1) demuxer.seekSync(start + clip.from, -1, AVSEEK_FLAG_BACKWARD)
  const window = sample((pictures) => sampleWindow(pictures, clip, start, scaler))
  if (window.sampled.length > 0) return window
  // The container lied about its length, as cut-off recordings do: start over and take what is there.
  demuxer.seekSync(start, -1, AVSEEK_FLAG_BACKWARD)
  decoder.getCodecContext()?.flushBuffers()
  return sample(takeAll)
}

/**
 * Cuts up to LIMITS.clipFrames pictures out of a clip, around its middle, from memory alone. Never throws for what is in the
 * file; `deadline` (on the clock of `performance.now`) ends reading with what was found.
 */
export async function decodeClip(media: MediaInput, sniffed: SniffedMedia, deadline: number): Promise<DecodedMedia> {
  const problem = (code: MediaProblem['code'], detail?: string): MediaProblem => ({
    mediaId: media.id,
    code,
    ...(detail === undefined ? {} : { detail }),
  })
  if (media.bytes.length > LIMITS.clipBytes) {
    return { frames: [], problems: [problem('too-large', `${media.bytes.length} bytes`)] }
  }
  const format = DEMUXERS[sniffed.type]
  if (format === undefined) return { frames: [], problems: [problem('unsupported', sniffed.type)] }
  Log.setLevel(AV_LOG_QUIET)
  try {
    const { sampled, problem: missing } = sampleClip(media.bytes, format, deadline)
    const first = sampled[0]
    if (first === undefined)
      return {
        frames: [],
        problems: [problem(performance.now() > deadline ? 'timeout' : 'broken', 'no picture found')],
      }
    const frames: DecodedFrame[] = []
    for (const [index, { rgb, seconds }] of sampled.entries()) {
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
    return { frames, problems: missing === null ? [] : [problem(missing.code, missing.detail)] }
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : String(error)
    return { frames: [], problems: [problem(error instanceof TooManyPixels ? 'too-many-pixels' : 'broken', detail)] }
  }
}
