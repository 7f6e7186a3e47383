import { Secret, TOTP } from 'otpauth'

/** What every authenticator app understands (RFC 6238): SHA-1, six digits, thirty seconds. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 }
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Steps before and after the present one that are accepted too: clocks differ, and typing takes its time. */
const DRIFT = 1

/** A new random secret in base32. */
export const newOtpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What a QR code tells an authenticator app: the secret, and under which name to list it. */
export function otpAddress(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ ...SHAPE, secret, issuer, label: account }).toString()
}

/**
 * The time step that a code is of, if it is right.
 *
 * @param lastStep the newest step of which a code was accepted: it and all before it count no more
 * @returns undefined for a wrong code, and for one that was used or came before a used one
 */
export function acceptedStep(
  { secret, code, lastStep }: { secret: string; code: string; lastStep: number | null },
  now: Date,
): number | undefined {
  const timestamp = now.getTime()
  const delta = new TOTP({ ...SHAPE, secret }).validate({ token: code, timestamp, window: DRIFT })
  if (delta === null) return undefined
  const step = TOTP.counter({ period: SHAPE.period, timestamp }) + delta
  return lastStep === null || step > lastStep ? step : undefined
}
