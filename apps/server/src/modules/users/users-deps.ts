import type { Mailer } from '@winnow/delivery'
import type { PasswordPolicy } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { PasswordHasher } from '../../platform/crypto/password-hasher.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Logger } from '../../platform/log.ts'
import type { Queue } from '../../platform/jobs/queue.ts'

export interface UsersDeps {
  db: Db
  clock: Clock
  log: Logger
  hasher: PasswordHasher
  /** Signs the cookies of known browsers. */
  keys: KeyRing
  queue: Queue
  mailer: Mailer
  passwordPolicy: PasswordPolicy
  /** Mail domains, in lower case, whose addresses cannot have accounts. */
  blockedMailDomains: ReadonlySet<string>
  /** The address of the console, without a trailing slash. */
  publicUrl: () => string
  /** The product's name in mails. */
  productName: string
  specialCompanyId: string | undefined
  partnerCompanyIds: readonly string[]
  /** Whether an account can (`offered`) or must (`required`) log in through its company's directory. */
  singleSignOnOf: (account: { email: string; companyId: string }) => Promise<'none' | 'offered' | 'required'>
  invitations: {
    /** Limits the mails that one company sends. */
    byCompany: RateLimiter
    /** Limits attempts to accept an invitation, per invited user. Unknown links are not counted: they cannot be guessed. */
    acceptances: RateLimiter
  }
}
