import type { ErrorCode } from '@winnow/contract'
import { planPause, problemEverywhere, type PauseProblem } from '@winnow/domain'
import { AppError } from '../../platform/http/app-error.ts'

/** The error code and message of each reason why a pause cannot have an end. */
export const PAUSE_REFUSALS = {
  invalid: ['PAUSE_END_INVALID', 'This is no time: give an instant, or a local time of the site'],
  skipped: ['PAUSE_END_SKIPPED', 'Clocks at the site are put forward over this time: choose another'],
  past: ['PAUSE_END_PAST', 'The end must be in the future'],
  'too-long': ['PAUSE_TOO_LONG', 'A pause lasts 31 days at most'],
} as const satisfies Record<PauseProblem, readonly [ErrorCode, string]>

function refuse(problem: PauseProblem): AppError {
  const [code, message] = PAUSE_REFUSALS[problem]
  return new AppError(code, message, { fields: [{ field: 'pauseEndTime', message }] })
}

/** The end of a pause; null if the pause is to end now. @throws AppError if the end is not valid */
export function endOfPause(end: string | null, now: Date, zone: string): Date | null {
  if (end === null) return null
  const plan = planPause({ end, now, zone })
  if (plan.ok) return plan.until
  throw refuse(plan.problem)
}

/** Checks the end of a pause of cameras in several time zones. @throws AppError if the end is not valid in any time zone */
export function requirePossibleEnd(end: string | null, now: Date): void {
  const problem = end === null ? undefined : problemEverywhere(end, now)
  if (problem) throw refuse(problem)
}
