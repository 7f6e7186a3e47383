import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { uuidArray } from '../../platform/db/uuid-array.ts'

const listed = new WeakMap<ReadonlyMap<string, unknown>, readonly string[]>()
const written = new WeakMap<readonly string[], Buffer>()

/** The granted nodes of one kind. Returns the same array for the same map, so that all queries of a request can share its encoded form. */
export function grantedIds(map: ReadonlyMap<string, unknown>): readonly string[] {
  const known = listed.get(map) ?? [...map.keys()]
  listed.set(map, known)
  return known
}

/** Ids encoded as a query parameter. Encoded once per list, since every query of Home carries all of a user's sites. */
function asParameter(ids: readonly string[]): Buffer {
  const known = written.get(ids) ?? uuidArray(ids)
  written.set(ids, known)
  return known
}

/** Up to this number the planner sees each id, and can use an index. With thousands of ids, planning would take longer than the query. */
const WEIGHED = 100

/**
 * SQL condition that a column is one of some ids. Long lists become a set that PostgreSQL hashes once, so that the cost per row does not
 * depend on their number. `is true` prevents a conversion to a join, which would lose the order of the rows.
 */
export function isOneOf(column: RawBuilder<unknown>, wanted: readonly string[]): RawBuilder<SqlBool> {
  if (wanted.length <= WEIGHED) return sql<SqlBool>`${column} = any(${[...wanted]}::uuid[])`
  return sql<SqlBool>`(${column} in (select unnest(${asParameter(wanted)}::uuid[]))) is true`
}

/** True where any of the conditions is; with no conditions, always false. */
function either(conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

const columnOf =
  (table: string) =>
  (name: string): RawBuilder<unknown> =>
    sql`${sql.ref(`${table}.${name}`)}`

/** Conditions on the three kinds of nodes. Kinds without any grant are left out. */
function byNode(
  grants: Exclude<Grants, { all: true }>,
  condition: Record<'projects' | 'sites' | 'views', (wanted: readonly string[]) => RawBuilder<SqlBool>[]>,
): RawBuilder<SqlBool> {
  return either(
    (['projects', 'sites', 'views'] as const).flatMap((kind) =>
      grants[kind].size === 0 ? [] : condition[kind](grantedIds(grants[kind])),
    ),
  )
}

/**
 * SQL condition that keeps what a user may see, for rows with project_id, site_id and view_id (alarms, cameras).
 * @param table alias of the table in the query, a constant of the code.
 */
export function inGrants(grants: Grants, table: string): RawBuilder<SqlBool> {
  if (grants.all) return sql<SqlBool>`true`
  const column = columnOf(table)
  return byNode(grants, {
    projects: (wanted) => [isOneOf(column('project_id'), wanted)],
    sites: (wanted) => [isOneOf(column('site_id'), wanted)],
    views: (wanted) => [isOneOf(column('view_id'), wanted)],
  })
}

/** The same for rows of the view table itself, whose id takes the place of view_id. */
export function viewInGrants(grants: Grants, table: string): RawBuilder<SqlBool> {
  if (grants.all) return sql<SqlBool>`true`
  const column = columnOf(table)
  return byNode(grants, {
    projects: (wanted) => [isOneOf(column('project_id'), wanted)],
    sites: (wanted) => [isOneOf(column('site_id'), wanted)],
    views: (wanted) => [isOneOf(column('id'), wanted)],
  })
}

/** Sites that are granted, belong to a granted client, or contain a granted camera (shown as the path to it). */
export function siteInGrants(grants: Grants, table: string): RawBuilder<SqlBool> {
  if (grants.all) return sql<SqlBool>`true`
  const column = columnOf(table)
  return byNode(grants, {
    projects: (wanted) => [isOneOf(column('project_id'), wanted)],
    sites: (wanted) => [isOneOf(column('id'), wanted)],
    views: (wanted) => [
      sql<SqlBool>`${column('id')} in (select v.site_id from view v where ${isOneOf(sql`v.id`, wanted)})`,
    ],
  })
}

/** Sites that are granted or belong to a granted client. Everything in them may be seen. */
export function siteGranted(grants: Grants, table: string): RawBuilder<SqlBool> {
  if (grants.all) return sql<SqlBool>`true`
  const column = columnOf(table)
  return byNode(grants, {
    projects: (wanted) => [isOneOf(column('project_id'), wanted)],
    sites: (wanted) => [isOneOf(column('id'), wanted)],
    views: () => [],
  })
}

/** The same for rows that refer to their site only, by site_id. */
export function ofGrantedSite(grants: Grants, table: string): RawBuilder<SqlBool> {
  if (grants.all) return sql<SqlBool>`true`
  const siteId = columnOf(table)('site_id')
  return byNode(grants, {
    projects: (wanted) => [
      sql<SqlBool>`${siteId} in (select s.id from site s where ${isOneOf(sql`s.project_id`, wanted)})`,
    ],
    sites: (wanted) => [isOneOf(siteId, wanted)],
    views: () => [],
  })
}

/** Clients that are granted or contain something granted. */
export function projectInGrants(grants: Grants, table: string): RawBuilder<SqlBool> {
  if (grants.all) return sql<SqlBool>`true`
  const id = columnOf(table)('id')
  return byNode(grants, {
    projects: (wanted) => [isOneOf(id, wanted)],
    sites: (wanted) => [sql<SqlBool>`${id} in (select s.project_id from site s where ${isOneOf(sql`s.id`, wanted)})`],
    views: (wanted) => [sql<SqlBool>`${id} in (select v.project_id from view v where ${isOneOf(sql`v.id`, wanted)})`],
  })
}

/** One kind of node and the requested ids. */
export interface NodeScope {
  column: 'project_id' | 'site_id' | 'view_id'
  ids: readonly string[]
}

/**
 * A user's grants as a short list of nodes, each of which can be searched by its own index. Undefined if the user sees everything, or has
 * too many nodes for this to be fast.
 */
export function fewNodes(grants: Grants): NodeScope[] | undefined {
  if (grants.all || grants.projects.size + grants.sites.size + grants.views.size > WEIGHED) return undefined
  const scopes: NodeScope[] = [
    { column: 'project_id', ids: grantedIds(grants.projects) },
    { column: 'site_id', ids: grantedIds(grants.sites) },
    { column: 'view_id', ids: grantedIds(grants.views) },
  ]
  return scopes.filter((scope) => scope.ids.length > 0)
}
