import type { CameraFault, FaultyCamera, getCameraHealth, listFaultyCameras, QueryOf, ReplyOf } from '@winnow/contract'
import {
  BURST_ALARMS,
  BURST_MINUTES,
  NOISE_FACTOR,
  NOISE_LEAST,
  PICTURELESS_MINUTES,
  USUAL_LEAST_HOURS,
  usualHour,
  type Grants,
} from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { CameraSystems } from '../../platform/connect/camera-systems.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import {
  hasOwnIdleHours,
  idleHours,
  inGrants,
  isFailing,
  isOn,
  isPaused,
  isSilent,
  viewInGrants,
} from '../access/index.ts'

/** Whose cameras are looked at, and when. */
export interface HealthScope {
  companyId: string
  grants: Grants
  now: Date
  /** The systems behind which cameras stand. */
  systems: CameraSystems
}

const HOUR_MS = 3_600_000

const hourBefore = (now: Date): Date => new Date(now.getTime() - HOUR_MS)

/**
 * Cameras with many alarms in the last hour. Only these can be noisy. The number of alarms that are read depends on how many arrive in an
 * hour, not on how many are stored.
 */
const recent = ({ companyId, grants, now }: HealthScope): RawBuilder<unknown> => {
  const burstSince = new Date(now.getTime() - BURST_MINUTES * 60_000)
  return sql`
    select a.view_id, count(*)::int as hour, (count(*) filter (where a.id >= app.uuid_from_time(${burstSince})))::int as burst
    from alarm a
    where a.company_id = ${companyId} and a.id >= app.uuid_from_time(${hourBefore(now)}) and not a.is_test and a.outside is null
      and ${inGrants(grants, 'a')}
    group by a.view_id having count(*) >= ${NOISE_LEAST}`
}

/** SQL of {@link usualHour}, for the comparison with the last hour. Null if the camera is too young. */
const usual = (now: Date): RawBuilder<unknown> => {
  const age = sql`extract(epoch from ${now}::timestamptz - view.created_at) / 3600`
  return sql`(case when ${age} >= ${USUAL_LEAST_HOURS} then view.week_alarms / least(168, ${age}) end)`
}

/** SQL condition on table `view`: pictures are missing (`isPictureless` of the domain). */
const noPicture = sql<SqlBool>`(view.last_signal_at is not null and (view.last_picture_at is null
  or view.last_signal_at - view.last_picture_at > make_interval(mins => ${PICTURELESS_MINUTES})))`

