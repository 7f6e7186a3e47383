import type { PasswordPolicy } from '@winnow/domain'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import type { PasswordDeps } from './check-password.ts'
import type { LoginLimits } from './login-limits.ts'
import type { ProviderCompanies } from './present-user.ts'
import type { FindWayIn, RedeemLoginCode } from './way-in.ts'

/** The dependencies of the login methods. */
export interface IdentityDeps extends PasswordDeps, ProviderCompanies {
  queue: Queue
  attempts: LoginLimits
  passwordPolicy: PasswordPolicy
  /** Seals the secrets of second factors. */
  keys: KeyRing
  /** The issuer name that authenticator apps show. */
  productName: string
  findWayIn: FindWayIn
  redeemLoginCode: RedeemLoginCode
}
