import { createPlaces } from '@winnow/domain'

/** Readers that wait for messages of their receivers. */
export interface Readers {
  /**
   * Waits until there may be a message, at the latest for the time.
   * @param asker.companyId the company of the reader, which may have a part of the places only
   * @param asker.signal aborts when the reader has gone
   * @param seen the number of wakes before the last look, so that none in between is missed
   * @returns whether to look again: false where too many wait, the reader has gone or the server stops
   */
  wait(asker: { companyId: string; signal: AbortSignal }, ms: number, seen?: number): Promise<boolean>
  /** The number of wakes so far. */
  wakes(): number
  /** Lets all look again, now or as soon as the pause after the last time is over. */
  wake: () => void
  stop(): void
}

/** The most readers that wait at the same time, together and of one company; each further one is answered at once. */
const PLACES = { total: 2_000, perHolder: 200, reserved: 200 }
/** All readers look again after each verdict of any company, so verdicts that follow one another let them look once. */
const PAUSE_MS = 250

/** @param options other limits, in tests */
export function createReaders(options: Partial<typeof PLACES> & { pauseMs?: number } = {}): Readers {
  const { pauseMs = PAUSE_MS, ...limits } = options
  const places = createPlaces({ ...PLACES, ...limits })
  const waiting = new Set<() => void>()
  let isStopped = false
  let wakes = 0
  let pause: NodeJS.Timeout | undefined
  let isAwaited = false
  const letAllLook = (): void => {
    wakes += 1
    for (const resume of waiting) resume()
  }
  const wake = (): void => {
    if (pause !== undefined) {
      isAwaited = true
      return
    }
    letAllLook()
    pause = setTimeout(() => {
      pause = undefined
      if (!isAwaited) return
      isAwaited = false
      wake()
    }, pauseMs)
  }
  return {
    wakes: () => wakes,
    async wait({ companyId, signal }, ms, seen = wakes) {
      if (isStopped || signal.aborted) return false
      if (seen !== wakes) return true
      const leave = places.take(companyId)
      if (!leave) return false
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
        leave()
      }
    },
    wake,
    stop() {
      isStopped = true
      clearTimeout(pause)
      letAllLook()
    },
  }
}
