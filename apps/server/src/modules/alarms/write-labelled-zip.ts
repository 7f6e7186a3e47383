import { extname } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { MediaMissingError, type MediaContent, type MediaStore } from '../../platform/media/media-store.ts'
import type { LabelledRow } from './labelled-alarms.ts'
import { MANIFEST_HEADER, manifestLine } from './manifest-line.ts'

/** Opens a stored file. Undefined if retention has deleted the file after the alarms were listed. */
async function open(media: MediaStore, key: string): Promise<MediaContent | undefined> {
  try {
    return await media.get(key)
  } catch (error) {
    if (error instanceof MediaMissingError) return undefined
    throw error
  }
}

/**
 * Streams a ZIP file of labelled alarms: `frames/CAMERA/ALARM_f1.jpg …` and, at the end, `manifest.csv`. The manifest lists exactly the
 * alarms whose pictures are all in the file. Memory holds one line per alarm and the file names.
 * @param batches the alarms, some at a time
 * @returns the file as a stream; destroying it ends the work. It fails if the store fails.
 */
export function writeLabelledZip(media: MediaStore, batches: AsyncIterable<readonly LabelledRow[]>): Readable {
  const zip = new ZipFile()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- yazl creates a PassThrough, but its types do not say so
  const output = zip.outputStream as Readable
  const gone = new AbortController()
  output.once('close', () => gone.abort())
  zip.on('error', (error) => output.destroy(error))

  /**
   * Writes one picture and waits until it was read. So only one file is open at a time, and a slow reader does not fill the memory.
   * Pictures are already compressed, so the ZIP file stores them without compression.
   */
  async function addPicture({ body, bytes }: MediaContent, name: string, at: Date): Promise<void> {
    // Closes the picture when the reader leaves, or at once if the reader left while the picture was being opened.
    addAbortSignal(gone.signal, body)
    const through = finished(body, { writable: false })
    zip.addReadStream(body, name, { compress: false, size: bytes, mtime: at })
    await through
  }

  /** Adds an alarm's pictures and returns their names in the ZIP file. Undefined when one of the pictures was deleted. */
  async function addAlarm({ id, view_id, received_at, pictures }: LabelledRow): Promise<string[] | undefined> {
    const names: string[] = []
    for (const [index, { key }] of pictures.entries()) {
      const content = await open(media, key)
      if (content === undefined) return undefined
      const name = `frames/${view_id}/${id}_f${index + 1}${extname(key)}`
      await addPicture(content, name, received_at)
      names.push(name)
    }
    return names
  }

  async function fill(): Promise<void> {
    const lines = [MANIFEST_HEADER]
    for await (const batch of batches) {
      for (const alarm of batch) {
        if (output.destroyed) return
        const frames = await addAlarm(alarm)
        if (frames === undefined) continue
        lines.push(
          manifestLine({
            id: alarm.id,
            viewId: alarm.view_id,
            isTrue: alarm.ground_truth,
            classes: alarm.classes,
            reasons: alarm.reasons.map(({ code }) => code),
            thermal: alarm.thermal,
            frames,
            offsetsMs: alarm.pictures.map(({ offset_ms }) => offset_ms),
          }),
        )
      }
    }
    zip.addBuffer(Buffer.from(`${lines.join('\n')}\n`), 'manifest.csv')
    zip.end()
  }

  fill().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}
