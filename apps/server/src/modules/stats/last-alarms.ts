import type { getLastAlarmClients, getLastAlarmStats, QueryOf, ReplyOf } from '@winnow/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { listOrder } from '../../platform/db/list-order.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { containsPattern, viewInGrants } from '../access/index.ts'
import { listed, type Asker } from './node-stats.ts'

const HOUR_MS = 3_600_000

/** The id of the last alarm of a camera: one look into the index of the camera. An id tells the time too. */
const lastOf = (viewId: RawBuilder<unknown>) =>
  sql`(select a.id from alarm a where a.view_id = ${viewId} and not a.is_test order by a.id desc limit 1)`

interface LastRow {
  /** The number of all rows, which is read with the page, so that the last alarm of each camera is looked up once. */
  n: string
  id: string | null
  name: string
  siteId: string
  siteName: string
  projectId: string
  projectName: string
  lastAlarmId: string | null
  lastAlarmAt: Date | null
}

/** Whether a row is one of the page. A page without rows is read as one row without an id, which has the number of all rows. */
const isOnPage = <Row extends { id: string | null }>(row: Row): row is Row & { id: string } => row.id !== null

/** One page of cameras with their last alarm. */
export async function readLastAlarms(
  tx: Tx,
  asker: Asker,
  { query, now }: { query: QueryOf<typeof getLastAlarmStats>; now: Date },
): Promise<ReplyOf<typeof getLastAlarmStats>> {
  const { sort = 'name', page, limit, idleHours } = query
  const columns = { name: { by: sql`name_key` }, lastAlarm: { by: sql`last`, nullable: true } }
  const nodes = sql`from view node where ${listed('view', asker, query)}`
  // By name, the last alarms of the page's cameras alone are looked up.
  const isByName = idleHours === undefined && !sort.endsWith('lastAlarm')
  const idle =
    idleHours === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(last is null or last < app.uuid_from_time(${new Date(now.getTime() - idleHours * HOUR_MS)}))`
  const { rows } = await sql<LastRow>`
    with cameras as materialized (
      select node.id, node.name_key, ${isByName ? sql`null::uuid` : lastOf(sql`node.id`)} as last ${nodes}),
    fitting as (select * from cameras where ${idle}),
    place as materialized (
      select id, last, row_number() over (order by ${listOrder(sort, columns, sql`id`)}) as place
      from fitting order by place limit ${limit} offset ${(page - 1) * limit}),
    page as materialized (
      select id, place, ${isByName ? lastOf(sql`place.id`) : sql`last`} as last from place)
    select counted.n, v.id, v.name, s.id as "siteId", s.name as "siteName", p.id as "projectId", p.name as "projectName",
      page.last as "lastAlarmId", app.time_from_uuid(page.last) as "lastAlarmAt"
    from (select count(*) as n from fitting) counted left join (page join view v on v.id = page.id
      join site s on s.id = v.site_id join project p on p.id = s.project_id) on true
    order by page.place`.execute(tx)
  return {
    rows: rows
      .filter(isOnPage)
      .map(({ n: _all, ...row }) => ({ ...row, lastAlarmAt: row.lastAlarmAt?.toISOString() ?? null })),
    count: Number(rows[0]?.n ?? 0),
    countIsExact: true,
    page,
    limit,
    now: now.toISOString(),
  }
}

interface ClientRow {
  n: string
  id: string | null
  name: string
  views: string
  idleViews: string
  lastAlarmAt: Date | null
}

/** One page of clients with the last alarm of the cameras that the caller may see. Clients without such a camera are left out. */
export async function readLastOfClients(
  tx: Tx,
  { companyId, grants }: Asker,
  { query, now }: { query: QueryOf<typeof getLastAlarmClients>; now: Date },
): Promise<ReplyOf<typeof getLastAlarmClients>> {
  const { sort = 'name', page, limit, idleHours, search } = query
  const columns = { name: { by: sql`name_key` }, lastAlarm: { by: sql`last`, nullable: true } }
  const named = search === undefined ? sql`true` : sql`p.name_key like lower(${containsPattern(search)})`
  const idleSince = new Date(now.getTime() - idleHours * HOUR_MS)
  const { rows } = await sql<ClientRow>`
    with cameras as materialized (
      select v.project_id, ${lastOf(sql`v.id`)} as last from view v
      where v.company_id = ${companyId} and v.deleted_at is null and ${viewInGrants(grants, 'v')}),
    ofclient as (
      select project_id, count(*) as views, (max(last::text))::uuid as last,
        count(*) filter (where last is null or last < app.uuid_from_time(${idleSince})) as idle
      from cameras group by project_id),
    fitting as materialized (
      select p.id, p.name, p.name_key, ofclient.views, ofclient.idle, ofclient.last
      from ofclient join project p on p.id = ofclient.project_id
      where p.company_id = ${companyId} and p.deleted_at is null and ${named}),
    page as (
      select *, row_number() over (order by ${listOrder(sort, columns, sql`id`)}) as place from fitting
      order by place limit ${limit} offset ${(page - 1) * limit})
    select counted.n, page.id, page.name, page.views, page.idle as "idleViews", app.time_from_uuid(page.last) as "lastAlarmAt"
    from (select count(*) as n from fitting) counted left join page on true order by page.place`.execute(tx)
  return {
    rows: rows.filter(isOnPage).map(({ id, name, views, idleViews, lastAlarmAt }) => ({
      id,
      name,
      views: Number(views),
      idleViews: Number(idleViews),
      lastAlarmAt: lastAlarmAt?.toISOString() ?? null,
    })),
    count: Number(rows[0]?.n ?? 0),
    countIsExact: true,
    page,
    limit,
    now: now.toISOString(),
  }
}