/** SQL condition on table `view` and the CTE `recent`: the camera is noisy (`isNoisy` of the domain). */
const noisy = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(recent.burst >= ${BURST_ALARMS} or recent.hour >= ${NOISE_FACTOR} * ${usual(now)})`

/** SQL of all watched cameras that the caller sees, after `from`. For noisy ones only those of the CTE `recent` are looked up. */
const watched = ({ companyId, grants, now }: HealthScope, of: 'view' | 'recent' = 'view'): RawBuilder<unknown> => {
  const cameras = of === 'view' ? sql`view` : sql`recent join view on view.id = recent.view_id`
  return sql`${cameras} join site on site.id = view.site_id join company on company.id = view.company_id
    where view.company_id = ${companyId} and view.deleted_at is null and ${viewInGrants(grants, 'view')} and ${isOn}
      and not ${isPaused(now)}`
}

export async function countFaults(tx: Tx, scope: HealthScope): Promise<ReplyOf<typeof getCameraHealth>> {
  const { now, systems } = scope
  const silent = isSilent(now)
  const { rows } = await sql<Record<'watched' | CameraFault, number>>`
    with recent as materialized (${recent(scope)})
    select count(*)::int as watched, (count(*) filter (where ${isFailing(now, systems)}))::int as failing,
      (count(*) filter (where ${silent}))::int as silent,
      (count(*) filter (where not ${silent} and ${noPicture}))::int as pictureless,
      (select count(*)::int from ${watched(scope, 'recent')} and not ${silent} and ${noisy(now)}) as noisy
    from ${watched(scope)}`.execute(tx)
  const [counted = { watched: 0, failing: 0, silent: 0, noisy: 0, pictureless: 0 }] = rows
  return { now: now.toISOString(), ...counted }
}

/** SQL of the cameras with a fault, after `from`. */
function faulty(scope: HealthScope, fault: CameraFault): RawBuilder<unknown> {
  const silent = isSilent(scope.now)
  if (fault === 'failing') return sql`${watched(scope)} and ${isFailing(scope.now, scope.systems)}`
  if (fault === 'silent') return sql`${watched(scope)} and ${silent}`
  if (fault === 'pictureless') return sql`${watched(scope)} and not ${silent} and ${noPicture}`
  return sql`${watched(scope, 'recent')} and not ${silent} and ${noisy(scope.now)}`
}

/** The order of each list: the worst camera first. */
const ORDER: Record<CameraFault, RawBuilder<unknown>> = {
  failing: sql`last_signal_at nulls first`,
  silent: sql`coalesce(last_signal_at, created_at)`,
  noisy: sql`hour desc nulls last`,
  pictureless: sql`last_picture_at nulls first, last_signal_at desc`,
}

interface Row extends Omit<FaultyCamera, 'createdAt' | 'lastSignalAt' | 'lastPictureAt' | 'usualHour'> {
  createdAt: Date
  lastSignalAt: Date | null
  lastPictureAt: Date | null
  week: number
}

function present({ week, ...row }: Row, now: Date): FaultyCamera {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastSignalAt: row.lastSignalAt?.toISOString() ?? null,
    lastPictureAt: row.lastPictureAt?.toISOString() ?? null,
    usualHour: usualHour({ createdAt: row.createdAt, week }, now) ?? null,
  }
}

/** One page of the cameras with a fault. Names are loaded only for the cameras of the page. */
export async function listFaulty(
  tx: Tx,
  scope: HealthScope,
  { fault, page, limit }: QueryOf<typeof listFaultyCameras>,
): Promise<ReplyOf<typeof listFaultyCameras>> {
  const order = sql`order by ${ORDER[fault]}, id`
  const { rows } = await sql<Row & { total: number; place: number }>`
    with recent as materialized (${recent(scope)}),
    faulty as materialized (
      select view.id, view.created_at, view.last_signal_at, view.last_picture_at, ${fault === 'noisy' ? sql`recent.hour` : sql`0`} as hour
      from ${faulty(scope, fault)}),
    page as materialized (
      select id, row_number() over (${order}) as place from faulty ${order} limit ${limit} offset ${(page - 1) * limit})
    select (select count(*)::int from faulty) as total, view.id, view.name, view.site_id as "siteId", site.name as "siteName",
      view.project_id as "clientId", project.name as "projectName", view.created_at as "createdAt",
      view.last_signal_at as "lastSignalAt", view.last_picture_at as "lastPictureAt", ${idleHours} as "idleHours", coalesce(${hasOwnIdleHours}, false) as "idleHoursAreOwn",
      coalesce(recent.burst, 0) as burst, coalesce(recent.hour, 0) as hour, view.week_alarms as week
    from (values (1)) one (n) left join page on true left join view on view.id = page.id left join site on site.id = view.site_id
      left join project on project.id = view.project_id left join company on company.id = view.company_id
      left join recent on recent.view_id = page.id
    order by page.place`.execute(tx)
  const { now } = scope
  return {
    // Beyond the last page there is one row, which has only the number of cameras.
    rows: rows.filter(({ id }) => id !== null).map(({ total: _total, place: _place, ...row }) => present(row, now)),
    count: rows[0]?.total ?? 0,
    countIsExact: true,
    page,
    limit,
    now: now.toISOString(),
    hourSince: hourBefore(now).toISOString(),
  }
}
