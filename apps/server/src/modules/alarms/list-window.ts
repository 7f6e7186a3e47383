import { fromLocalSeconds } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** The time window of a list, as it was asked for. */
export interface AskedWindow {
  since?: string | undefined
  till?: string | undefined
  /** The zone of times without an offset; true: the zone of each alarm's site. */
  siteTimeZone?: string | boolean | undefined
  /** The zones of the sites, which {@link withZones} adds where the times are local to each site. */
  zones?: readonly string[] | undefined
}

type Field = 'since' | 'till'

const hasOffset = (time: string): boolean => /(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(time.slice(10))

function refuse(field: Field, message: string): never {
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

const isLocalToSites = ({ since, till, siteTimeZone }: AskedWindow): boolean =>
  siteTimeZone === true && [since, till].some((time) => time !== undefined && !hasOffset(time))

/**
 * Adds the zones of the sites to a window whose times are local to each site.
 * @param companies SQL that selects the ids of the companies to search
 */
export async function withZones<Q extends AskedWindow>(tx: Tx, query: Q, companies: RawBuilder<unknown>): Promise<Q> {
  if (!isLocalToSites(query)) return query
  const { rows } = await sql<{ zone: string }>`
    select default_site_timezone as zone from company where id in (${companies})
    union select timezone from site where company_id in (${companies}) and timezone is not null`.execute(tx)
  return { ...query, zones: rows.map(({ zone }) => zone) }
}

/** The instant of a local time. It is computed here, since PostgreSQL reads names such as `CET` and `BST` as fixed offsets. */
function instantOf(time: string, zone: string): Date {
  const at = hasOffset(time) ? new Date(time) : fromLocalSeconds(time, zone)
  if (at === undefined) throw new Error(`${time} is no local time`)
  return at
}

/** A comparison of the time of alarms, on alias `a`. Ids are ordered by time, and the table is partitioned and indexed by them. */
const compare = (side: '>=' | '<', at: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`a.id ${sql.raw(side)} app.uuid_from_time(${at}::timestamptz)`

/** SQL condition on alias `a`: the alarm was received before a local time of its site, or not before it. */
function sideAtSites(time: string, zones: readonly string[], side: '>=' | '<'): RawBuilder<SqlBool> {
  const instants = zones.map((zone) => instantOf(time, zone))
  const sorted = instants.toSorted((one, other) => one.getTime() - other.getTime())
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return sql<SqlBool>`false`
  if (first.getTime() === last.getTime()) return compare(side, first)
  // The range of ids limits the alarms whose site is looked up to those of some hours.
  return sql<SqlBool>`${compare(side, side === '<' ? last : first)}
    and a.id ${sql.raw(side)} (select app.uuid_from_time(placed.at)
      from site s join company c on c.id = s.company_id
        join unnest(${[...zones]}::text[], ${instants}::timestamptz[]) placed (zone, at)
          on placed.zone = coalesce(s.timezone, c.default_site_timezone)
      where s.id = a.site_id)`
}

function sideOf(time: string, { siteTimeZone, zones }: AskedWindow, side: '>=' | '<'): RawBuilder<SqlBool> {
  if (siteTimeZone !== true || hasOffset(time)) return compare(side, instantOf(time, String(siteTimeZone)))
  if (zones === undefined) throw new Error('the zones of the sites are missing')
  return sideAtSites(time, zones, side)
}

/**
 * SQL conditions of a time window on alias `a`. Times become ranges of ids.
 * @throws AppError VALIDATION for a window that ends before it begins, and for local times of no zone
 */
export function windowConditions(window: AskedWindow): RawBuilder<SqlBool>[] {
  checkWindow(window)
  const { since, till } = window
  return [
    ...(since === undefined ? [] : [sideOf(since, window, '>=')]),
    ...(till === undefined ? [] : [sideOf(till, window, '<')]),
  ]
}
