/** The shortest pause before the next request, in milliseconds. */
export const FIRST_PAUSE_MS = 2_000
const FACTOR = 1.5
const MAX_MS = 60_000

/** Returns the pause after a request. Each failure makes it longer. When it would exceed the maximum, it is the shortest again. */
export function nextPause(before: number, hasFailed: boolean): number {
  if (!hasFailed) return FIRST_PAUSE_MS
  const longer = before * FACTOR
  return longer > MAX_MS ? FIRST_PAUSE_MS : longer
}
