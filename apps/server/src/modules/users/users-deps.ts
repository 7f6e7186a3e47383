import type { Mailer } from '@winnow/delivery'
import type { PasswordPolicy } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
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
  queue: Queue
  mailer: Mailer
  passwordPolicy: PasswordPolicy
  /** Domains, in lower case, whose addresses get no account. */
  blockedMailDomains: ReadonlySet<string>
  /** Where the console is, without a slash at its end. */
  publicUrl: () => string
  /** What the product calls itself in mails. */
  productName: string
  specialCompanyId: string | undefined
  partnerCompanyIds: readonly string[]
  /** Whether an account may, or has to, log in at its company's directory. */
  singleSignOnOf: (account: { email: string; companyId: string }) => Promise<'none' | 'offered' | 'required'>
  invitations: {
    /** Mails that one company has sent. */
    byCompany: RateLimiter
    /** Links that one address has opened. */
    byAddress: RateLimiter
  }
}
