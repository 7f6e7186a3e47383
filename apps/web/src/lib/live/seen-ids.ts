/** Number of stored ids. Two copies of a message arrive within seconds of each other. */
const KEPT = 500

/** Returns whether an id is new, which means that it is not among the stored ones. */
export function createSeenIds(): (id: string) => boolean {
  const seen = new Set<string>()
  return (id) => {
    if (seen.has(id)) return false
    seen.add(id)
    const [oldest] = seen
    if (seen.size > KEPT && oldest !== undefined) seen.delete(oldest)
    return true
  }
}
