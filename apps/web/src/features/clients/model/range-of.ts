/** Returns the rows from one to another, both included, in either direction. If the first is not listed, returns only the last. */
export function rangeOf<Row extends { id: string }>(rows: readonly Row[], from: string | undefined, to: string): Row[] {
  const [start, end] = [rows.findIndex(({ id }) => id === from), rows.findIndex(({ id }) => id === to)]
  if (end < 0) return []
  if (start < 0) return rows.slice(end, end + 1)
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1)
}
