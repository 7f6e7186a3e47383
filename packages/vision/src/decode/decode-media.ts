import { LIMITS } from '../limits.ts'
import { sniffMedia } from '../sniff.ts'
import type { MediaInput, MediaProblem } from '../types.ts'
import { chooseFrames } from './choose-frames.ts'
import type { DecodedFrame } from './decoded-frame.ts'
import { openStill } from './decode-still.ts'
import { refused } from './opened-media.ts'
import type { DecodedMedia, OpenedMedia } from './opened-media.ts'

const SNIFFED_BYTES = 512
const MEDIA_NAME =
  /\.(jpe?g|png|gif|webp|avif|hei[cf]|tiff?|bmp|mp4|m4v|mov|avi|mkv|webm|3gp|ts|mpe?g|h26[45]|dav|flv|asf|wmv)$/i
/** The number of files decoded at the same time. Two large pictures fit into the memory of a process, and libvips has its own threads. */
const AT_ONCE = 2

/** The pictures of an alarm to analyse, in order, and the problems: files that could not be read or were left out. */
export interface DecodedAlarm {
  frames: DecodedFrame[]
  problems: MediaProblem[]
}

/** The opened files of an alarm. The memory that their pictures need is known, but no picture is decoded yet. */
export interface OpenedAlarm {
  /** The maximum bytes of all pictures to analyse, as RGB. */
  bytes: number
  /** Decodes the pictures to analyse. Never throws because of a file's content. `deadline` is a time of `performance.now`. */
  decode(deadline: number): Promise<DecodedAlarm>
}

/** A file of an alarm, with what is known so far. */
interface File extends OpenedMedia {
  id: string
  /** The file's decoded pictures that are still wanted, by index. */
  held: Map<number, DecodedFrame>
}

/** A picture of a file, decoded or not. */
interface Place {
  file: File
  index: number
}

/**
 * Returns the problem of a file without a picture. A text file is harmless, but a file that claims to be a picture or clip may be a damaged
 * one.
 */
function problemOf({ id, bytes, name, claimsMedia }: MediaInput): MediaProblem {
  if (bytes.length === 0) return { mediaId: id, code: 'broken', detail: 'empty' }
  if (claimsMedia || (name !== undefined && MEDIA_NAME.test(name)))
    return { mediaId: id, code: 'broken', detail: `${name ?? 'the file'} holds neither picture nor clip` }
  return { mediaId: id, code: 'not-an-image' }
}

async function openOne(media: MediaInput): Promise<OpenedMedia> {
  const sniffed = sniffMedia(media.bytes.subarray(0, SNIFFED_BYTES))
  if (sniffed.kind === 'unknown') return refused(problemOf(media))
  if (sniffed.kind === 'image' && sniffed.type !== 'image/bmp') return openStill(media, sniffed)
  // FFmpeg takes a while to load, and most alarms have only stills.
  const { openClip } = await import('./decode-clip.ts')
  return openClip(media, sniffed)
}

/** Like `map`, with up to `atOnce` concurrent calls, started in the order of the items. */
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

const placesOf = (file: File): Place[] => file.indexes.map((index) => ({ file, index }))

/** Returns the bytes of the largest pictures, as many as are analysed. No other selection of pictures needs more memory. */
function mostBytes(files: readonly File[]): number {
  const sizes = files.flatMap(({ indexes, frameBytes }) => indexes.map(() => frameBytes))
  return sizes
    .toSorted((a, b) => b - a)
    .slice(0, LIMITS.frames)
    .reduce((sum, bytes) => sum + bytes, 0)
}

/** Decodes these pictures of a file, and records the missing pictures and the problems. */
async function decodeSome(file: File, indexes: readonly number[], deadline: number): Promise<void> {
  const isLate = performance.now() > deadline
  const late: DecodedMedia = { frames: [], problems: [{ mediaId: file.id, code: 'timeout' }] }
  const { frames, problems, count = Infinity } = isLate ? late : await file.decode(indexes, deadline)
  for (const frame of frames) file.held.set(frame.index, frame)
  file.indexes = file.indexes.filter((index) => index < count && (file.held.has(index) || !indexes.includes(index)))
  // If a clip is read again for other pictures, it reports the same problems again.
  const told = file.problems
  const isNew = ({ code, detail }: MediaProblem) => !told.some((one) => one.code === code && one.detail === detail)
  file.problems = [...told, ...problems.filter(isNew)]
}

/**
 * Decodes only the pictures to analyse, so that few pictures are in memory even if the alarm has many. If a picture cannot be decoded, the
 * choice is repeated without it, until all chosen pictures are decoded.
 */
async function decodeChosen(files: readonly File[], deadline: number): Promise<DecodedAlarm> {
  for (;;) {
    const places = files.map(placesOf)
    const chosen = Map.groupBy(chooseFrames(places), ({ file }) => file)
    const indexesOf = (file: File) => (chosen.get(file) ?? []).map(({ index }) => index)
    for (const file of files) {
      const wanted = indexesOf(file)
      for (const index of file.held.keys()) if (!wanted.includes(index)) file.held.delete(index)
    }
    const missing = [...chosen.keys()].flatMap((file) => {
      const indexes = indexesOf(file).filter((index) => !file.held.has(index))
      return indexes.length > 0 ? [{ file, indexes }] : []
    })
    if (missing.length > 0) {
      await mapInOrder(missing, AT_ONCE, ({ file, indexes }) => decodeSome(file, indexes, deadline))
      continue
    }
    const frames = files.flatMap((file) => indexesOf(file).flatMap((index) => file.held.get(index) ?? []))
    const leftOut = files.flatMap((file): MediaProblem[] => {
      if (indexesOf(file).length === file.indexes.length) return []
      const code = chosen.has(file) ? 'too-many-frames' : 'too-many-files'
      return [{ mediaId: file.id, code, detail: `${places.flat().length} pictures` }]
    })
    return { frames, problems: [...files.flatMap(({ problems }) => problems), ...leftOut] }
  }
}

/** Opens the files of an alarm, within LIMITS. */
export async function openMedia(media: readonly MediaInput[]): Promise<OpenedAlarm> {
  let bytes = 0
  const files = await mapInOrder(media, AT_ONCE, async (one, position): Promise<File> => {
    bytes += one.bytes.length
    const refuse = (code: MediaProblem['code'], detail: string) => refused({ mediaId: one.id, code, detail })
    const open = async (): Promise<OpenedMedia> => {
      if (position >= LIMITS.media) return refuse('too-many-files', `${media.length} files`)
      if (bytes > LIMITS.totalBytes) return refuse('too-large', 'all files together')
      return openOne(one)
    }
    return { ...(await open()), id: one.id, held: new Map() }
  })
  return { bytes: mostBytes(files), decode: (deadline) => decodeChosen(files, deadline) }
}

/** Opens the files of an alarm and decodes their pictures, for callers with one alarm at a time. */
export async function decodeMedia(media: readonly MediaInput[], deadline: number): Promise<DecodedAlarm> {
  const opened = await openMedia(media)
  return opened.decode(deadline)
}
