import { setTimeout as wait } from 'node:timers/promises'

/** The result of the work, or of `otherwise` when the work fails or takes too long. */
export async function within<T, U>(work: Promise<T>, ms: number, otherwise: (error?: unknown) => U): Promise<T | U> {
  const waiting = new AbortController()
  const patience = wait(ms, undefined, { signal: waiting.signal }).then(
    () => otherwise(),
    // Also runs on the abort below, when the work was faster; its result is then ignored.
    () => otherwise(),
  )
  return Promise.race([work.catch(otherwise), patience]).finally(() => waiting.abort())
}
