import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { AppError } from '../../platform/http/app-error.ts'

/** The time window of a list, as it was asked for. */
export interface AskedWindow {
  since?: string | undefined
  till?: string | undefined
  /** The zone of times without an offset; true: the zone of each alarm's site. */
  siteTimeZone?: string | boolean | undefined
}

/** Local times of all zones lie within this many hours of the same time in UTC. */
const FARTHEST_HOURS = 15

const hasOffset = (time: string): boolean => /(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(time.slice(10))

function refuse(field: 'since' | 'till', message: string): never {
  throw new AppError('VALIDATION', message, { fields: [{ field, message }] })
}

/**
 * Refuses a window that ends before it begins, and local times of no zone.
 * @throws AppError VALIDATION with the field
 */
function checkWindow({ since, till, siteTimeZone }: AskedWindow): void {
  for (const [field, time] of [['since', since] as const, ['till', till] as const])
    if (time !== undefined && !hasOffset(time) && (siteTimeZone ?? false) === false)
      refuse(field, 'Add an offset to this time, as in 2026-11-23T08:00:00Z, or name its zone in siteTimeZone')
  if (since === undefined || till === undefined || hasOffset(since) !== hasOffset(till)) return
  const inUtc = (time: string) => Date.parse(hasOffset(time) ? time : `${time}Z`)
  if (inUtc(since) > inUtc(till)) refuse('since', 'since is later than till')
}

type Side = '>=' | '<'

/** SQL condition on alias `a`: the alarm was received before a time, or not before it. */
function sideOf(time: string, siteTimeZone: AskedWindow['siteTimeZone'], side: Side): RawBuilder<SqlBool> {
  const compare = sql.raw(side)
  if (hasOffset(time)) return sql<SqlBool>`a.id ${compare} app.uuid_from_time(${time}::timestamptz)`
  if (typeof siteTimeZone === 'string')
    return sql<SqlBool>`a.id ${compare} app.uuid_from_time(${time}::timestamp at time zone ${siteTimeZone}::text)`
  // The range of ids limits the alarms whose site is looked up to those of some hours.
  const farthest = sql`make_interval(hours => ${side === '<' ? FARTHEST_HOURS : -FARTHEST_HOURS})`
  return sql<SqlBool>`a.id ${compare} app.uuid_from_time(${time}::timestamp at time zone 'UTC' + ${farthest})
    and a.received_at ${compare} ${time}::timestamp at time zone (select coalesce(s.timezone, c.default_site_timezone)
      from site s join company c on c.id = s.company_id where s.id = a.site_id)`
}

/**
 * SQL conditions of a time window on alias `a`. Times become ranges of ids, since ids are ordered by time and the table is partitioned and
 * indexed by them.
 * @throws AppError VALIDATION for a window that ends before it begins, and for local times of no zone
 */
export function windowConditions(window: AskedWindow): RawBuilder<SqlBool>[] {
  checkWindow(window)
  const { since, till, siteTimeZone } = window
  return [
    ...(since === undefined ? [] : [sideOf(since, siteTimeZone, '>=')]),
    ...(till === undefined ? [] : [sideOf(till, siteTimeZone, '<')]),
  ]
}
