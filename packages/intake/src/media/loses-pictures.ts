import type { SignalProblem } from '../signal.ts'
import { EMPTY_PART } from './collect.ts'

/** Problems with which messages, parts of them, or a whole picture were lost. */
const LOST: ReadonlySet<SignalProblem['code']> = new Set([
  'unread',
  'too-many-parts',
  'too-deep',
  'part-too-large',
  'part-unread',
])
const LOST_IN_JSON = /^media(\[\d+\])?(\.data)? must /

/**
 * Whether a problem means that a picture may be missing. Pictures that arrived broken do not count, since the analysis reports those
 * itself. An alarm with missing pictures must not be judged empty.
 */
export function losesPictures({ code, detail = '' }: SignalProblem): boolean {
  return LOST.has(code) || (code === 'bad-encoding' && (detail === EMPTY_PART || LOST_IN_JSON.test(detail)))
}
