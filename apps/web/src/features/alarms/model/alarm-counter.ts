export interface AlarmCounterDeps {
  /** How many true alarms were received between two instants. */
  count: (from: Date, to: Date) => Promise<number>
  now: () => Date
}

/** New true alarms since the last look. */
export interface NewAlarms {
  n: number
  /** Length of that time in minutes, at least one. */
  minutes: number
}

const MINUTE = 60_000
/** Counting from the same instant for a whole shift would count thousands again each minute. */
const WINDOW_MS = 60 * MINUTE
/** A verdict may come this long after its alarm was received. */
const OVERLAP_MS = 2 * MINUTE

/**
 * Says how many true alarms came in since it was last asked, each once. It compares totals from a fixed instant on: an alarm
 * received before the last look whose verdict came after it would be missed by asking for the time in between.
 */
export function createAlarmCounter({ count, now }: AlarmCounterDeps) {
  let base = now()
  let seen = 0
  let last = base

  return {
    async check(): Promise<NewAlarms | null> {
      const to = now()
      const total = await count(base, to)
      const n = total - seen
      const minutes = Math.max(1, Math.round((to.getTime() - last.getTime()) / MINUTE))
      seen = total
      last = to
      if (to.getTime() - base.getTime() > WINDOW_MS) {
        const from = new Date(to.getTime() - OVERLAP_MS)
        seen = await count(from, to)
        base = from
      }
      return n > 0 ? { n, minutes } : null
    },
  }
}
