import type { KeyRing } from '../../../platform/crypto/key-ring.ts'
import type { SealedColumn } from '../../../platform/crypto/reseal-column.ts'
import { openSecret, sealSecret } from '../../../platform/crypto/seal-secret.ts'

const otpContext = (userId: string): string => `second-factor:${userId}:secret`
const codeContext = (codeId: string): string => `backup-code:${codeId}:hash`

/** Where second factors keep their secrets, for sealing them again under a new key. */
export const sealedSecondFactors: readonly SealedColumn[] = [
  { table: 'second_factor', column: 'secret', contextOf: otpContext },
  { table: 'second_factor', column: 'new_secret', contextOf: otpContext },
  { table: 'backup_code', column: 'sealed_hash', contextOf: codeContext },
]

/** A secret that is shown and one that is in force are sealed alike: confirming moves it as it is. */
export const sealOtpSecret = (keys: KeyRing, userId: string, secret: string): string =>
  sealSecret(keys, secret, otpContext(userId))
export const openOtpSecret = (keys: KeyRing, userId: string, sealed: string): string =>
  openSecret(keys, sealed, otpContext(userId))

export const sealCodeHash = (keys: KeyRing, codeId: string, hash: string): string =>
  sealSecret(keys, hash, codeContext(codeId))
export const openCodeHash = (keys: KeyRing, codeId: string, sealed: string): string =>
  openSecret(keys, sealed, codeContext(codeId))
