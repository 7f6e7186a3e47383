/**
 * Rejects as soon as `signal` aborts. undici handles an abort only when it is connected, so a slow resolver or a silent host could exceed
 * any time limit. The work continues in the background for a moment, until undici handles the same abort. Nothing is sent in that time.
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
