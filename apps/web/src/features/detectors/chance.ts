/**
 * Returns the probability (0–1) that chance alone causes a difference between two sets that is at least this large. It is computed from
 * the alarms on which the sets differ (sign test, as in McNemar 1947), and is 1 if they differ on none.
 */
export function chanceOf(onlyOne: number, onlyOther: number): number {
  const count = onlyOne + onlyOther
  if (count === 0) return 1
  const extreme = Math.min(onlyOne, onlyOther)
  let ways = 1
  let tail = 1
  for (let hits = 1; hits <= extreme; hits += 1) {
    ways = (ways * (count - hits + 1)) / hits
    tail += ways
  }
  return Math.min(1, (2 * tail) / 2 ** count)
}

/** The usual limit of the probability of chance. Below it, a difference is significant. */
export const CLEAR = 0.05
