import { open, stat, type FileHandle } from 'node:fs/promises'
import { StartError } from '../../platform/start-error.ts'

/** The largest video of a guide. A few minutes in good quality are a tenth of it. */
export const MAX_VIDEO_BYTES = 1024 ** 3

const SIGNATURES = [
  { extension: 'mp4', at: 4, bytes: Buffer.from('ftyp') },
  { extension: 'webm', at: 0, bytes: Buffer.from('1a45dfa3', 'hex') },
] as const

/** A video to be read, and how its key ends. The caller closes the file. */
export interface OpenedVideo {
  file: FileHandle
  extension: (typeof SIGNATURES)[number]['extension']
}

/**
 * Opens a video file that browsers can play.
 * @throws StartError when it is missing, too large, or no MP4 or WebM
 */
export async function openVideo(path: string): Promise<OpenedVideo> {
  const info = await stat(path).catch(() => undefined)
  if (!info?.isFile()) throw new StartError(`There is no file ${path}.`)
  if (info.size > MAX_VIDEO_BYTES) throw new StartError(`${path} has more than ${MAX_VIDEO_BYTES / 1024 ** 2} MB.`)
  const file = await open(path)
  const head = Buffer.alloc(12)
  await file.read(head, 0, head.length, 0)
  const found = SIGNATURES.find(({ at, bytes }) => head.subarray(at, at + bytes.length).equals(bytes))
  if (found) return { file, extension: found.extension }
  await file.close()
  throw new StartError(`${path} is no MP4 and no WebM, which are what every browser plays (H.264 or VP9).`)
}
