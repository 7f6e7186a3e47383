/** A clock for repeated actions. Its time passes only when a test advances it. */
export interface FakeTicker {
  every(ms: number, run: () => void): () => void
  /** Advances the time by this amount and runs the due actions, in order. */
  advance(ms: number): void
  /** The number of running repetitions. */
  count(): number
}

interface Timer {
  ms: number
  next: number
  run: () => void
}

/** Creates a {@link FakeTicker} without any repetition. */
export function createFakeTicker(): FakeTicker {
  const timers = new Set<Timer>()
  let now = 0
  const earliest = (end: number): Timer | undefined =>
    [...timers].filter(({ next }) => next <= end).toSorted((a, b) => a.next - b.next)[0]
  return {
    every(ms, run) {
      if (!(ms > 0)) throw new RangeError(`Nothing can happen every ${ms} ms`)
      const timer = { ms, next: now + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(ms) {
      const end = now + ms
      for (let timer = earliest(end); timer; timer = earliest(end)) {
        now = timer.next
        timer.next += timer.ms
        timer.run()
      }
      now = end
    },
    count: () => timers.size,
  }
}
