/**
 * Where use cases get the time from: in the program the clock of the database, which all processes share (`db/database-clock.ts`). Tests hand in
 * a clock they can move; nothing else may ask the system for the time. It may be set at any time, in both directions.
 */
export interface Clock {
  now(): Date
}

/** The machine's clock, for what runs before or without the database. */
export const systemClock: Clock = {
  now: () => new Date(),
}

/** Where what happens again and again gets its time from. Tests hand in one on which time passes when they say so. */
export interface Ticker {
  /**
   * Runs something every so many milliseconds, for the first time after one of them.
   * @returns ends it
   */
  every(ms: number, run: () => void): () => void
}

/** The machine's timers. */
export const systemTicker: Ticker = {
  every(ms, run) {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
}
