import { RHYTHM_DAYS, USUAL_PLACE, usualIdleHours } from '@winnow/domain'
import { sql } from 'kysely'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { JobContext, Tick } from '../../platform/jobs/job.ts'
import { hasProduct } from '../access/index.ts'
import type { WeekDeps } from './week-figures.ts'

/** The number of cameras of a transaction. Of each, the times of all alarms of four weeks are read, from an index. */
const BATCH = 100
const DAY_MS = 86_400_000

interface Row {
  id: string
  firstAlarmAt: Date | null
  usualSilenceMs: number | null
}

/** Measures some cameras. @returns the last of them; undefined when there are no more */
async function measureBatch(db: Db, after: string | undefined, now: Date): Promise<string | undefined> {
  const since = new Date(now.getTime() - RHYTHM_DAYS * DAY_MS)
  return inSystem(db, async (tx) => {
    const { rows } = await sql<Row>`
      with chosen as (
        select id from view where ${after === undefined ? sql`true` : sql`id > ${after}`} and deleted_at is null
          and ${hasProduct('advanced_idle_detection')} order by id limit ${BATCH})
      select chosen.id, app.time_from_uuid(rhythm.first) as "firstAlarmAt",
        extract(epoch from rhythm.gaps[${USUAL_PLACE}])::float8 * 1000 as "usualSilenceMs"
      from chosen, lateral (
        select (array_agg(id order by id))[1] as first, array_agg(gap order by gap desc) filter (where gap is not null) as gaps
        from (select id, app.time_from_uuid(id) - lag(app.time_from_uuid(id)) over (order by id) as gap
          from (select alarm.id from alarm where alarm.view_id = chosen.id and alarm.id >= app.uuid_from_time(${since})
              and not alarm.is_test) sent) silences) rhythm
      order by chosen.id`.execute(tx)
    const measured = rows.map(({ id, firstAlarmAt, usualSilenceMs }) => ({
      id,
      hours: firstAlarmAt && usualIdleHours({ firstAlarmAt, usualSilenceMs }, now),
    }))
    await sql`
      with fresh as (select * from jsonb_to_recordset(${JSON.stringify(measured)}::jsonb) as r (id uuid, hours smallint)),
      changed as (
        select fresh.* from fresh join view on view.id = fresh.id where view.usual_idle_hours is distinct from fresh.hours
        order by view.id for no key update of view)
      update view set usual_idle_hours = changed.hours from changed where view.id = changed.id`.execute(tx)
    return rows.at(-1)?.id
  })
}

/** Measures again which silences are usual for the cameras with the product `advanced_idle_detection`. */
export async function measureSilences({ db, clock }: WeekDeps, signal?: AbortSignal): Promise<void> {
  const now = clock.now()
  for (let after = await measureBatch(db, undefined, now); after !== undefined;) {
    if (signal?.aborted === true) return
    after = await measureBatch(db, after, now)
  }
}

export const silenceTicks = (deps: WeekDeps): Tick[] => [
  {
    name: 'pictures.silences',
    cron: '41 * * * *',
    run: ({ signal }: JobContext) => measureSilences(deps, signal),
  },
]
