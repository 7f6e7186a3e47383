import { inSystem } from '../src/platform/db/transaction.ts'
import { startWorker } from '../src/roles.ts'
import type { TestServer } from './test-server.ts'
import { until } from './until.ts'

/** Lets workers analyse all waiting alarms, and stops them. */
export async function analyseAll(server: TestServer): Promise<void> {
  const workers = startWorker(server.container)
  await until('all work done', () =>
    inSystem(server.database.runtime, async (tx) => {
      const task = await tx.selectFrom('analysis_task').select('sequence').limit(1).executeTakeFirst()
      return task === undefined
    }),
  )
  for (const worker of workers) await worker.stop()
}
