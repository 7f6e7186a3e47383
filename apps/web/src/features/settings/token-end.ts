const DAY_MS = 86_400_000

/** So long before its end a token is warned of. */
export const TOKEN_WARNING_DAYS = 14

/** How it stands with a token's end, with the days that are left, begun ones counted whole. */
export type TokenEnd =
  | { state: 'never' }
  | { state: 'expired' }
  | { state: 'soon'; days: number }
  | { state: 'later'; days: number }

/** @param expiresAt ISO instant; null for a token that does not end by itself */
export function tokenEnd(expiresAt: string | null, now: Date): TokenEnd {
  if (expiresAt === null) return { state: 'never' }
  const left = Date.parse(expiresAt) - now.getTime()
  if (left <= 0) return { state: 'expired' }
  return { state: left <= TOKEN_WARNING_DAYS * DAY_MS ? 'soon' : 'later', days: Math.ceil(left / DAY_MS) }
}
