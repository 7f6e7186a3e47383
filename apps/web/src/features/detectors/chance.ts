/**
 * How often chance alone would tell two sets apart at least as clearly, by the alarms on which they differ (the sign test, as McNemar's test
 * uses it: McNemar 1947). 0–1; 1 where they differ on none.
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

/** Usual bound below which a difference is taken for more than chance. */
export const CLEAR = 0.05
