/** A cache of at most `capacity` entries. When it is full, the oldest entry is evicted. */
export class CapacityCache<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #capacity: number

  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1)
      throw new RangeError(`capacity must be a positive integer: ${capacity}`)
    this.#capacity = capacity
  }

  /** The cached value of a key, created if missing. */
  get(key: K, make: () => V): V {
    const kept = this.#entries.get(key)
    if (kept !== undefined) return kept
    const made = make()
    this.#entries.set(key, made)
    const oldest = this.#entries.keys().next()
    if (this.#entries.size > this.#capacity && !oldest.done) this.#entries.delete(oldest.value)
    return made
  }
}

/** The default capacity. */
export const CACHE_CAPACITY = 100
