const FIRST_MS = 1000
const LONGEST_MS = 30_000

/**
 * The delay before attempt number `attempt` (0 = the first). It doubles up to half a minute, minus a random part of up to one half, so that
 * consoles do not all return at the same time after a restart of the server.
 * @param random 0–1
 */
export function backOff(attempt: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt)
  return Math.round(full / 2 + (full / 2) * random)
}
