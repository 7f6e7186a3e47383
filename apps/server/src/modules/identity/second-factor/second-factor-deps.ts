import type { Clock } from '../../../platform/clock.ts'
import type { KeyRing } from '../../../platform/crypto/key-ring.ts'
import type { PasswordHasher } from '../../../platform/crypto/password-hasher.ts'
import type { Db } from '../../../platform/db/transaction.ts'

/** What second factors need of the program. */
export interface SecondFactorDeps {
  db: Db
  clock: Clock
  keys: KeyRing
  hasher: PasswordHasher
}

/** Whose second factor it is. */
export interface Owner {
  id: string
  companyId: string
  name: string
}

/** Where a request comes from, for the audit and for counting wrong codes. */
export interface Origin {
  address: string
  requestId: string
}
