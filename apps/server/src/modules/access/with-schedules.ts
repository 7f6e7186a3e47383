import type { ScheduleOfCamera, ViewFilter } from '@winnow/contract'
import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { statesOfCameras } from './states-of-cameras.ts'

type Schedule = NonNullable<ScheduleOfCamera['schedule']>

/** What says when each of these cameras counts, and whether it does now. Cameras that nothing is set for are left out. */
async function schedulesOf(tx: Tx, ids: readonly string[], now: Date): Promise<Map<string, Schedule>> {
  const { rows } = await sql<Omit<Schedule, 'state'> & { id: string }>`
    select view.id, case when view.own_schedule is not null or view.schedule_id is not null then 'view' else 'site' end as source,
      site.schedule_device_type as "deviceType", t.id as "templateId", t.name as "templateName"
    from view join site on site.id = view.site_id
      left join schedule_template t on t.id = coalesce(view.schedule_id, case when view.own_schedule is null then site.schedule_id end)
    where view.id = any(${[...ids]}::uuid[]) 
      and (site.schedule_device_type is not null or view.schedule_id is not null or view.own_schedule is not null)`.execute(
    tx,
  )
  if (rows.length === 0) return new Map()
  const fits = sql<SqlBool>`view.id = any(${rows.map(({ id }) => id)}::uuid[])`
  const states = await statesOfCameras(tx, { node: sql`view.id`, fits, now })
  const decisions = new Map(states.map(({ node, decision }) => [node, decision]))
  return new Map(
    rows.map(({ id, ...schedule }) => {
      const { counts = true, reason = 'unknown', until } = decisions.get(id) ?? {}
      return [id, { ...schedule, state: { counts, reason, until: until?.toISOString() ?? null } }]
    }),
  )
}

/** Adds to rows of cameras what `hasSchedulesInTree` asks for. */
export async function withSchedules<Row extends { id: string }>(
  tx: Tx,
  { filter, now }: { filter: ViewFilter; now: Date },
  rows: readonly Row[],
): Promise<(Row & ScheduleOfCamera)[]> {
  if (!filter.hasSchedulesInTree) return [...rows]
  const ids = rows.map(({ id }) => id)
  const schedules = await schedulesOf(tx, ids, now)
  return rows.map((row) => ({ ...row, schedule: schedules.get(row.id) ?? null }))
}
