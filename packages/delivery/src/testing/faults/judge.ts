/** A message of the outbox, as it stands in the end. */
export interface OutboxRow {
  id: string
  sequence: number | null
  alarmId: string
  version: number
  state: string
}

export interface Judgement {
  /** What must not be, a line each. */
  problems: string[]
  /** How often a message came again. */
  repeats: number
}

/**
 * Compares what arrived with what was to be sent: each message was delivered and has arrived, in the order of its alarm, and under its own
 * id however often it came.
 * @param arrivals the ids in order of arrival; the numbers of messages where `isNumbered`
 * @param how.isReread whether all that was not acknowledged comes again together, as a station reads it that fetches its messages
 */
export function judgeArrivals(
  rows: readonly OutboxRow[],
  arrivals: readonly string[],
  { isNumbered = false, isReread = false }: { isNumbered?: boolean; isReread?: boolean } = {},
): Judgement {
  const problems: string[] = []
  const keyOf = ({ id, sequence }: OutboxRow): string => (isNumbered ? String(sequence).padStart(4, '0') : id)
  const known = new Map(rows.map((row) => [keyOf(row), row]))
  const first = new Map<string, number>()
  const last = new Map<string, number>()
  for (const [at, key] of arrivals.entries()) {
    if (!known.has(key)) problems.push(`${key} came, which is the id of no message`)
    if (!first.has(key)) first.set(key, at)
    last.set(key, at)
  }
  for (const [key, { state, alarmId }] of known) {
    if (state !== 'delivered') problems.push(`${key} about ${alarmId} is ${state}`)
    if (!first.has(key)) problems.push(`${key} about ${alarmId} never came, and is called ${state}`)
  }
  for (const about of Map.groupBy(rows, ({ alarmId }) => alarmId).values()) {
    const ordered = about.toSorted((a, b) => a.version - b.version).map(keyOf)
    for (const [at, key] of ordered.entries()) {
      const before = ordered[at - 1]
      const came = isReread ? first : last
      if (before !== undefined && (came.get(before) ?? 0) > (first.get(key) ?? Infinity))
        problems.push(`${key} came before ${before}, which it corrects`)
    }
  }
  return { problems, repeats: arrivals.length - first.size }
}
