/** Ids that are remembered. Two copies of a message arrive within seconds of each other. */
const KEPT = 500

/** Says of each id whether it is new, that is, not among the last ones. */
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
