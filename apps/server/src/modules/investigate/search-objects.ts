import { OBJECT_CLASSES, type BodyOf, type FoundObject, type searchObjects as operation } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/gate.ts'
import { inGrants } from '../access/index.ts'

export type ObjectSearch = BodyOf<typeof operation>

interface Searched {
  companyId: string
  grants: Grants
  search: ObjectSearch
  /** Whether plates may be shown. */
  showsPlates: boolean
}

interface Row {
  alarm_id: string
  number: number
  view_id: string
  view_name: string
  site_id: string
  site_name: string
  project_id: string
  project_name: string
  timezone: string
  at: Date
  class: string
  score: number
  places: number[]
  upper: string | null
  lower: string | null
  plate: string | null
  is_plate_sure: boolean
  verdict: string | null
}

const all = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql.join<SqlBool>(conditions, sql` and `)

const oneOf = (column: string, ids: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`f.${column}`)} = any(${[...ids]}::uuid[])`

/** SQL condition on alias `f`: a box of the object and the area overlap. Most objects have one box or two, which are compared without a loop. */
function inArea({ x, y, width, height }: NonNullable<ObjectSearch['area']>): RawBuilder<SqlBool> {
  const overlaps = (at: RawBuilder<unknown>) => sql<SqlBool>`(f.places[${at}] < ${x + width}
    and f.places[${at}] + f.places[${at} + 2] > ${x} and f.places[${at} + 1] < ${y + height} and f.places[${at} + 1] + f.places[${at} + 3] > ${y})`
  return sql<SqlBool>`(${overlaps(sql`1`)} or (cardinality(f.places) > 4 and exists (
    select from generate_series(5, cardinality(f.places), 4) i where ${overlaps(sql`i`)})))`
}

/** SQL condition on alias `f` for the key at which the page begins. */
function pageKey({ before, beforeNumber = 0 }: ObjectSearch): RawBuilder<SqlBool>[] {
  if (before === undefined) return []
  return [
    before === NOTHING
      ? sql<SqlBool>`false`
      : sql<SqlBool>`(f.alarm_id, f.number) < (${before}::uuid, ${beforeNumber}::smallint)`,
  ]
}

/** The conditions on alias `f` that no index of places holds. */
function conditionsOf({ companyId, grants, search }: Searched): RawBuilder<SqlBool> {
  const { projects = [], sites = [], cameras = [], upper, lower, area, from, to } = search
  return all([
    sql<SqlBool>`f.company_id = ${companyId}`,
    sql<SqlBool>`f.alarm_id >= app.uuid_from_time(${from}::timestamptz) and f.alarm_id < app.uuid_from_time(${to}::timestamptz)`,
    ...pageKey(search),
    ...(grants.all ? [] : [sql<SqlBool>`(${inGrants(grants, 'f')}) is true`]),
    ...(projects.length > 0 ? [sql<SqlBool>`(${oneOf('project_id', projects)}) is true`] : []),
    ...(sites.length > 0 ? [sql<SqlBool>`(${oneOf('site_id', sites)}) is true`] : []),
    ...(cameras.length > 0 ? [sql<SqlBool>`(${oneOf('view_id', cameras)}) is true`] : []),
    ...(upper ? [sql<SqlBool>`f.upper = ${upper}`] : []),
    ...(lower ? [sql<SqlBool>`f.lower = ${lower}`] : []),
    ...(area ? [inArea(area)] : []),
  ])
}

/**
 * The rows to search one after another, each by an index that returns them in the order of the list: those of each client, site or camera that is
 * named or granted, or else those of each class. PostgreSQL would read and sort all rows of several cameras.
 */
function partsOf({ companyId, grants, search }: Searched): { from: RawBuilder<unknown>; part: RawBuilder<SqlBool> } {
  const { projects = [], sites = [], cameras = [] } = search
  const classes = search.classes ?? [...OBJECT_CLASSES]
  const isOfClass = sql<SqlBool>`f.class = any(${[...classes]}::text[])`
  if (cameras.length > 0)
    return { from: sql`unnest(${[...new Set(cameras)]}::uuid[]) p (id)`, part: sql`f.view_id = p.id and ${isOfClass}` }
  const ofSites = (from: RawBuilder<unknown>) => ({ from, part: sql<SqlBool>`f.site_id = p.id and ${isOfClass}` })
  if (sites.length > 0) return ofSites(sql`unnest(${[...new Set(sites)]}::uuid[]) p (id)`)
  const ofClients = (wanted: Iterable<string>) => ({
    from: sql`unnest(${[...new Set(wanted)]}::uuid[]) p (id)`,
    part: sql<SqlBool>`f.project_id = p.id and ${isOfClass}`,
  })
  if (projects.length > 0) return ofClients(projects)
  if (!grants.all && grants.sites.size + grants.views.size === 0) return ofClients(grants.projects.keys())
  if (!grants.all)
    return ofSites(sql`(select distinct f.site_id as id from view f where f.company_id = ${companyId}
      and (${inGrantsOfViews(grants)})) p`)
  return { from: sql`unnest(${[...new Set(classes)]}::text[]) p (name)`, part: sql`f.class = p.name` }
}

/** SQL condition on alias `f` of cameras: they, their site or their client are granted. */
function inGrantsOfViews(grants: Exclude<Grants, { all: true }>): RawBuilder<SqlBool> {
  const keys = (nodes: ReadonlyMap<string, unknown>) => sql`${[...nodes.keys()]}::uuid[]`
  return sql<SqlBool>`f.project_id = any(${keys(grants.projects)}) or f.site_id = any(${keys(grants.sites)})
    or f.id = any(${keys(grants.views)})`
}

const present = (row: Row, showsPlates: boolean): FoundObject => {
  const [x = 0, y = 0, width = 0, height = 0] = row.places
  return {
    alarmId: row.alarm_id,
    number: row.number,
    viewId: row.view_id,
    viewName: row.view_name,
    siteId: row.site_id,
    siteName: row.site_name,
    projectId: row.project_id,
    projectName: row.project_name,
    timezone: row.timezone,
    at: row.at.toISOString(),
    class: row.class as FoundObject['class'],
    score: row.score,
    box: { x, y, width, height },
    pictures: row.places.length / 4,
    upper: row.upper as FoundObject['upper'],
    lower: row.lower as FoundObject['lower'],
    plate: showsPlates && row.plate !== null ? { text: row.plate, isSure: row.is_plate_sure } : null,
    verdict: row.verdict as FoundObject['verdict'],
  }
}

/**
 * One page of the objects that match a search, the latest alarm first. Where somebody removed the boxes of an alarm, its objects are left
 * out.
 */
export async function findObjects(tx: Tx, searched: Searched): Promise<{ rows: FoundObject[]; more: boolean }> {
  const { limit } = searched.search
  const { from, part } = partsOf(searched)
  const { rows } = await sql<Row>`
    with page as materialized (
      select o.* from ${from} cross join lateral (
        select f.* from found_object f where ${part} and ${conditionsOf(searched)}
          and not exists (select from alarm b where b.id = f.alarm_id and b.boxes_removed)
        order by f.alarm_id desc, f.number desc limit ${limit + 1}) o
      order by o.alarm_id desc, o.number desc limit ${limit + 1})
    select p.alarm_id, p.number, p.view_id, v.name as view_name, p.site_id, s.name as site_name, p.project_id, pr.name as project_name,
      coalesce(s.timezone, c.default_site_timezone) as timezone, p.at, p.class, p.score, p.places, p.upper, p.lower, p.plate,
      p.is_plate_sure, a.verdict
    from page p join alarm a on a.id = p.alarm_id join view v on v.id = p.view_id join site s on s.id = p.site_id
      join project pr on pr.id = p.project_id join company c on c.id = p.company_id
    order by p.alarm_id desc, p.number desc`.execute(tx)
  return { rows: rows.slice(0, limit).map((row) => present(row, searched.showsPlates)), more: rows.length > limit }
}
