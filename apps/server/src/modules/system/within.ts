import { setTimeout as wait } from 'node:timers/promises'

/** Returns the result of the work, or that of `otherwise` if the work fails or takes too long. */
export async function within<T, U>(work: Promise<T>, ms: number, otherwise: (error?: unknown) => U): Promise<T | U> {
  const waiting = new AbortController()
  const patience = wait(ms, undefined, { signal: waiting.signal }).then(
    () => otherwise(),
    // This also runs after the abort below, when the work was faster. Its result is then ignored.
    () => otherwise(),
  )
  return Promise.race([work.catch(otherwise), patience]).finally(() => waiting.abort())
}
