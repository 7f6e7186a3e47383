/** Pause before the next look, in milliseconds. */
export const FIRST_PAUSE_MS = 2_000
const FACTOR = 1.5
const MAX_MS = 60_000

/** The pause after a look. Each failure makes it longer; when it would exceed the maximum, it starts anew. */
export function nextPause(before: number, hasFailed: boolean): number {
  if (!hasFailed) return FIRST_PAUSE_MS
  const longer = before * FACTOR
  return longer > MAX_MS ? FIRST_PAUSE_MS : longer
}
