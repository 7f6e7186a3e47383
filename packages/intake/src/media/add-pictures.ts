import type { ParsedSignal, SignalProblemCode } from '../signal.ts'
import { mediaPart } from './collect.ts'

/** A picture that was fetched for a message. */
export interface FetchedMedia {
  bytes: Uint8Array
  /** Milliseconds since the first of them. */
  offsetMs: number
  /** Whether it is a clip, as MP4. Left out: a picture, as JPEG. */
  isClip?: boolean
}

/** Where pictures are fetched from, and what a message says if none came. */
const PROBLEMS = { stream: 'stream-unread', recorder: 'not-fetched' } as const satisfies Record<
  string,
  SignalProblemCode
>

/**
 * A message with pictures that were fetched for it: from the stream of its camera, or from the recorder of its camera. Its own pictures come
 * first; its key stays, so that a resend is still recognised.
 * @param problem why no picture could be fetched: a short code
 */
export function addPictures(
  signal: ParsedSignal,
  pictures: readonly FetchedMedia[],
  from: keyof typeof PROBLEMS,
  problem = 'failed',
): ParsedSignal {
  if (pictures.length === 0)
    return { ...signal, problems: [...signal.problems, { code: PROBLEMS[from], detail: problem }] }
  const fetched = pictures.map(({ bytes, offsetMs, isClip = false }, index) =>
    mediaPart({
      name: `${from}-${index + 1}.${isClip ? 'mp4' : 'jpg'}`,
      declaredType: isClip ? 'video/mp4' : 'image/jpeg',
      bytes,
      offsetMs,
    }),
  )
  return {
    ...signal,
    media: [...signal.media, ...fetched],
    problems: signal.problems.filter(({ code }) => code !== 'no-media'),
  }
}
