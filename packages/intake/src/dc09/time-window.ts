/** How old an encrypted message may be, and how far ahead its clock, by the standard. */
const OLDEST_MS = 40_000
const AHEAD_MS = 20_000

/** Whether a message has a time that an encrypted message must have. */
export function isInTime(at: Date | null, now: Date): boolean {
  if (at === null) return false
  const ageMs = now.getTime() - at.getTime()
  // Panels say their time in whole seconds.
  return ageMs < OLDEST_MS + 1_000 && ageMs > -AHEAD_MS - 1_000
}
