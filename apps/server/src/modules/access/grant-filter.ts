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

/** Encodes ids as a query parameter. Each list is encoded only once, since every query of Home contains the ids of all sites of a user. */
function asParameter(ids: readonly string[]): Buffer {
  const known = written.get(ids) ?? uuidArray(ids)
  written.set(ids, known)
  return known
}

/** Up to this number of ids the planner sees each id, and can use an index. With thousands of ids, planning would take too long. */
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

/** Returns the conditions for the three kinds of nodes. Kinds without any grant are left out. */
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

/** Does the same as {@link inGrants} for rows of the table `view` itself, whose `id` is compared instead of `view_id`. */
export function viewInGrants(grants: Grants, table: string): RawBuilder<SqlBool> {
  if (grants.all) return sql<SqlBool>`true`
  const column = columnOf(table)
  return byNode(grants, {
    projects: (wanted) => [isOneOf(column('project_id'), wanted)],
    sites: (wanted) => [isOneOf(column('site_id'), wanted)],
    views: (wanted) => [isOneOf(column('id'), wanted)],
  })
}

/** SQL condition for sites that are granted, belong to a granted client, or contain a granted camera (shown as the path to the camera). */
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

/** SQL condition for sites that are granted or belong to a granted client. The user may see everything in these sites. */
export function siteGranted(grants: Grants, table: string): RawBuilder<SqlBool> {
  if (grants.all) return sql<SqlBool>`true`
  const column = columnOf(table)
  return byNode(grants, {
    projects: (wanted) => [isOneOf(column('project_id'), wanted)],
    sites: (wanted) => [isOneOf(column('id'), wanted)],
    views: () => [],
  })
}

/** Does the same as {@link siteGranted} for rows that refer to a site by `site_id`, and to no other node. */
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

/** SQL condition for clients that are granted or contain a granted site or camera. */
export function projectInGrants(grants: Grants, table: string): RawBuilder<SqlBool> {
  if (grants.all) return sql<SqlBool>`true`
  const id = columnOf(table)('id')
  return byNode(grants, {
    projects: (wanted) => [isOneOf(id, wanted)],
    sites: (wanted) => [sql<SqlBool>`${id} in (select s.project_id from site s where ${isOneOf(sql`s.id`, wanted)})`],
    views: (wanted) => [sql<SqlBool>`${id} in (select v.project_id from view v where ${isOneOf(sql`v.id`, wanted)})`],
  })
}

/** The ids of nodes of one kind, and the column to search for them. */
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

/** The part of the grants that allows changes. Those to everything are returned as they are. */
export function writableOf(grants: Grants): Grants {
  if (grants.all) return grants
  const writable = <K>(map: ReadonlyMap<K, 'read' | 'write'>) =>
    new Map([...map].filter(([, permission]) => permission === 'write'))
  return {
    all: false,
    projects: writable(grants.projects),
    sites: writable(grants.sites),
    views: writable(grants.views),
  }
}
