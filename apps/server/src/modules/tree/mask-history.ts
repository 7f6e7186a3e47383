import { API_BASE, type listMaskHistory, type MaskChange, type QueryOf } from '@winnow/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { viewInGrants, type Asker } from '../access/index.ts'

type Query = QueryOf<typeof listMaskHistory>

/** SQL condition on the tables `change` and `view`: the caller sees the camera, and the change matches the filter. */
function matches(
  { companyId, grants }: Asker,
  { viewId, siteId, clientIds, since, till, after }: Query,
): RawBuilder<SqlBool> {
  const all = [
    sql<SqlBool>`change.company_id = ${companyId} and view.deleted_at is null`,
    viewInGrants(grants, 'view'),
    ...(viewId ? [sql<SqlBool>`change.view_id = ${viewId}`] : []),
    ...(siteId ? [sql<SqlBool>`view.site_id = ${siteId}`] : []),
    ...(clientIds ? [sql<SqlBool>`view.project_id = any(${clientIds}::uuid[])`] : []),
    ...(since ? [sql<SqlBool>`change.id >= app.uuid_from_time(${since}::timestamptz)`] : []),
    ...(after ? [sql<SqlBool>`change.id < ${after}`] : []),
    ...(till ? [sql<SqlBool>`change.id < app.uuid_from_time(${till}::timestamptz)`] : []),
  ]
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`
}

const MATCHING = sql`mask_change change join view on view.id = change.view_id`
const offsetOf = ({ page, limit, after }: Query): number => (after === undefined ? (page - 1) * limit : 0)

interface Row extends Omit<MaskChange, 'time' | 'picture'> {
  time: Date
  alarmId: string | null
  position: number | null
  width: number | null
  height: number | null
}

const present = ({ time, alarmId, position, width, height, ...row }: Row): MaskChange => ({
  ...row,
  time: time.toISOString(),
  picture:
    alarmId === null || position === null
      ? null
      : { alarmId, url: `${API_BASE}/v1/alarm/${alarmId}/frame/${position}/image`, width, height },
})

/** One page of changes of masks, the newest first. `next`: the last id of the page if older changes follow. */
export async function listMaskChanges(
  tx: Tx,
  asker: Asker,
  query: Query,
): Promise<{ rows: MaskChange[]; next: string | null }> {
  const { rows } = await sql<Row>`
    select change.id, app.time_from_uuid(change.id) as time, change.kind, change.user_id as "userId", change.user_name as "userName",
      view.id as "viewId", view.name as "viewName", site.id as "siteId", site.name as "siteName", project.id as "clientId",
      project.name as "projectName", coalesce(site.timezone, company.default_site_timezone) as timezone, view.ptz,
      case when ${viewInGrants(asker.grants, 'source')} then source.name end as "copiedFrom", change.before, change.after as mask,
      picture.alarm_id as "alarmId", picture.position, picture.width, picture.height
    from ${MATCHING}
    join site on site.id = view.site_id join project on project.id = view.project_id join company on company.id = view.company_id
    left join view source on source.id = change.copied_from
    left join lateral (
      select frame.alarm_id, frame.position, frame.width, frame.height from frame
      where frame.alarm_id = change.alarm_id and frame.display_key is not null order by frame.position limit 1
    ) picture on true
    where ${matches(asker, query)}
    order by change.id desc limit ${query.limit + 1} offset ${offsetOf(query)}`.execute(tx)
  const shown = rows.slice(0, query.limit)
  return { rows: shown.map(present), next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null }
}

export async function countMaskChanges(tx: Tx, asker: Asker, query: Query): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${MATCHING} where ${matches(asker, query)}`.execute(tx)
  return rows[0]?.n ?? 0
}

interface ClientRow {
  id: string
  name: string
  changeCount: number
  viewCount: number
  lastChangedAt: string
}

/** One page of the clients at whose cameras masks were changed, and their number. */
export async function listChangedClients(
  tx: Tx,
  asker: Asker,
  query: Query,
): Promise<{ rows: ClientRow[]; count: number }> {
  const { rows } = await sql<Omit<ClientRow, 'lastChangedAt'> & { lastChangedAt: Date; total: number }>`
    select project.id, project.name, changed.n as "changeCount", changed.views as "viewCount",
      app.time_from_uuid(changed.last) as "lastChangedAt", changed.total
    from (
      select view.project_id, count(*)::int as n, count(distinct view.id)::int as views, max(change.id::text)::uuid as last,
        (count(*) over ())::int as total
      from ${MATCHING} where ${matches(asker, query)} group by view.project_id
    ) changed join project on project.id = changed.project_id
    order by changed.last desc limit ${query.limit} offset ${offsetOf(query)}`.execute(tx)
  return {
    rows: rows.map(({ id, name, changeCount, viewCount, lastChangedAt }) => ({
      id,
      name,
      changeCount,
      viewCount,
      lastChangedAt: lastChangedAt.toISOString(),
    })),
    count: rows[0]?.total ?? 0,
  }
}
