import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Tick } from '../../platform/jobs/job-runner.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { deleteExpired, deleteStale } from './delete-expired.ts'
import { dropEmptyPartitions, ensurePartitions } from './partitions.ts'
import { sweepOrphans } from './sweep-orphans.ts'

/** What keeps the database and the store in order, at quiet minutes of the hour. */
export function retentionTicks(deps: { db: Db; owner: Db; media: MediaStore; clock: Clock }): Tick[] {
  const { db, owner, media, clock } = deps
  return [
    {
      name: 'retention.expire',
      cron: '17 * * * *',
      async run({ log }) {
        const deleted = await deleteExpired(db, media, clock.now())
        if (deleted > 0) log.info({ deleted }, 'retention deleted alarms and signals')
      },
    },
    { name: 'retention.stale', cron: '37 * * * *', run: () => deleteStale(db, clock.now()) },
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
        const deleted = await sweepOrphans(db, media, clock.now())
        if (deleted > 0) log.info({ deleted }, 'files without a row deleted')
      },
    },
  ]
}
