import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Tick } from '../../platform/jobs/job.ts'
import { deleteExpired, type RetentionDeps } from './delete-expired.ts'
import { deleteStale } from './delete-stale.ts'
import { dropEmptyPartitions, ensurePartitions } from './partitions.ts'
import { sweepOrphans } from './sweep-orphans.ts'

/** The regular tasks of retention in the database and the store, at minutes of the hour without other regular tasks. */
export function retentionTicks(deps: RetentionDeps & { owner: Db; clock: Clock }): Tick[] {
  const { owner, clock } = deps
  return [
    {
      name: 'retention.expire',
      cron: '17 * * * *',
      async run({ log }) {
        const deleted = await deleteExpired(deps, clock.now())
        if (deleted > 0) log.info({ deleted }, 'retention deleted alarms and signals')
      },
    },
    { name: 'retention.stale', cron: '37 * * * *', run: () => deleteStale(deps, clock.now()) },
    {
      name: 'retention.partitions',
      cron: '7 2 * * *',
      async run({ log }) {
        await ensurePartitions(owner)
        const dropped = await dropEmptyPartitions(owner)
        if (dropped.length > 0) log.info({ dropped }, 'empty partitions dropped')
      },
    },
    {
      name: 'retention.orphans',
      cron: '27 3 * * *',
      async run({ log }) {
        const deleted = await sweepOrphans(deps, clock.now())
        if (deleted > 0) log.info({ deleted }, 'files without a row deleted')
      },
    },
  ]
}
