/** A cache of at most `capacity` entries; when it is full the oldest entry goes. */
export class CapacityCache<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #capacity: number

  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1)
      throw new RangeError(`capacity must be a positive integer: ${capacity}`)
    this.#capacity = capacity
  }

  /** What is kept under a key, made where nothing is. */
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

/** Entries of a cache where nothing speaks for another number. */
export const CACHE_CAPACITY = 100
