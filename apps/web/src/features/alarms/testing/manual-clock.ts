/** A clock that the test advances, for code that takes a `schedule` function. */
export function createManualClock() {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  return {
    schedule: (run: () => void, ms: number) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    waiting: () => timers.length,
    /** Advances the time, runs the functions that are due, and waits for the promises that these settle. */
    async advance(ms: number) {
      const end = now + ms
      for (;;) {
        await settle()
        const due = timers.filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        timers = timers.filter((timer) => timer !== due)
        now = due.at
        due.run()
      }
      now = end
    },
  }
}

/** Waits until the callbacks of all settled promises have run. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await Promise.resolve()
}
