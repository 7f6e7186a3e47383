import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/transaction.ts'

export interface LearningDeps {
  db: Db
  clock: Clock
}
