import { TOKEN_WARNING_DAYS } from '@winnow/contract'

const DAY_MS = 86_400_000

/** Whether a token has expired or soon will, with the remaining days, rounded up. */
export type TokenEnd =
  | { state: 'never' }
  | { state: 'expired' }
  | { state: 'soon'; days: number }
  | { state: 'later'; days: number }

/** @param expiresAt ISO instant; null if the token does not expire */
export function tokenEnd(expiresAt: string | null, now: Date): TokenEnd {
  if (expiresAt === null) return { state: 'never' }
  const left = Date.parse(expiresAt) - now.getTime()
  if (left <= 0) return { state: 'expired' }
  return { state: left <= TOKEN_WARNING_DAYS * DAY_MS ? 'soon' : 'later', days: Math.ceil(left / DAY_MS) }
}
