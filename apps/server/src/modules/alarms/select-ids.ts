import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder } from 'kysely'
import { fewNodes, type NodeScope } from '../access/index.ts'
import { alarmConditions, type AlarmBody, type AlarmQuery } from './alarm-filter.ts'

/** Selects a part of the alarms that match a filter. */
export interface Cut {
  limit: number
  /** Left out where the order does not matter, for example for counting. */
  order?: 'asc' | 'desc'
  offset?: number
  /** A further condition, beginning with `and`. */
  key?: RawBuilder<unknown>
}

/** The nodes to search one by one: those that the caller asks for, if any. */
function askedScope(body: AlarmBody): NodeScope | undefined {
  const { cameras = [], sites = [], projects = [] } = body
  if (cameras.length > 0) return { column: 'view_id', ids: cameras }
  if (sites.length > 0) return { column: 'site_id', ids: sites }
  if (projects.length > 0) return { column: 'project_id', ids: projects }
  return undefined
}

/**
 * Divides the search by nodes: those that the caller asks for, else those that their grants are limited to, else none. Everything below a
 * granted node is granted, so the condition for grants is left out then. Given both conditions, PostgreSQL assumes that they are
 * independent, expects hardly any rows, and sorts all alarms of a busy site.
 */
function scopesOf(grants: Grants, body: AlarmBody): { scopes: NodeScope[]; asks: Grants } {
  const asked = askedScope(body)
  if (body.alarms || (asked && asked.ids.length > MAX_NODES)) return { scopes: [], asks: grants }
  if (asked) return { scopes: [asked], asks: grants }
  const confined = fewNodes(grants)
  // A caller without any node sees nothing. The condition alone says so, and there is nothing to merge.
  if (!confined || confined.length === 0) return { scopes: [], asks: grants }
  return { scopes: confined, asks: { all: true, permission: 'read' } }
}

/** Each node costs one index search. Above this number, scanning the company's alarms is faster. */
const MAX_NODES = 100

/**
 * SQL that selects the ids of a page. Two plans that PostgreSQL does not find by itself are written out here. A list of several nodes or
 * classes is merged from the first rows of each one's list, and each of these has an index in the right order. Otherwise PostgreSQL would
 * scan all alarms of the company until it found enough of a quiet camera, or sort them all.
 */
export function selectIds(
  companyId: string,
  grants: Grants,
  query: AlarmQuery,
  body: AlarmBody,
  cut: Cut,
): RawBuilder<unknown> {
  const { order, limit, offset = 0, key = sql`` } = cut
  const sorted = order ? sql`order by id ${sql.raw(order)}` : sql``
  const { scopes, asks } = scopesOf(grants, body)
  const classes = [...new Set(query.objectType ?? [])]
  const parts = (classes.length > 1 ? classes.map((name) => [name]) : [query.objectType]).flatMap((objectType) => {
    const conditions = sql`${alarmConditions(companyId, asks, { ...query, objectType }, body)} ${key}`
    const beginning = (scope: RawBuilder<unknown>) =>
      sql`select a.id from alarm a where ${scope} ${conditions} ${sorted} limit ${limit + offset}`
    if (scopes.length === 0) return [beginning(sql``)]
    return scopes.map(
      ({ column, ids }) =>
        sql`select of_node.id from unnest(${[...new Set(ids)]}::uuid[]) node (id)
          cross join lateral (${beginning(sql`a.${sql.ref(column)} = node.id and`)}) of_node`,
    )
  })
  // Parts can overlap: an alarm with two classes, or a camera that is granted beside its site.
  const merged = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union `,
  )
  return sql`select id from (${merged}) merged ${sorted} limit ${limit} offset ${offset}`
}
