/** A cache of at most `capacity` entries; when it is full the oldest entry goes. Setting a key again makes it the newest. */
export class CapacityCache<K, V> {
  readonly #entries = new Map<K, { value: V }>()
  readonly #capacity: number
  readonly #onEvict: ((value: V, key: K) => void) | undefined

  /** @param onEvict hears of entries that are pushed out or replaced, e.g. to give back an object address */
  constructor(capacity: number, onEvict?: (value: V, key: K) => void) {
    if (!Number.isInteger(capacity) || capacity < 1)
      throw new RangeError(`capacity must be a positive integer: ${capacity}`)
    this.#capacity = capacity
    this.#onEvict = onEvict
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: K): V | undefined {
    return this.#entries.get(key)?.value
  }

  has(key: K): boolean {
    return this.#entries.has(key)
  }

  set(key: K, value: V): void {
    this.delete(key)
    this.#entries.set(key, { value })
    if (this.#entries.size <= this.#capacity) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.delete(oldest.value)
  }

  delete(key: K): boolean {
    const entry = this.#entries.get(key)
    if (!entry) return false
    this.#entries.delete(key)
    this.#onEvict?.(entry.value, key)
    return true
  }

  clear(): void {
    for (const key of Array.from(this.#entries.keys())) this.delete(key)
  }
}
