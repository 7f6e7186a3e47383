/** The phase of a connection, which determines its time limit. */
export type Phase = 'step' | 'data' | 'handler'

/**
 * Absolute deadlines for each connection. Every byte resets an idle time-out, so a client that sends one byte a minute would keep its
 * connection forever with that alone. In the phase `handler`, in which the client waits for the product, there is no deadline.
 */
export class Watchdog<Key extends object> {
  readonly #timers = new Map<Key, NodeJS.Timeout>()
  readonly #limits: { step: number; data: number }
  readonly #onExpired: (key: Key, phase: Phase) => void

  constructor(limits: { step: number; data: number }, onExpired: (key: Key, phase: Phase) => void) {
    this.#limits = limits
    this.#onExpired = onExpired
  }

  /** Starts the deadline of a phase, and ends the deadline of the phase before. */
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
