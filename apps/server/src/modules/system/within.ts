import { setTimeout as wait } from 'node:timers/promises'

/** What work gives, or what stands for it when that takes too long or fails. */
export async function within<T, U>(work: Promise<T>, ms: number, otherwise: (error?: unknown) => U): Promise<T | U> {
  const waiting = new AbortController()
  const patience = wait(ms, undefined, { signal: waiting.signal }).then(
    () => otherwise(),
    // Settled by the abort below, when the work was quicker.
    () => otherwise(),
  )
  return Promise.race([work.catch(otherwise), patience]).finally(() => waiting.abort())
}
