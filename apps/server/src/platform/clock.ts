/** Where use cases get the time from. Tests hand in a clock they can move; nothing else may ask the system for the time. */
export interface Clock {
  now(): Date
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => new Date(),
}
