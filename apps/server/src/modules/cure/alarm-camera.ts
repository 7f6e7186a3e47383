import { LAST_ALARMS, type AlarmCamera } from '@winnow/contract'
import { nodePermission } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { listAlarms } from '../alarms/index.ts'
import { pauseOf, presentPause } from '../tree/index.ts'
import { noiseOf } from './noise.ts'
import { requestsOfCamera } from './requests.ts'

/** The sums of a camera, of whole quarter hours: the last 24 hours, the week before them, and the last seven days. */
async function sumsOf(tx: Tx, viewId: string, now: Date) {
  const { rows } = await sql<{ day: number; before: number; judged: number; filtered: number }>`
    select
      coalesce(sum(received) filter (where quarter > ${now}::timestamptz - interval '24 hours'), 0)::int as day,
      coalesce(sum(received) filter (where quarter <= ${now}::timestamptz - interval '24 hours'), 0)::int as before,
      coalesce(sum(passed + filtered + unverified) filter (where quarter > ${now}::timestamptz - interval '7 days'), 0)::int as judged,
      coalesce(sum(filtered) filter (where quarter > ${now}::timestamptz - interval '7 days'), 0)::int as filtered
    from view_quarter
    where view_id = ${viewId} and quarter > ${now}::timestamptz - interval '8 days' and quarter <= ${now}::timestamptz`.execute(
    tx,
  )
  return rows[0] ?? { day: 0, before: 0, judged: 0, filtered: 0 }
}

async function selectCamera(tx: Tx, companyId: string, alarmId: string) {
  return tx
    .selectFrom('alarm')
    .innerJoin('view', 'view.id', 'alarm.view_id')
    .innerJoin('site', 'site.id', 'view.site_id')
    .innerJoin('company', 'company.id', 'view.company_id')
    .select(['view.id', 'view.name', 'view.site_id', 'view.project_id', 'view.sensitivity', 'view.ptz'])
    .select(['view.created_by_api', 'view.created_at'])
    .select([pauseOf('view').as('pause'), pauseOf('site').as('sitePause')])
    .select(sql<string>`coalesce(site.timezone, company.default_site_timezone)`.as('timezone'))
    .where('alarm.id', '=', alarmId)
    .where('alarm.company_id', '=', companyId)
    .where('view.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The latest alarms of a camera without the one that is open. */
async function lastOf(tx: Tx, { companyId, grants }: Actor, viewId: string, alarmId: string) {
  const query = { label: 'all', filter: 'all', page: 1, limit: LAST_ALARMS + 1, includeTests: false } as const
  const { rows } = await listAlarms(tx, companyId, grants, query, { cameras: [viewId] })
  return rows.filter(({ id }) => id !== alarmId).slice(0, LAST_ALARMS)
}

/** The camera of an alarm. @throws AppError NOT_FOUND if the camera was deleted, or was moved to where the caller may not look */
export async function getCameraOf(tx: Tx, actor: Actor, alarmId: string, now: Date): Promise<AlarmCamera> {
  const row = await selectCamera(tx, actor.companyId, alarmId)
  const place = row && { projectId: row.project_id, siteId: row.site_id, viewId: row.id }
  const permission = place && nodePermission(actor.grants, place)
  if (row === undefined || permission === undefined) throw notFound()
  return {
    viewId: row.id,
    viewName: row.name,
    siteId: row.site_id,
    timezone: row.timezone,
    sensitivity: row.sensitivity,
    ptz: row.ptz,
    createdByApi: row.created_by_api,
    mayWrite: permission === 'write',
    pause: presentPause(row.pause),
    sitePause: presentPause(row.sitePause),
    ...noiseOf(await sumsOf(tx, row.id, now), row.created_at, now),
    last: await lastOf(tx, actor, row.id, alarmId),
    requests: await requestsOfCamera(tx, actor, row.id, now),
  }
}
