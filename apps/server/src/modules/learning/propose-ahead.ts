import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { inSystem, inTenant, type Db } from '../../platform/db/transaction.ts'
import type { JobContext, Tick } from '../../platform/jobs/job.ts'
import type { Learner } from './adjustment-queries.ts'
import { proposeUnasked } from './learn.ts'

interface Deps {
  db: Db
  clock: Clock
}

/**
 * The number of labels before the newest known one that are looked at again. Labels get their numbers before they are committed, so a lower
 * number can appear later.
 */
const AGAIN = 1_000

/** A camera or company with labels that the program has not learnt from yet. `labelId` is the newest of them. */
interface Labelled extends Learner {
  labelId: string
}

/** The cameras with new labels, in the order of their newest label, and then their companies. */
async function listLabelled(db: Db): Promise<Labelled[]> {
  const { rows } = await inSystem(db, (tx) =>
    sql<Labelled>`
      with mark as materialized (select coalesce(max(label_id), 0) - ${AGAIN}::bigint as id from learning_look),
      cameras as (
        select a.company_id, a.view_id, max(l.id) as label_id
        from alarm_label l join alarm a on a.id = l.alarm_id
        where l.id > (select id from mark) and not a.is_test group by a.company_id, a.view_id),
      companies as (select company_id, null::uuid as view_id, max(label_id) as label_id from cameras group by company_id)
      select found.company_id as "companyId", found.view_id as "viewId", found.label_id as "labelId"
      from (select * from cameras union all select * from companies) found
        left join view v on v.id = found.view_id
        left join learning_look look on look.company_id = found.company_id and look.view_id is not distinct from found.view_id
      where found.label_id > coalesce(look.label_id, 0) and (found.view_id is null or v.deleted_at is null and v.id is not null)
      order by found.view_id is null, found.label_id`.execute(tx),
  )
  return rows
}

/** Learns for all cameras and companies with new labels. Each is done once, also if the program stops in between. */
export async function proposeAhead({ db, clock }: Deps, signal: AbortSignal): Promise<void> {
  for (const { labelId, ...learner } of await listLabelled(db)) {
    if (signal.aborted) return
    await inTenant(db, learner.companyId, async (tx) => {
      await proposeUnasked(tx, learner, clock.now())
      await sql`
        insert into learning_look (company_id, view_id, label_id)
        values (${learner.companyId}, ${learner.viewId}, ${labelId})
        on conflict (company_id, view_id) do update set label_id = excluded.label_id`.execute(tx)
    })
  }
}

/** Four times an hour, proposals are made from new labels. None of them is applied. */
export const learningTicks = (deps: Deps): Tick[] => [
  {
    name: 'learning.propose',
    cron: '7,22,37,52 * * * *',
    run: ({ signal }: JobContext) => proposeAhead(deps, signal),
  },
]
