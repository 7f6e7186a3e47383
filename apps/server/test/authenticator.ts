import { TOTP } from 'otpauth'

/** The code that an authenticator app shows for a secret. */
export const codeAt = (secret: string, at: Date): string => new TOTP({ secret }).generate({ timestamp: at.getTime() })

/** A code that is invalid at the given time and shortly before and after it. */
export function wrongCodeAt(secret: string, at: Date): string {
  const near = [-2, -1, 0, 1, 2].map((step) => codeAt(secret, new Date(at.getTime() + step * 30_000)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}
