/**
 * The source of the current time. The program uses the clock of the database, which all processes share (`db/database-clock.ts`); tests use
 * a clock that they can set. Other code must not ask the system for the time. The clock can be set in both directions at any time.
 */
export interface Clock {
  now(): Date
}

/** The machine's clock, for code that runs before or without the database. */
export const systemClock: Clock = {
  now: () => new Date(),
}

/** The source of periodic calls. Tests use a ticker whose time they advance themselves. */
export interface Ticker {
  /**
   * Calls a function periodically, for the first time after one period.
   * @returns a function that stops the calls
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
