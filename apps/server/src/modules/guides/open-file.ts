import { open, stat, type FileHandle } from 'node:fs/promises'
import { StartError } from '../../platform/start-error.ts'

/** The largest file of a guide. A few minutes of video in good quality are a tenth of it. */
export const MAX_FILE_BYTES = 1024 ** 3

/** What browsers play, by how the files begin. */
const KINDS = {
  video: {
    signatures: [
      { extension: 'mp4', at: 4, bytes: Buffer.from('ftyp') },
      { extension: 'webm', at: 0, bytes: Buffer.from('1a45dfa3', 'hex') },
    ],
    otherwise: 'is no MP4 and no WebM, which are what every browser plays (H.264 or VP9)',
  },
  captions: {
    signatures: [
      { extension: 'vtt', at: 0, bytes: Buffer.from('WEBVTT') },
      { extension: 'vtt', at: 3, bytes: Buffer.from('WEBVTT') },
    ],
    otherwise: 'has no subtitles of the format WebVTT, which begin with WEBVTT',
  },
} as const

export type FileKind = keyof typeof KINDS

/** A file to be read, and how its key ends. The caller closes it. */
interface OpenedFile {
  file: FileHandle
  extension: 'mp4' | 'webm' | 'vtt'
}

/**
 * Opens a file of a guide.
 * @throws StartError when it is missing, too large, or of another format
 */
export async function openFile(path: string, kind: FileKind): Promise<OpenedFile> {
  const info = await stat(path).catch(() => undefined)
  if (!info?.isFile()) throw new StartError(`There is no file ${path}.`)
  if (info.size > MAX_FILE_BYTES) throw new StartError(`${path} has more than ${MAX_FILE_BYTES / 1024 ** 2} MB.`)
  const file = await open(path)
  const head = Buffer.alloc(12)
  await file.read(head, 0, head.length, 0)
  const found = KINDS[kind].signatures.find(({ at, bytes }) => head.subarray(at, at + bytes.length).equals(bytes))
  if (found) return { file, extension: found.extension }
  await file.close()
  throw new StartError(`${path} ${KINDS[kind].otherwise}.`)
}
