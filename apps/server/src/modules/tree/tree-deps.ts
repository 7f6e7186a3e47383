import type { StreamPlaces } from '../camera-streams/index.ts'
import type { ProductPlan } from '../products/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Queue } from '../../platform/jobs/queue.ts'

export interface TreeDeps {
  db: Db
  clock: Clock
  queue: Queue
  productPlan: ProductPlan
  streamPlaces: StreamPlaces
}
