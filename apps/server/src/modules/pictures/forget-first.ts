import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { Tick } from '../../platform/jobs/job.ts'

export interface ForgetFirstDeps {
  db: Db
  clock: Clock
}

const BATCH = 1_000

/**
 * Forgets the first pictures of cameras that have sent one since, and those that are older than the company keeps pictures. Files without a
 * row are deleted by the nightly sweep.
 */
const forgetFirst = ({ db, clock }: ForgetFirstDeps): Promise<unknown> =>
  inSystem(db, (tx) =>
    sql`
      update view set first_picture_key = null, first_picture_at = null where id in (
        select view.id from view join company on company.id = view.company_id
        where view.first_picture_key is not null and (view.last_picture_at is not null
          or view.first_picture_at < ${clock.now()}::timestamptz - make_interval(days => company.retention_days))
        order by view.id limit ${BATCH} for no key update of view)`.execute(tx),
  )

export const forgetFirstTicks = (deps: ForgetFirstDeps): Tick[] => [
  { name: 'pictures.forget-first', cron: '27 * * * *', run: async () => void (await forgetFirst(deps)) },
]
