/** Readers that wait for messages of their receivers. */
export interface Readers {
  /**
   * Waits until there may be a message, at the latest for the time.
   * @param seen the number of wakes before the last look, so that none in between is missed
   * @returns whether to look again: false where too many wait, the reader has gone or the server stops
   */
  wait(ms: number, signal: AbortSignal, seen?: number): Promise<boolean>
  /** The number of wakes so far. */
  wakes(): number
  /** Lets all look again. */
  wake: () => void
  stop(): void
}

/** The most readers that wait at the same time; each further one is answered at once. */
const MOST = 2_000

/** @param most shorter in tests */
export function createReaders(most = MOST): Readers {
  const waiting = new Set<() => void>()
  let isStopped = false
  let wakes = 0
  const wake = (): void => {
    wakes += 1
    for (const resume of waiting) resume()
  }
  return {
    wakes: () => wakes,
    async wait(ms, signal, seen = wakes) {
      if (isStopped || waiting.size >= most || signal.aborted) return false
      if (seen !== wakes) return true
      const woken = Promise.withResolvers<void>()
      const timer = setTimeout(woken.resolve, ms)
      const resume = (): void => woken.resolve()
      waiting.add(resume)
      signal.addEventListener('abort', resume)
      try {
        await woken.promise
        return !isStopped && !signal.aborted
      } finally {
        clearTimeout(timer)
        waiting.delete(resume)
        signal.removeEventListener('abort', resume)
      }
    },
    wake,
    stop() {
      isStopped = true
      wake()
    },
  }
}
