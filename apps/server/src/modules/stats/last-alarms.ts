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
  id: string
  name: string
  siteId: string
  siteName: string
  projectId: string
  projectName: string
  lastAlarmId: string | null
  lastAlarmAt: Date | null
}

/** One page of cameras with their last alarm. */
export async function readLastAlarms(
  tx: Tx,
  asker: Asker,
  { query, now }: { query: QueryOf<typeof getLastAlarmStats>; now: Date },
): Promise<ReplyOf<typeof getLastAlarmStats>> {
  const { sort = 'name', page, limit, idleHours } = query
  const columns = { name: { by: sql`name_key` }, lastAlarm: { by: sql`last`, nullable: true } }
  const cameras = sql`
    select node.id, node.name_key, ${lastOf(sql`node.id`)} as last from view node where ${listed('view', asker, query)}`
  const idle =
    idleHours === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(last is null or last < app.uuid_from_time(${new Date(now.getTime() - idleHours * HOUR_MS)}))`
  const { rows } = await sql<LastRow>`
    with page as materialized (
      select id, last, row_number() over (order by ${listOrder(sort, columns, sql`id`)}) as place
      from (${cameras}) cameras where ${idle} order by place limit ${limit} offset ${(page - 1) * limit})
    select v.id, v.name, s.id as "siteId", s.name as "siteName", p.id as "projectId", p.name as "projectName",
      page.last as "lastAlarmId", app.time_from_uuid(page.last) as "lastAlarmAt"
    from page join view v on v.id = page.id join site s on s.id = v.site_id join project p on p.id = s.project_id
    order by page.place`.execute(tx)
  const counted =
    idleHours === undefined
      ? await sql<{ n: string }>`select count(*) as n from view node where ${listed('view', asker, query)}`.execute(tx)
      : await sql<{ n: string }>`select count(*) as n from (${cameras}) cameras where ${idle}`.execute(tx)
  return {
    rows: rows.map((row) => ({ ...row, lastAlarmAt: row.lastAlarmAt?.toISOString() ?? null })),
    count: Number(counted.rows[0]?.n ?? 0),
    countIsExact: true,
    page,
    limit,
    now: now.toISOString(),
  }
}

interface ClientRow {
  id: string
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
  const columns = { name: { by: sql`p.name_key` }, lastAlarm: { by: sql`ofclient.last`, nullable: true } }
  const named = search === undefined ? sql`true` : sql`p.name_key like lower(${containsPattern(search)})`
  const idleSince = new Date(now.getTime() - idleHours * HOUR_MS)
  const clients = sql`
    with cameras as materialized (
      select v.project_id, ${lastOf(sql`v.id`)} as last from view v
      where v.company_id = ${companyId} and v.deleted_at is null and ${viewInGrants(grants, 'v')}),
    ofclient as (
      select project_id, count(*) as views, (max(last::text))::uuid as last,
        count(*) filter (where last is null or last < app.uuid_from_time(${idleSince})) as idle
      from cameras group by project_id)`
  const found = sql`from ofclient join project p on p.id = ofclient.project_id
    where p.company_id = ${companyId} and p.deleted_at is null and ${named}`
  const { rows } = await sql<ClientRow>`
    ${clients} select p.id, p.name, ofclient.views, ofclient.idle as "idleViews", app.time_from_uuid(ofclient.last) as "lastAlarmAt"
    ${found} order by ${listOrder(sort, columns, sql`p.id`)} limit ${limit} offset ${(page - 1) * limit}`.execute(tx)
  const counted = await sql<{ n: string }>`${clients} select count(*) as n ${found}`.execute(tx)
  return {
    rows: rows.map(({ id, name, views, idleViews, lastAlarmAt }) => ({
      id,
      name,
      views: Number(views),
      idleViews: Number(idleViews),
      lastAlarmAt: lastAlarmAt?.toISOString() ?? null,
    })),
    count: Number(counted.rows[0]?.n ?? 0),
    countIsExact: true,
    page,
    limit,
    now: now.toISOString(),
  }
}
