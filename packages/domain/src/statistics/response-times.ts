/**
 * The edges of the cells in which response times are counted, in ms: from a quarter of a second to 68 minutes, each the fourth root of 2
 * above the one before. The first cell is below the first edge, the last one above the last edge. The database has the same list
 * (`app.response_edges`), and sums are stored by it, so it must never change.
 */
export const EDGES_MS: readonly number[] = Array.from({ length: 57 }, (_, n) => Math.round(250 * 2 ** (n / 4)))

/**
 * Estimates a percentile (nearest rank) from numbers by cell. The true value lies in the same cell as the estimate, so the two differ by less than
 * 19 %, below a quarter of a second by less than that. Above the last edge the estimate is that edge.
 * @param spread how many took how long, by cell: one more than there are edges
 * @param share 0.5 for the median
 * @returns ms, or null where nothing was counted
 */
export function percentileOf(spread: readonly number[], share: number): number | null {
  const total = spread.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const rank = Math.max(1, Math.ceil(share * total))
  let before = 0
  for (const [cell, count] of spread.entries()) {
    if (before + count >= rank) {
      const from = EDGES_MS[cell - 1] ?? 0
      const to = EDGES_MS[cell] ?? from
      // The values are taken to lie evenly in the cell.
      return from + ((to - from) * (rank - before - 0.5)) / count
    }
    before += count
  }
  return null
}
