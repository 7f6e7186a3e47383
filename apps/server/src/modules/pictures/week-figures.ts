import { sql } from 'kysely'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import type { JobContext, Tick } from '../../platform/jobs/job.ts'

/** The number of cameras that one transaction counts. Transactions must be short because they lock the rows that they change. */
const BATCH = 2_000
const WEEK_MS = 7 * 86_400_000

export interface WeekDeps {
  db: Db
  clock: Clock
}

/** Counts the alarms of some cameras again. @returns the last of these cameras; undefined when there are no more */
async function countBatch(db: Db, after: string | undefined, since: Date): Promise<string | undefined> {
  return inSystem(db, async (tx) => {
    const views = await sql<{ id: string }>`
      select id from view where ${after === undefined ? sql`true` : sql`id > ${after}`} and deleted_at is null
      order by id limit ${BATCH}`.execute(tx)
    const ids = views.rows.map(({ id }) => id)
    if (ids.length === 0) return undefined
    await sql`
      with counted as (
        select view_id, count(*)::int as n, count(verdict)::int as judged, (count(*) filter (where verdict = 'false'))::int as filtered
        from alarm where view_id = any(${ids}::uuid[]) and id >= app.uuid_from_time(${since}) and not is_test group by view_id
      ), fresh as (
        select v.id, coalesce(c.n, 0) as n, coalesce(c.judged, 0) as judged, coalesce(c.filtered, 0) as filtered
        from unnest(${ids}::uuid[]) v (id) left join counted c on c.view_id = v.id
      ), changed as (
        select fresh.* from fresh join view on view.id = fresh.id
        where (view.week_alarms, view.week_judged, view.week_filtered) is distinct from (fresh.n, fresh.judged, fresh.filtered)
        order by view.id for no key update of view
      )
      update view set week_alarms = changed.n, week_judged = changed.judged, week_filtered = changed.filtered
      from changed where view.id = changed.id`.execute(tx)
    return ids.at(-1)
  })
}

/** Counts the alarms of the last seven days of each camera, for lists that are sorted by them. */
export async function countWeek({ db, clock }: WeekDeps, signal?: AbortSignal): Promise<void> {
  const since = new Date(clock.now().getTime() - WEEK_MS)
  for (let after = await countBatch(db, undefined, since); after !== undefined;) {
    if (signal?.aborted === true) return
    after = await countBatch(db, after, since)
  }
}

export const weekTicks = (deps: WeekDeps): Tick[] => [
  { name: 'pictures.week', cron: '11 * * * *', run: ({ signal }: JobContext) => countWeek(deps, signal) },
]
