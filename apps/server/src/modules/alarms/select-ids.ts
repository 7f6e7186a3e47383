import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder } from 'kysely'
import { fewNodes, type NodeScope } from '../access/index.ts'
import { alarmConditions, type AlarmQuery, type AlarmBody } from './alarm-filter.ts'

/** Selects a part of the alarms that match a filter. */
export interface Cut {
  limit: number
  /** Left out where the order does not matter, for example for counting. */
  order?: 'asc' | 'desc'
  offset?: number
  /** A further condition, beginning with `and`. */
  key?: RawBuilder<unknown>
}

/** Returns the nodes that the request names, to be searched one by one. Undefined if the request names none. */
function askedScope(body: AlarmBody): NodeScope | undefined {
  const { cameras = [], sites = [], projects = [] } = body
  if (cameras.length > 0) return { column: 'view_id', ids: cameras }
  if (sites.length > 0) return { column: 'site_id', ids: sites }
  if (projects.length > 0) return { column: 'project_id', ids: projects }
  return undefined
}

/**
 * Divides the search by nodes: by those that the request names, or else by those that the caller was granted. In the second case the
 * condition for grants is left out, since everything below a granted node is granted. With both conditions, PostgreSQL would assume that
 * they are independent, expect hardly any rows, and sort all alarms of a busy site.
 */
function scopesOf(grants: Grants, body: AlarmBody): { scopes: NodeScope[]; asks: Grants } {
  const asked = askedScope(body)
  if (body.alarms || (asked && asked.ids.length > MAX_NODES)) return { scopes: [], asks: grants }
  if (asked) return { scopes: [asked], asks: grants }
  const confined = fewNodes(grants)
  // A caller without any node sees nothing. The condition for grants is enough to ensure that.
  if (!confined || confined.length === 0) return { scopes: [], asks: grants }
  return { scopes: confined, asks: { all: true, permission: 'read' } }
}

/** Each node costs one index search. Above this number, scanning the company's alarms is faster. */
export const MAX_NODES = 100

/**
 * SQL that selects the ids of a page. For several nodes or classes, it reads the first rows of each node and class from an index in the
 * right order, and merges them. PostgreSQL does not find this plan by itself. It would scan all alarms of the company until it found
 * enough alarms of a quiet camera, or it would sort all of them.
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
  // `union` removes duplicates: an alarm can have two classes, and a camera can be granted in addition to its site.
  const merged = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union `,
  )
  return sql`select id from (${merged}) merged ${sorted} limit ${limit} offset ${offset}`
}
