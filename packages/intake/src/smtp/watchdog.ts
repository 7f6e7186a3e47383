/** The phase of a connection, which determines its time limit. */
export type Phase = 'step' | 'data' | 'handler'

/**
 * Absolute deadlines for each connection. An idle time-out alone is reset by every byte, so a sender of one byte a minute would hold
 * its place for ever. While the product itself is busy (`handler`) no clock runs.
 */
export class Watchdog<Key extends object> {
  readonly #timers = new Map<Key, NodeJS.Timeout>()
  readonly #limits: { step: number; data: number }
  readonly #onExpired: (key: Key, phase: Phase) => void

  constructor(limits: { step: number; data: number }, onExpired: (key: Key, phase: Phase) => void) {
    this.#limits = limits
    this.#onExpired = onExpired
  }

  /** Restarts the clock of a phase. */
  enter(key: Key, phase: Phase): void {
    this.forget(key)
    if (phase === 'handler') return
    const timer = setTimeout(() => this.#onExpired(key, phase), this.#limits[phase])
    timer.unref()
    this.#timers.set(key, timer)
  }

  forget(key: Key): void {
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
  }
}
