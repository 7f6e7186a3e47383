import type { ParsedSignal } from '../signal.ts'
import { mediaPart } from './collect.ts'

/** A picture that was fetched for a message. */
export interface FetchedPicture {
  bytes: Uint8Array
  /** Milliseconds since the first of them. */
  offsetMs: number
}

/**
 * A message with pictures that were fetched from the stream of its camera. Its own pictures come first, since they are of an earlier moment;
 * its key stays, so that a resend is still recognised.
 * @param problem why no picture could be fetched: a short code
 */
export function addPictures(
  signal: ParsedSignal,
  pictures: readonly FetchedPicture[],
  problem = 'failed',
): ParsedSignal {
  if (pictures.length === 0)
    return { ...signal, problems: [...signal.problems, { code: 'stream-unread', detail: problem }] }
  const fetched = pictures.map(({ bytes, offsetMs }, index) =>
    mediaPart({ name: `stream-${index + 1}.jpg`, declaredType: 'image/jpeg', bytes, offsetMs }),
  )
  return {
    ...signal,
    media: [...signal.media, ...fetched],
    problems: signal.problems.filter(({ code }) => code !== 'no-media'),
  }
}
