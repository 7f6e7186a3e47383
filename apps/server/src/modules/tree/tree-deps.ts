import type { ProductPlan } from '../products/index.ts'
import type { Queue } from '../../platform/jobs/queue.ts'

export interface TreeDeps {
  queue: Queue
  productPlan: ProductPlan
}
