/** What every message may send of itself without waiting for anybody: nearly all that cameras send is smaller. */
const FREE_BYTES = 256 * 1024
/** So much of one message is handled in a turn, where it is here. */
const TURN_BYTES = 256 * 1024
/** Pieces of large messages that are handled at once: two of the four threads that files are written with. */
const PLACES = 2
/** A message that needs longer than this for a chunk, for example because a disk hangs, loses its place. */
const LONGEST_MS = 2_000

/** One message's part in {@link Turns}. */
export interface Turn {
  /**
   * Waits until a piece of the message, which is here, may be handled.
   * @param bytes how long it is; 0 for what is done at the end, which is heavy where the message is large
   * @returns undefined when it may be at once; what resolves when its turn has come, or the message is over
   */
  take(bytes: number): Promise<void> | undefined
  /** The piece has been handled. */
  give(): void
  /** The message is over, whole or not. Call it more than once without harm. */
  end(): void
}

/** A large message: it waits with a piece, or has a place for one. */
interface Large {
  address: string
  /** The order of arrival. */
  number: number
  /** The piece that it waits with. */
  bytes: number
  resolve?: () => void
}

/** A place that is taken. One that rests is free from the next round of the event loop on. */
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
  /** Who waits, by address; the address whose turn is next comes first. */
  readonly #waiting = new Map<string, Large[]>()
  #messages = 0
  #awaitsRound = false
  #patience: NodeJS.Timeout | undefined

  constructor(options: { freeBytes?: number; places?: number; longestMs?: number } = {}) {
    this.#options = { freeBytes: FREE_BYTES, places: PLACES, longestMs: LONGEST_MS, ...options }
  }

  /** A message begins. */
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

  /** Frees idle places in the next round, but only if a message waits, because an unnecessary round has a cost. */
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

  /** Takes the oldest message of the address whose turn it is out of the line. */
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

  /** Takes the place of a message that has held it for too long while another one waits. */
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
