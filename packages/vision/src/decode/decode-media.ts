import { LIMITS } from '../limits.ts'
import { sniffMedia } from '../sniff.ts'
import type { MediaInput, MediaProblem } from '../types.ts'
import type { DecodedFrame } from './decoded-frame.ts'
import { decodeStill } from './decode-still.ts'
import type { DecodedMedia } from './decode-still.ts'

const SNIFFED_BYTES = 512

async function decodeOne(media: MediaInput, deadline: number): Promise<DecodedMedia> {
  const sniffed = sniffMedia(media.bytes.subarray(0, SNIFFED_BYTES))
  if (sniffed.kind === 'unknown') {
    const code = media.bytes.length === 0 ? 'broken' : 'not-an-image'
    return {
      frames: [],
      problems: [{ mediaId: media.id, code, ...(media.bytes.length === 0 ? { detail: 'empty' } : {}) }],
    }
  }
  if (sniffed.kind === 'image' && sniffed.type !== 'image/bmp') return decodeStill(media, sniffed)
  // FFmpeg takes a while to load and most alarms carry stills only.
  const { decodeClip } = await import('./decode-clip.ts')
  return decodeClip(media, sniffed, deadline)
}

/** Keeps an even spread when there are more pictures than are looked at. */
function spread(frames: DecodedFrame[]): DecodedFrame[] {
  if (frames.length <= LIMITS.frames) return frames
  return Array.from({ length: LIMITS.frames }, (_, index) =>
    Math.floor(((index + 0.5) * frames.length) / LIMITS.frames),
  ).flatMap((index) => frames[index] ?? [])
}

/**
 * Turns the files of an alarm into pictures, in their order, within LIMITS. What could not be read is told as problems; it never
 * throws for the content of a file. `deadline` is on the clock of `performance.now`.
 */
export async function decodeMedia(
  media: MediaInput[],
  deadline: number,
): Promise<{ frames: DecodedFrame[]; problems: MediaProblem[] }> {
  const frames: DecodedFrame[] = []
  const problems: MediaProblem[] = []
  let bytes = 0
  for (const [position, one] of media.entries()) {
    bytes += one.bytes.length
    if (position >= LIMITS.media)
      problems.push({ mediaId: one.id, code: 'too-many-frames', detail: `${media.length} files` })
    else if (bytes > LIMITS.totalBytes)
      problems.push({ mediaId: one.id, code: 'too-large', detail: 'all files together' })
    else if (performance.now() > deadline) problems.push({ mediaId: one.id, code: 'timeout' })
    else {
      const decoded = await decodeOne(one, deadline)
      frames.push(...decoded.frames)
      problems.push(...decoded.problems)
    }
  }
  const kept = spread(frames)
  const dropped = new Set(frames.filter((frame) => !kept.includes(frame)).map((frame) => frame.mediaId))
  for (const mediaId of dropped)
    problems.push({ mediaId, code: 'too-many-frames', detail: `${frames.length} pictures` })
  return { frames: kept, problems }
}
