import type { ScheduleOfCamera, ViewFilter } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

type Schedule = NonNullable<ScheduleOfCamera['schedule']>

/** What says when each of these cameras counts. Cameras that always count are left out. */
async function schedulesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Schedule>> {
  const { rows } = await sql<Schedule & { id: string }>`
    select view.id, case when view.own_schedule is not null or view.schedule_id is not null then 'view' else 'site' end as source,
      site.schedule_device_type as "deviceType", t.id as "templateId", t.name as "templateName"
    from view join site on site.id = view.site_id
      left join schedule_template t on t.id = coalesce(view.schedule_id, case when view.own_schedule is null then site.schedule_id end)
    where view.id = any(${[...ids]}::uuid[])
      and (site.schedule_device_type is not null or view.schedule_id is not null or view.own_schedule is not null)`.execute(
    tx,
  )
  return new Map(rows.map(({ id, ...schedule }) => [id, schedule]))
}

/** Adds to rows of cameras what `hasSchedulesInTree` asks for. */
export async function withSchedules<Row extends { id: string }>(
  tx: Tx,
  filter: ViewFilter,
  rows: readonly Row[],
): Promise<(Row & ScheduleOfCamera)[]> {
  if (!filter.hasSchedulesInTree) return [...rows]
  const ids = rows.map(({ id }) => id)
  const schedules = await schedulesOf(tx, ids)
  return rows.map((row) => ({ ...row, schedule: schedules.get(row.id) ?? null }))
}
