import type { Queue } from '../../platform/jobs/queue.ts'

export interface TreeDeps {
  queue: Queue
}
