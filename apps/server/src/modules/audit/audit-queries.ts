import type { AuditEntry, listCompanyAudit, QueryOf } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { fewNodes, inGrants } from '../access/index.ts'

/** Counts are exact up to this number, and "more than" beyond it. */
const COUNT_LIMIT = 10_000

export interface AuditFilter {
  since?: string | undefined
  till?: string | undefined
  user?: string | undefined
  object?: string | undefined
  action?: string | undefined
  person?: string | undefined
  looks?: boolean | undefined
  fold?: string | undefined
}

/** The condition that leaves out views of pictures. It must be literally the condition of the partial indexes for this list. */
const isNoLook = sql<SqlBool>`a.action not in ('alarm.viewed', 'view.pictures-fetched')`
/** The condition that shows several views of pictures as one row (a fold): only the leading row of each fold is shown. */
const isShown = sql<SqlBool>`(a.fold is null or a.leads_fold)`

/** The condition for the views of pictures that the filter finds: none, one per fold, all of one fold, or all (undefined). */
function looksOf({ companyId }: AuditScope, filter: AuditFilter, isFolded: boolean): RawBuilder<SqlBool> | undefined {
  if (filter.fold !== undefined)
    return sql<SqlBool>`a.fold = (select of.fold from audit of where of.id = ${filter.fold} and of.company_id = ${companyId})`
  // A filter for a particular action finds its entries, even if the action is a view of pictures.
  if (filter.looks !== true && filter.action === undefined) return isNoLook
  return isFolded ? isShown : undefined
}

/** Two conditions: what a user did, and what was done to them. Each condition is searched by its own index. */
const armsOf = ({ person }: AuditFilter): RawBuilder<SqlBool>[] =>
  person === undefined
    ? []
    : [sql<SqlBool>`a.user_id = ${person}`, sql<SqlBool>`a.object_type = 'user' and a.object_id = ${person}`]

/** The part of the audit log to read: that of the whole company, or that of one node and everything below it. */
export interface AuditScope {
  companyId: string
  grants: Grants
  node?: { column: 'project_id' | 'site_id' | 'view_id'; id: string }
}

function conditions(scope: AuditScope, filter: AuditFilter, isFolded: boolean): RawBuilder<SqlBool> {
  const { companyId, grants, node } = scope
  const all: (RawBuilder<SqlBool> | undefined)[] = [
    sql<SqlBool>`a.company_id = ${companyId}`,
    node && sql<SqlBool>`a.${sql.ref(node.column)} = ${node.id}`,
    // A user limited to some nodes sees what was done to these nodes, and nothing about users or the company.
    grants.all ? undefined : inGrants(grants, 'a'),
    filter.since ? sql<SqlBool>`a.id >= app.uuid_from_time(${filter.since}::timestamptz)` : undefined,
    filter.till ? sql<SqlBool>`a.id < app.uuid_from_time(${filter.till}::timestamptz)` : undefined,
    filter.user ? sql<SqlBool>`a.user_id = ${filter.user}` : undefined,
    filter.object ? sql<SqlBool>`a.object_type = ${filter.object}` : undefined,
    filter.action ? sql<SqlBool>`a.action = ${filter.action}` : undefined,
    looksOf(scope, filter, isFolded),
  ]
  return sql<SqlBool>`${sql.join(
    all.filter((condition) => condition !== undefined),
    sql` and `,
  )}`
}

/** Sorts by id, since ids are ordered by time. */
const byTime = (column: string, oldestFirst: boolean): RawBuilder<unknown> =>
  sql`${sql.ref(column)} ${sql.raw(oldestFirst ? 'asc' : 'desc')}`

/**
 * Selects the ids of the rows that match a filter, the latest first unless `oldestFirst` is set. For a user with a few nodes, each node is
 * searched by its own index and the results are merged. Otherwise the page of a quiet site would scan the whole company's audit log.
 */
function selectIds(
  scope: AuditScope,
  filter: AuditFilter,
  cut: { limit: number; offset?: number; oldestFirst?: boolean },
): RawBuilder<unknown> {
  const { limit, offset = 0, oldestFirst = false } = cut
  const order = byTime('a.id', oldestFirst)
  const nodes = (scope.node ? undefined : fewNodes(scope.grants)) ?? []
  const arms = armsOf(filter)
  const where = conditions(scope, filter, true)
  const most = limit + offset
  const isPerson = arms.length > 0 ? sql`and (${sql.join(arms, sql` or `)})` : sql``
  if (nodes.length === 0 && arms.length === 0)
    return sql`select a.id from audit a where ${where} order by ${order} limit ${limit} offset ${offset}`
  const parts =
    nodes.length > 0
      ? nodes.map(
          ({ column, ids }) => sql`
      select of_node.id from unnest(${[...ids]}::uuid[]) node (id) cross join lateral (
        select a.id from audit a where a.${sql.ref(column)} = node.id and ${where} ${isPerson}
        order by ${order} limit ${most}) of_node`,
        )
      : arms.map((arm) => sql`(select a.id from audit a where ${arm} and ${where} order by ${order} limit ${most})`)
  return sql`select distinct id from (${sql.join(parts, sql` union all `)}) found order by ${byTime('id', oldestFirst)}
    limit ${limit} offset ${offset}`
}

interface Row {
  id: string
  time: Date
  user_id: string | null
  user_name: string
  impersonator_name: string | null
  company_id: string
  object_type: string
  object_id: string | null
  object_name: string | null
  places: AuditEntry['places']
  alarm_received_at: Date | null
  looks: number
  action: string
  before: unknown
  after: unknown
  address: string | null
}

