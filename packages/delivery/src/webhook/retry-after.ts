const DAY = 86_400_000

/**
 * Parses a Retry-After header (RFC 9110 10.2.3): seconds or an HTTP date. Returns milliseconds from now, at most a day; `undefined` when it
 * is neither or in the past.
 */
export function parseRetryAfter(value: string | string[] | undefined, now: Date): number | undefined {
  const text = (Array.isArray(value) ? value[0] : value)?.trim()
  if (!text) return undefined
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, DAY) : undefined
}
