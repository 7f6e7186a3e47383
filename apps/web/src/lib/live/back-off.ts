const FIRST_MS = 1000
const LONGEST_MS = 30_000

/**
 * How long to wait before try number `attempt` (0 = the first): doubling up to half a minute, then a random half of it taken off, so
 * that after a restart of the server not every console comes back in the same moment.
 * @param random 0–1
 */
export function backOff(attempt: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt)
  return Math.round(full / 2 + (full / 2) * random)
}
