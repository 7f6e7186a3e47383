/** The bytes of a message that are handled without waiting for a turn. Nearly all messages of cameras are smaller. */
const FREE_BYTES = 256 * 1024
/** The most bytes of one message that are handled in one turn. */
const TURN_BYTES = 256 * 1024
/** The number of large messages that are handled at the same time. They use two of the four threads that write files. */
const PLACES = 2
/** A message loses its place if handling a chunk takes longer than this (in milliseconds), for example because a disk hangs. */
const LONGEST_MS = 2_000

/** The part of one message in {@link Turns}. */
export interface Turn {
  /**
   * Waits until a chunk of the message that has arrived may be handled.
   * @param bytes the length of the chunk; 0 for the work at the end, which takes long if the message is large
   * @returns undefined if the chunk may be handled at once; else a promise that resolves when its turn comes or the message ends
   */
  take(bytes: number): Promise<void> | undefined
  /** Reports that the chunk has been handled. */
  give(): void
  /** Reports that the message has ended, complete or broken off. A second call has no effect. */
  end(): void
}

/** A message above the free bytes. It has a place, or waits for one, or has neither because no chunk of it has arrived. */
interface Large {
  address: string
  /** The position in the order in which the messages began. */
  number: number
  /** The length of the chunk that waits. */
  bytes: number
  resolve?: () => void
}

/** A place that a message has. A place that rests becomes free in the next round of the event loop if another message waits. */
interface Place {
  since: number
  /** The bytes of the message that were processed in this turn. */
  bytes: number
  rests: boolean
}

/**
 * Lets large messages be processed a few chunks at a time, so that a flood of them leaves each round of the event loop,
 * and the threads that write files, to small ones. A message has a place only while one of its chunks has arrived and
 * is being processed, so a slow sender delays nobody. Addresses take turns, and within an address the oldest message
 * goes first, so that some finish.
 */
export class Turns {
  readonly #options: { freeBytes: number; places: number; longestMs: number }
  readonly #places = new Map<Large, Place>()
  /** The waiting messages by the address of their sender. The address whose turn is next comes first. */
  readonly #waiting = new Map<string, Large[]>()
  #messages = 0
  #awaitsRound = false
  #patience: NodeJS.Timeout | undefined

  constructor(options: { freeBytes?: number; places?: number; longestMs?: number } = {}) {
    this.#options = { freeBytes: FREE_BYTES, places: PLACES, longestMs: LONGEST_MS, ...options }
  }

  /** Registers a new message from an address. */
  begin(address: string): Turn {
    const message: Large = { address, number: this.#messages++, bytes: 0 }
    let sent = 0
    let isOver = false
    return {
      take: (bytes) => {
        sent += bytes
        return isOver || sent <= this.#options.freeBytes ? undefined : this.#take(message, bytes)
      },
      give: () => this.#rest(message),
      end: () => {
        isOver = true
        this.#leave(message)
      },
    }
  }

  #take(message: Large, bytes: number): Promise<void> | undefined {
    const own = this.#places.get(message)
    const isFree = own ? this.#waiting.size === 0 : this.#places.size < this.#options.places
    if (isFree) this.#occupy(message, 0)
    const place = this.#places.get(message)
    if (place && place.bytes < TURN_BYTES) {
      place.bytes += bytes
      place.rests = false
      return undefined
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign(message, { bytes, resolve })
    const queue = this.#waiting.get(message.address) ?? []
    queue.push(message)
    this.#waiting.set(message.address, queue)
    this.#waitForRound()
    this.#waitForPlace()
    return promise
  }

  #occupy(message: Large, bytes: number): void {
    this.#places.set(message, { since: performance.now(), bytes, rests: false })
  }

  /**
   * The next chunk of the same message may use the place at once, unless another message waits. A single message is
   * therefore not slowed down.
   */
  #rest(message: Large): void {
    const place = this.#places.get(message)
    if (!place) return
    place.rests = true
    this.#waitForRound()
  }

  /** Frees resting places in the next round, but only if a message waits, because an unnecessary round has a cost. */
  #waitForRound(): void {
    if (this.#waiting.size === 0 || ![...this.#places.values()].some(({ rests }) => rests)) return
    if (this.#awaitsRound) return
    this.#awaitsRound = true
    setImmediate(() => {
      this.#awaitsRound = false
      for (const [holder, { rests }] of this.#places) if (rests) this.#places.delete(holder)
      this.#admit()
    })
  }

  #leave(message: Large): void {
    this.#places.delete(message)
    const queue = this.#waiting.get(message.address)
    const at = queue?.indexOf(message) ?? -1
    if (queue && at >= 0) {
      queue.splice(at, 1)
      if (queue.length === 0) this.#waiting.delete(message.address)
      message.resolve?.()
    }
    this.#admit()
  }

  #admit(): void {
    while (this.#places.size < this.#options.places) {
      const next = this.#next()
      if (!next) return
      this.#occupy(next, next.bytes)
      next.resolve?.()
    }
    this.#waitForRound()
    this.#waitForPlace()
  }

  /** Removes and returns the oldest waiting message of the address whose turn is next; undefined if none waits. */
  #next(): Large | undefined {
    for (const [address, queue] of this.#waiting) {
      const oldest = queue.reduce((one, other) => (other.number < one.number ? other : one))
      queue.splice(queue.indexOf(oldest), 1)
      this.#waiting.delete(address)
      if (queue.length > 0) this.#waiting.set(address, queue)
      return oldest
    }
    return undefined
  }

  /** While a message waits, takes places away from messages that have had them for too long. */
  #waitForPlace(): void {
    if (this.#patience || this.#waiting.size === 0) return
    const oldest = Math.min(...[...this.#places.values()].map(({ since }) => since))
    this.#patience = setTimeout(
      () => {
        this.#patience = undefined
        const before = performance.now() - this.#options.longestMs
        for (const [holder, { since }] of this.#places) if (since <= before) this.#places.delete(holder)
        this.#admit()
      },
      Math.max(0, oldest + this.#options.longestMs - performance.now()),
    )
    this.#patience.unref()
  }
}
