import type { Deadline } from '@winnow/domain'
import type { AnalysisPool } from '@winnow/vision'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import type { OnDecided } from '../alarms/index.ts'
import type { OnTampering } from '../tampering/index.ts'
import type { AnalysisMetrics } from './analysis-metrics.ts'

export interface AnalysisDeps {
  db: Db
  clock: Clock
  media: MediaStore
  log: Logger
  /** Opens the lists of plates that rules name. */
  keys: KeyRing
  pool: AnalysisPool
  onDecided: OnDecided
  /** Told of a tampering that pictures show, in the transaction of their verdict. */
  onTampering: OnTampering
  metrics: AnalysisMetrics
  /** The time from receipt after which an alarm is delivered even without a verdict. */
  deadline: Deadline
}
