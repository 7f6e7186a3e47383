import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'

export interface CompaniesDeps {
  db: Db
  clock: Clock
  media: MediaStore
  /** Companies that see the partner theme whatever their own is. */
  partnerCompanyIds: readonly string[]
  /** Subdomains that one address has asked about. */
  logoLookups: RateLimiter
}
