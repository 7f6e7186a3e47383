/**
 * undici handles an abort only once it is connected, so a slow resolver or a silent host could exceed any limit. The work continues in the
 * background for a moment and ends with the same abort, before anything is sent.
 */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  work.catch(() => undefined)
  try {
    signal.throwIfAborted()
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
