import { positiveReason, type Decision } from '../decide/decide.ts'
import { probabilityOf } from '../decide/probability-curve.ts'
import type { Parameters } from '../decide/parameters.ts'
import type { ReasonCode } from '../reasons.ts'
import type { Followed } from './follow-objects.ts'

/** Why an alarm was not true. It no longer holds when following has found somebody. */
const NEGATIVE = new Set<ReasonCode>([
  'nothing-moved',
  'nothing-detected',
  'below-threshold',
  'below-learnt-threshold',
  'only-masked',
  'only-static',
  'animal-only',
  'not-wanted',
])

/** Makes an alarm true if following convinces. It never makes one false: any other decision stays as it is. */
export function raiseVerdict(decision: Decision, followed: Followed | undefined, parameters: Parameters): Decision {
  const convincing = followed?.convincing
  if (!convincing || decision.verdict === 'true') return decision
  const { value, detection } = convincing
  return {
    ...decision,
    verdict: 'true',
    score: probabilityOf(value, parameters),
    decisive: detection,
    reasons: [positiveReason(detection), ...decision.reasons.filter(({ code }) => !NEGATIVE.has(code))],
  }
}
