import type { Random } from '../scenes/random.ts'

/**
 * Distributes items among holders as unevenly as in real companies: a few holders have very many, most have few, some
 * none.
 * @returns a count for each holder; together exactly `total`
 */
export function shareOut(random: Random, total: number, holders: number): number[] {
  const weights = Array.from({ length: holders }, () => 1 / (random.next() + 0.01) ** 0.8)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const shares: number[] = []
  let [weighed, given] = [0, 0]
  for (const weight of weights) {
    weighed += weight
    // Computed from the sum so far, so that rounding errors do not add up.
    const upTo = Math.round((weighed / sum) * total)
    shares.push(upTo - given)
    given = upTo
  }
  return shares
}
