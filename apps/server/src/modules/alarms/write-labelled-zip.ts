import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import type { MediaStore } from '../../platform/media/media-store.ts'
import type { LabelledRow } from './labelled-alarms.ts'
import { MANIFEST_HEADER, manifestLine } from './manifest-line.ts'
import { openStored, streamZip, type ZipWriter } from './zip-stream.ts'

/** Adds an alarm's pictures and returns their names in the ZIP file. Undefined when one of the pictures was deleted. */
async function addAlarm(
  zip: ZipWriter,
  media: MediaStore,
  { id, view_id, received_at, pictures }: LabelledRow,
): Promise<string[] | undefined> {
  const names: string[] = []
  for (const [index, { key }] of pictures.entries()) {
    const content = await openStored(media, key)
    if (content === undefined) return undefined
    const name = `frames/${view_id}/${id}_f${index + 1}${extname(key)}`
    await zip.addFile(content, name, received_at)
    names.push(name)
  }
  return names
}

/**
 * Streams a ZIP file of labelled alarms: `frames/CAMERA/ALARM_f1.jpg …` and, at the end, `manifest.csv`. The manifest lists exactly the
 * alarms whose pictures are all in the file. Memory holds one line per alarm and the file names.
 * @param batches the alarms, some at a time
 * @returns the file as a stream; destroying it ends the work. It fails if the store fails.
 */
export function writeLabelledZip(media: MediaStore, batches: AsyncIterable<readonly LabelledRow[]>): Readable {
  return streamZip(async (zip) => {
    const lines = [MANIFEST_HEADER]
    for await (const batch of batches) {
      for (const alarm of batch) {
        if (zip.isAbandoned) return
        const frames = await addAlarm(zip, media, alarm)
        if (frames === undefined) continue
        lines.push(
          manifestLine({
            id: alarm.id,
            viewId: alarm.view_id,
            isTrue: alarm.ground_truth,
            reason: alarm.label_reason,
            classes: alarm.classes,
            reasons: alarm.reasons.map(({ code }) => code),
            thermal: alarm.thermal,
            frames,
            offsetsMs: alarm.pictures.map(({ offset_ms }) => offset_ms),
          }),
        )
      }
    }
    zip.addText(`${lines.join('\n')}\n`, 'manifest.csv')
  })
}
