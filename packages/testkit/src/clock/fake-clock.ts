/** A clock that stands still until told otherwise. */
export interface FakeClock {
  now(): Date
  /** moves forward by whole or part milliseconds; backward is an error, use {@link FakeClock.set} */
  advance(ms: number): void
  set(to: Date): void
}

/** A {@link FakeClock} that starts at `start`. Every answer is a fresh `Date`, so nobody can move the clock by changing one. */
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
