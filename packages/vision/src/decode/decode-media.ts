import { LIMITS } from '../limits.ts'
import { sniffMedia } from '../sniff.ts'
import type { MediaInput, MediaProblem } from '../types.ts'
import type { DecodedFrame } from './decoded-frame.ts'
import { decodeStill } from './decode-still.ts'
import type { DecodedMedia } from './decode-still.ts'

const SNIFFED_BYTES = 512
const MEDIA_NAME =
  /\.(jpe?g|png|gif|webp|avif|hei[cf]|tiff?|bmp|mp4|m4v|mov|avi|mkv|webm|3gp|ts|mpe?g|h26[45]|dav|flv|asf|wmv)$/i
/** Files decoded at the same time: libvips works on threads of its own, and two large pictures fit into a child's memory. */
const AT_ONCE = 2

/** A text beside the pictures is harmless; a file that calls itself a picture or a clip and is none may have been one. */
function problemOf({ id, bytes, name, claimsMedia }: MediaInput): MediaProblem {
  if (bytes.length === 0) return { mediaId: id, code: 'broken', detail: 'empty' }
  if (claimsMedia || (name !== undefined && MEDIA_NAME.test(name)))
    return { mediaId: id, code: 'broken', detail: `${name ?? 'the file'} holds neither picture nor clip` }
  return { mediaId: id, code: 'not-an-image' }
}

async function decodeOne(media: MediaInput, deadline: number): Promise<DecodedMedia> {
  const sniffed = sniffMedia(media.bytes.subarray(0, SNIFFED_BYTES))
  if (sniffed.kind === 'unknown') return { frames: [], problems: [problemOf(media)] }
  if (sniffed.kind === 'image' && sniffed.type !== 'image/bmp') return decodeStill(media, sniffed)
  // FFmpeg takes a while to load and most alarms carry stills only.
  const { decodeClip } = await import('./decode-clip.ts')
  return decodeClip(media, sniffed, deadline)
}

/** Like `map`, with up to `atOnce` calls at a time, begun in the order of the items. */
async function mapInOrder<T, R>(
  items: readonly T[],
  atOnce: number,
  call: (item: T, position: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  const work = async (): Promise<void> => {
    for (const [position, item] of left) results[position] = await call(item, position)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

/** So many of them at most, evenly spread. */
function spread(frames: readonly DecodedFrame[], most: number): readonly DecodedFrame[] {
  if (frames.length <= most) return frames
  return Array.from({ length: most }, (_, index) => Math.floor(((index + 0.5) * frames.length) / most)).flatMap(
    (index) => frames[index] ?? [],
  )
}

/** Leaves pictures out when there are more than are looked at: of clips rather than of files that hold one alone. */
function choose(frames: readonly DecodedFrame[]): DecodedFrame[] {
  const files = Map.groupBy(frames, ({ mediaId }) => mediaId)
  const middles = [...files.values()].flatMap((all) => all[all.length >> 1] ?? [])
  const first = new Set(spread(middles, LIMITS.frames))
  const rest = frames.filter((frame) => !first.has(frame))
  const kept = new Set([...first, ...spread(rest, LIMITS.frames - first.size)])
  return frames.filter((frame) => kept.has(frame))
}

/**
 * Turns the files of an alarm into pictures, in their order, within LIMITS. What could not be read is told as problems; it never
 * throws for the content of a file. `deadline` is on the clock of `performance.now`.
 */
export async function decodeMedia(
  media: MediaInput[],
  deadline: number,
): Promise<{ frames: DecodedFrame[]; problems: MediaProblem[] }> {
  let bytes = 0
  const decoded = await mapInOrder(media, AT_ONCE, async (one, position): Promise<DecodedMedia> => {
    bytes += one.bytes.length
    const refuse = (code: MediaProblem['code'], detail?: string): DecodedMedia => ({
      frames: [],
      problems: [{ mediaId: one.id, code, ...(detail === undefined ? {} : { detail }) }],
    })
    if (position >= LIMITS.media) return refuse('too-many-files', `${media.length} files`)
    if (bytes > LIMITS.totalBytes) return refuse('too-large', 'all files together')
    if (performance.now() > deadline) return refuse('timeout')
    return decodeOne(one, deadline)
  })
  const frames = decoded.flatMap((one) => one.frames)
  const problems = decoded.flatMap((one) => one.problems)
  const kept = choose(frames)
  const seen = new Set(kept.map(({ mediaId }) => mediaId))
  for (const mediaId of new Set(frames.filter((frame) => !kept.includes(frame)).map((frame) => frame.mediaId))) {
    const code = seen.has(mediaId) ? 'too-many-frames' : 'too-many-files'
    problems.push({ mediaId, code, detail: `${frames.length} pictures` })
  }
  return { frames: kept, problems }
}
