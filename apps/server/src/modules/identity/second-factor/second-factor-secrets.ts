import type { KeyRing } from '../../../platform/crypto/key-ring.ts'
import { openSecret, sealSecret } from '../../../platform/crypto/seal-secret.ts'

export const otpContext = (userId: string): string => `second-factor:${userId}:secret`
export const codeContext = (codeId: string): string => `backup-code:${codeId}:hash`

/** Seals a secret. Unconfirmed and confirmed secrets are sealed in the same way, so a confirmation only moves the sealed value. */
export const sealOtpSecret = (keys: KeyRing, userId: string, secret: string): string =>
  sealSecret(keys, secret, otpContext(userId))
export const openOtpSecret = (keys: KeyRing, userId: string, sealed: string): string =>
  openSecret(keys, sealed, otpContext(userId))

export const sealCodeHash = (keys: KeyRing, codeId: string, hash: string): string =>
  sealSecret(keys, hash, codeContext(codeId))
export const openCodeHash = (keys: KeyRing, codeId: string, sealed: string): string =>
  openSecret(keys, sealed, codeContext(codeId))
