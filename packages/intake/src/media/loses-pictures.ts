import type { SignalProblem } from '../signal.ts'
import { EMPTY_PART } from './collect.ts'

/** Messages and parts of them that were not looked at at all, or a picture of which nothing is left. */
const LOST: ReadonlySet<SignalProblem['code']> = new Set([
  'unread',
  'too-many-parts',
  'too-deep',
  'part-too-large',
  'part-unread',
])
const LOST_IN_JSON = /^media(\[\d+\])?(\.data)? must /

/**
 * Whether a problem means that a picture may have been sent which nobody can look at. Pictures that are there but broken are not
 * meant: the analysis finds those itself. What was not seen must not be called empty.
 */
export function losesPictures({ code, detail = '' }: SignalProblem): boolean {
  return LOST.has(code) || (code === 'bad-encoding' && (detail === EMPTY_PART || LOST_IN_JSON.test(detail)))
}
