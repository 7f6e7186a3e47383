import type { Guard, Mailer } from '@winnow/delivery'
import type { Clock } from '../../platform/clock.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import type { Logger } from '../../platform/log.ts'
import type { SsoProvider } from './provider.ts'

/** Settings of the installation's operator. */
export interface SsoPolicy {
  /** Whether single sign-on is on. If not, no login is redirected, and passwords are accepted for all users. */
  enabled: boolean
  /** Base address of the issuers of all directories (tenants), without a trailing slash. */
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
  /** The console's address, without a trailing slash. */
  publicUrl: () => string
  /** The product's name in mails. */
  productName: string
}

export interface SsoLimits {
  /** Limits trials, and logins that start without an e-mail, by address. */
  starts: RateLimiter
  /** Limits mailed links, by e-mail. */
  linksByEmail: RateLimiter
}
