import type { Watcher } from '@winnow/vision'
import type { Line } from '../../platform/connect/connector.ts'
import type { HeldPicture } from './recent-pictures.ts'

/** A key frame of an alarm as a JPEG, in milliseconds after the first one. */
export interface AlarmPicture {
  jpeg: Uint8Array
  offsetMs: number
}

/** The pictures of an alarm, of its key frames. Without any it is an alarm too, which is passed on unverified. */
export async function showPictures(
  { line, watcher }: { line: Line; watcher: Pick<Watcher, 'show'> },
  shown: readonly HeldPicture[],
): Promise<AlarmPicture[]> {
  if (shown.length === 0) return []
  try {
    const jpegs = await watcher.show(
      line.connection.id,
      shown.map(({ picture }) => picture),
    )
    return shown.flatMap(({ at }, index) => {
      const jpeg = jpegs[index]
      return jpeg ? [{ jpeg, offsetMs: Math.round(at - (shown[0]?.at ?? at)) }] : []
    })
  } catch (error) {
    line.log.warn({ err: error, connectionId: line.connection.id }, 'pictures of motion could not be made')
    return []
  }
}

/** The alarm as a message of the HTTP interface. */
// oxlint-disable-next-line require-await -- a body is read as a stream
export async function* messageOf(event: string, media: readonly AlarmPicture[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    JSON.stringify({
      event,
      media: media.map(({ jpeg, offsetMs }, index) => ({
        name: `${index + 1}.jpg`,
        contentType: 'image/jpeg',
        data: Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length).toString('base64'),
        offsetMs,
      })),
    }),
  )
}
