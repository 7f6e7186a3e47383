import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'

export interface CompaniesDeps {
  db: Db
  clock: Clock
  media: MediaStore
  /** Companies whose users always see the partner theme. */
  partnerCompanyIds: readonly string[]
  /** Limits logo lookups by subdomain, per address. */
  logoLookups: RateLimiter
}
