import { extname } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { MediaMissingError, type MediaContent, type MediaStore } from '../../platform/media/media-store.ts'
import type { LabelledRow } from './labelled-alarms.ts'
import { MANIFEST_HEADER, manifestLine } from './manifest-line.ts'

/** Reads what is stored, or nothing where it is gone: retention may pass between the list and the file. */
async function open(media: MediaStore, key: string): Promise<MediaContent | undefined> {
  try {
    return await media.get(key)
  } catch (error) {
    if (error instanceof MediaMissingError) return undefined
    throw error
  }
}

/**
 * A ZIP file of labelled alarms as it is read: `frames/CAMERA/ALARM_f1.jpg …` and, last, `manifest.csv`, which names exactly the
 * alarms all of whose pictures are in the file. Memory holds one line per alarm and the names of the files.
 * @param batches the alarms, some at a time
 * @returns the file as a stream; destroying it ends the work. It fails where the store does.
 */
export function writeLabelledZip(media: MediaStore, batches: AsyncIterable<readonly LabelledRow[]>): Readable {
  const zip = new ZipFile()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- yazl makes a PassThrough, its types tell less
  const output = zip.outputStream as Readable
  const gone = new AbortController()
  output.once('close', () => gone.abort())
  zip.on('error', (error) => output.destroy(error))

  /**
   * Writes one picture and waits until it is through: at any time one file is open, and nothing piles up when the reader is slow.
   * Pictures are compressed already, so they are only stored.
   */
  async function addPicture({ body, bytes }: MediaContent, name: string, at: Date): Promise<void> {
    // Destroyed with the reader, also when that left while the picture was being opened.
    addAbortSignal(gone.signal, body)
    const through = finished(body, { writable: false })
    zip.addReadStream(body, name, { compress: false, size: bytes, mtime: at })
    await through
  }

  /** The names of an alarm's pictures in the file; undefined when one of them is gone. */
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
