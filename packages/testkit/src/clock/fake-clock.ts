/** A clock that stands still until a test moves it. */
export interface FakeClock {
  now(): Date
  /** Moves the clock forward by milliseconds, also by fractions. Throws for a negative number; use {@link FakeClock.set} to go back. */
  advance(ms: number): void
  set(to: Date): void
}

/**
 * Creates a {@link FakeClock} that starts at `start`. `now` returns a new `Date` each time, so that a change of the
 * returned date does not change the clock.
 */
export function createFakeClock(start: Date = new Date('2026-01-01T00:00:00.000Z')): FakeClock {
  let current = start.getTime()
  return {
    now: () => new Date(current),
    advance(ms) {
      if (!(ms >= 0)) throw new RangeError(`A clock cannot advance by ${ms} ms`)
      current += ms
    },
    set(to) {
      current = to.getTime()
    },
  }
}
