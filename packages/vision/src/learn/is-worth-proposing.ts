import type { Example } from './needed-labels.ts'

/** The least difference from the shift in use, in log-odds, for which people are asked to decide. */
const LEAST_STEP = 0.1
/** The number of labelled alarms that must have arrived since people reverted, before the program proposes anything again. */
export const NEW_LABELS_AFTER_REVERT = 20

/** What people decided about earlier proposals for the same camera or company. */
export interface Decided {
  /** The shift in use. Undefined if none is in use, or if it was learnt for other models. */
  appliedShift: number | undefined
  /** When the last adjustment was reverted, if none has been applied since. */
  revertedAt: Date | undefined
}

/**
 * Whether the program should propose a learnt shift without being asked. It should not if nearly the same shift is in use. After a revert,
 * it waits for labels of new alarms, since the old ones would only lead to what was reverted.
 */
export function isWorthProposing(shift: number, examples: readonly Example[], decided: Decided): boolean {
  const { appliedShift, revertedAt } = decided
  if (appliedShift !== undefined && Math.abs(shift - appliedShift) < LEAST_STEP) return false
  if (revertedAt === undefined) return true
  return examples.filter(({ at }) => at > revertedAt).length >= NEW_LABELS_AFTER_REVERT
}
