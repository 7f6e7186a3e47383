import { Secret, TOTP } from 'otpauth'

/** The variant that every authenticator app supports (RFC 6238): SHA-1, six digits, thirty seconds. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 }
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** The number of time steps before and after the current one whose codes are accepted too, since clocks differ and typing takes time. */
const DRIFT = 1

/** A new random secret in base32. */
export const newOtpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The content of the QR code for an authenticator app: the secret, and the name to list it under. */
export function otpAddress(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ ...SHAPE, secret, issuer, label: account }).toString()
}

/**
 * Returns the time step of a right code.
 *
 * @param lastStep the newest step of which a code was accepted; codes of this and earlier steps are refused
 * @returns undefined for a wrong code, and for a code of `lastStep` or an earlier step
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
