/** A clock that stands still until a test moves it. */
export interface FakeClock {
  now(): Date
  /** Moves forward by milliseconds, also fractions. Backward is an error; use {@link FakeClock.set}. */
  advance(ms: number): void
  set(to: Date): void
}

/**
 * Creates a {@link FakeClock} that starts at `start`. Every call returns a new `Date`, so that changing one does not
 * change the clock.
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
