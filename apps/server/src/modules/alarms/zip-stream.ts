import { addAbortSignal, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { MediaMissingError, type MediaContent, type MediaStore } from '../../platform/media/media-store.ts'

/** A ZIP file that is being written. */
export interface ZipWriter {
  /** Whether the reader has left. */
  readonly isAbandoned: boolean
  /**
   * Writes one file and waits until it was read. So only one file is open at a time, and a slow reader does not fill the memory. Pictures are
   * already compressed, so they are stored without compression.
   */
  addFile: (content: Pick<MediaContent, 'body' | 'bytes'>, name: string, at: Date) => Promise<void>
  /** Writes a text, compressed. */
  addText: (text: string, name: string, at?: Date) => void
}

/** Opens a stored file. Undefined if retention has deleted the file meanwhile. */
export async function openStored(media: MediaStore, key: string): Promise<MediaContent | undefined> {
  try {
    return await media.get(key)
  } catch (error) {
    if (error instanceof MediaMissingError) return undefined
    throw error
  }
}

/**
 * Streams a ZIP file.
 * @param fill writes all files
 * @returns the file as a stream; destroying it ends the work. It fails if `fill` fails.
 */
export function streamZip(fill: (zip: ZipWriter) => Promise<void>): Readable {
  const zip = new ZipFile()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- yazl creates a PassThrough, but its types do not say so
  const output = zip.outputStream as Readable
  const gone = new AbortController()
  output.once('close', () => gone.abort())
  zip.on('error', (error) => output.destroy(error))
  const writer: ZipWriter = {
    get isAbandoned() {
      return output.destroyed
    },
    async addFile({ body, bytes }, name, at) {
      // Closes the file when the reader leaves, or at once if the reader left while the file was being opened.
      addAbortSignal(gone.signal, body)
      const through = finished(body, { writable: false })
      zip.addReadStream(body, name, { compress: false, size: bytes, mtime: at })
      await through
    },
    addText: (text, name, at) => zip.addBuffer(Buffer.from(text), name, at ? { mtime: at } : {}),
  }
  const write = async () => {
    await fill(writer)
    if (!output.destroyed) zip.end()
  }
  write().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}
