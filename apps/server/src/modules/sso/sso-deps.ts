import type { Guard, Mailer } from '@winnow/delivery'
import type { Clock } from '../../platform/clock.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import type { Logger } from '../../platform/log.ts'
import type { SsoProvider } from './provider.ts'

/** Settings of whoever runs the machine. */
export interface SsoPolicy {
  /** Off: nobody is sent anywhere, and passwords are right for everyone. */
  enabled: boolean
  /** Address below which each directory (tenant) has its issuer. Without a slash at its end. */
  authority: string
}

export interface SsoDeps {
  db: Db
  clock: Clock
  log: Logger
  keys: KeyRing
  queue: Queue
  guard: Guard
  mailer: Mailer
  sso: SsoPolicy
  ssoProvider: SsoProvider
  ssoLimits: SsoLimits
  /** Where the console is, without a slash at its end. */
  publicUrl: () => string
  /** What the product calls itself in mails. */
  productName: string
}

export interface SsoLimits {
  /** Logins begun without an e-mail, and trials, by address. */
  starts: RateLimiter
  /** Links to connect an account that were mailed to one e-mail. */
  linksByEmail: RateLimiter
}
