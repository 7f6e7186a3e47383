const DAY = 86_400_000

/**
 * Reads a Retry-After header (RFC 9110 10.2.3): seconds or an HTTP date. Milliseconds from now, cut to a day; `undefined`
 * when it says neither or lies in the past.
 */
export function parseRetryAfter(value: string | string[] | undefined, now: Date): number | undefined {
  const text = (Array.isArray(value) ? value[0] : value)?.trim()
  if (!text) return undefined
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, DAY) : undefined
}
