export interface AlarmCounterDeps {
  /** The number of true alarms received between two instants. */
  count: (from: Date, to: Date) => Promise<number>
  now: () => Date
}

/** New true alarms since the last poll. */
export interface NewAlarms {
  n: number
  /** The period in minutes, at least one. */
  minutes: number
}

const MINUTE = 60_000
/** The longest period to count. Without a limit, a long shift would count thousands of alarms again each minute. */
const WINDOW_MS = 60 * MINUTE
/** A verdict may come this long after the receipt of its alarm. */
const OVERLAP_MS = 2 * MINUTE

/**
 * Reports how many true alarms are new since the last call, each once. It compares totals from a fixed instant. Counting only the time in
 * between would miss an alarm that was received before the last call and got its verdict after it.
 */
export function createAlarmCounter({ count, now }: AlarmCounterDeps) {
  let base = now()
  let seen = 0
  let last = base

  return {
    async check(): Promise<NewAlarms | null> {
      const to = now()
      const total = await count(base, to)
      const isLong = to.getTime() - base.getTime() > WINDOW_MS
      const from = isLong ? new Date(to.getTime() - OVERLAP_MS) : base
      // Counted before anything is noted: if this fails, the next call reports the alarms of this one too.
      const seenNext = isLong ? await count(from, to) : total
      const n = total - seen
      const minutes = Math.max(1, Math.round((to.getTime() - last.getTime()) / MINUTE))
      base = from
      seen = seenNext
      last = to
      return n > 0 ? { n, minutes } : null
    },
  }
}
