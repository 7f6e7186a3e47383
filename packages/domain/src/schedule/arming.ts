/** The longest time in days after which a disarmed site arms itself again. A stored end further ahead is from before the clock was set back. */
export const LONGEST_DISARM_DAYS = 31
const SLACK_MS = 2 * 3_600_000
const DAY_MS = 86_400_000

/** What a site of the device type 2 was told last. */
export interface ArmingFacts {
  state: 'armed' | 'disarmed'
  changedAt: Date
  /** When a disarmed site arms itself; null for an armed one. */
  endsAt: Date | null
}

/** Until when a site is disarmed; undefined if it is armed, was never told, or its disarm is over. */
export function disarmedUntil(arming: ArmingFacts | null | undefined, at: Date): Date | undefined {
  if (arming?.state !== 'disarmed' || !arming.endsAt) return undefined
  const left = arming.endsAt.getTime() - at.getTime()
  return left > 0 && left <= LONGEST_DISARM_DAYS * DAY_MS + SLACK_MS ? arming.endsAt : undefined
}