const present = (row: Row): AuditEntry => ({
  id: row.id,
  time: row.time.toISOString(),
  userId: row.user_id,
  userName: row.user_name,
  impersonatorName: row.impersonator_name,
  companyId: row.company_id,
  objectType: row.object_type,
  objectId: row.object_id,
  objectName: row.object_name,
  places: row.places,
  alarmReceivedAt: row.alarm_received_at?.toISOString() ?? null,
  looks: row.looks,
  action: row.action,
  before: row.before,
  after: row.after,
  address: row.address,
})

async function entriesOf(
  tx: Tx,
  ids: RawBuilder<unknown>,
  { isFolded, oldestFirst = false }: { isFolded: boolean; oldestFirst?: boolean },
): Promise<AuditEntry[]> {
  const { rows } = await sql<Row>`
    with page as materialized (${ids})
    select a.id, a.time, a.user_id, a.user_name, a.impersonator_name, a.company_id, a.object_type, a.object_id, a.object_name,
      a.action, a.before, a.after, a.address, alarm.received_at as alarm_received_at,
      case when ${isFolded} and a.leads_fold
        then (select count(*)::int from audit f where f.company_id = a.company_id and f.fold = a.fold) else 1 end as looks,
      (select coalesce(jsonb_agg(to_jsonb(place) - 'rank' order by place.rank), '[]') from (
        select 1 as rank, 'project' as kind, p.id, p.name, p.deleted_at is not null as deleted from project p where p.id = a.project_id
        union all
        select 2, 'site', s.id, s.name, s.deleted_at is not null from site s where s.id = a.site_id
        union all
        select 3, 'view', v.id, v.name, v.deleted_at is not null from view v where v.id = a.view_id) place) as places
    from page join audit a on a.id = page.id
    left join alarm on a.object_type = 'alarm'
      and alarm.id = case when a.object_type = 'alarm' then a.object_id::uuid end
    order by ${byTime('a.id', oldestFirst)}`.execute(tx)
  return rows.map(present)
}

/** One page, the latest first unless the query says otherwise. */
export async function listAudit(
  tx: Tx,
  scope: AuditScope,
  query: AuditFilter & Pick<QueryOf<typeof listCompanyAudit>, 'page' | 'limit' | 'sort'>,
): Promise<{ rows: AuditEntry[]; count: number; countIsExact: boolean }> {
  const oldestFirst = query.sort === 'time'
  const rows = await entriesOf(
    tx,
    selectIds(scope, query, { limit: query.limit, offset: (query.page - 1) * query.limit, oldestFirst }),
    { isFolded: query.fold === undefined, oldestFirst },
  )
  const counted = await sql<{ n: string }>`
    select count(*) as n from (${selectIds(scope, query, { limit: COUNT_LIMIT + 1 })}) found`.execute(tx)
  const found = Number(counted.rows[0]?.n ?? 0)
  return { rows, count: Math.min(found, COUNT_LIMIT), countIsExact: found <= COUNT_LIMIT }
}

/** The rows older than a given one, for an export that is read in batches. */
export async function auditBefore(
  tx: Tx,
  scope: AuditScope,
  filter: AuditFilter,
  cut: { before: string | undefined; limit: number },
): Promise<AuditEntry[]> {
  const older = cut.before === undefined ? sql`` : sql`and a.id < ${cut.before}`
  const arms = armsOf(filter)
  const isPerson = arms.length > 0 ? sql`and (${sql.join(arms, sql` or `)})` : sql``
  return entriesOf(
    tx,
    sql`select a.id from audit a where ${conditions(scope, filter, false)} ${isPerson} ${older}
      order by a.id desc limit ${cut.limit}`,
    { isFolded: false },
  )
}

/**
 * The distinct values of a column, found by jumping from one to the next in its index. The cost depends on the number of values, not of
 * rows.
 */
async function distinct(tx: Tx, companyId: string, column: 'action' | 'object_type'): Promise<string[]> {
  const name = sql.ref(column)
  const { rows } = await sql<{ value: string }>`
    with recursive jump (value) as (
      (select ${name} from audit where company_id = ${companyId} order by ${name} limit 1)
      union all
      select (select ${name} from audit where company_id = ${companyId} and ${name} > jump.value order by ${name} limit 1)
      from jump where jump.value is not null)
    select value from jump where value is not null limit 200`.execute(tx)
  return rows.map(({ value }) => value)
}

/** The distinct values in the entries that a user limited to some nodes sees, from as many of the latest entries as the list counts. */
async function distinctSeen(tx: Tx, scope: AuditScope): Promise<{ actions: string[]; objects: string[] }> {
  const { rows } = await sql<{ action: string; object_type: string }>`
    select distinct a.action, a.object_type
    from (${selectIds(scope, { looks: true }, { limit: COUNT_LIMIT })}) seen join audit a on a.id = seen.id`.execute(tx)
  const sorted = (values: string[]) => [...new Set(values)].toSorted()
  return {
    actions: sorted(rows.map(({ action }) => action)),
    objects: sorted(rows.map(({ object_type: object }) => object)),
  }
}

/** The filter values that the caller can choose from. Deleted users are not offered; their entries stay. */
export async function auditFacets(tx: Tx, scope: AuditScope) {
  const { companyId, grants } = scope
  if (!grants.all) return { ...(await distinctSeen(tx, scope)), users: [] }
  const users = await tx
    .selectFrom('app_user')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(500)
    .execute()
  return {
    actions: await distinct(tx, companyId, 'action'),
    objects: await distinct(tx, companyId, 'object_type'),
    users,
  }
}
