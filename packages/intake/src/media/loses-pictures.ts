import type { SignalProblem } from '../signal.ts'
import { EMPTY_PART } from './collect.ts'

/** Problems that mean the loss of a message, of a part of it, or of a picture or a part of it. */
const LOST: ReadonlySet<SignalProblem['code']> = new Set([
  'unread',
  'too-many-parts',
  'too-deep',
  'part-too-large',
  'part-unread',
  'truncated',
  'stream-unread',
])
const LOST_IN_JSON = /^media(\[\d+\])?(\.data)? must /

/**
 * Whether a problem means that a picture may be missing. A picture that arrived broken is not missing: the analysis reports it. An alarm
 * with missing pictures must not be judged by its other pictures alone.
 */
export function losesPictures({ code, detail = '' }: SignalProblem): boolean {
  return LOST.has(code) || (code === 'bad-encoding' && (detail === EMPTY_PART || LOST_IN_JSON.test(detail)))
}
