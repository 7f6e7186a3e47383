import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder } from 'kysely'
import { fewNodes, type NodeScope } from '../access/index.ts'
import { alarmConditions, type AlarmBody, type AlarmQuery } from './alarm-filter.ts'

/** Which of the alarms that a filter finds are wanted. */
export interface Cut {
  limit: number
  /** Left out where any will do, as for counting. */
  order?: 'asc' | 'desc'
  offset?: number
  /** A further condition, beginning with `and`. */
  key?: RawBuilder<unknown>
}

/** The nodes to go through one by one: those that are asked for, if there are any. */
function askedScope(body: AlarmBody): NodeScope | undefined {
  const { cameras = [], sites = [], projects = [] } = body
  if (cameras.length > 0) return { column: 'view_id', ids: cameras }
  if (sites.length > 0) return { column: 'site_id', ids: sites }
  if (projects.length > 0) return { column: 'project_id', ids: projects }
  return undefined
}

/**
 * How the alarms are gone through: by the nodes that are asked for, else by those that someone is confined to, else all as one. What
 * lies below a granted node is granted, so that need not be asked of each alarm once more; asked twice, PostgreSQL would take the two
 * for independent, expect next to nothing, and sort all alarms of a busy site.
 */
function scopesOf(grants: Grants, body: AlarmBody): { scopes: NodeScope[]; asks: Grants } {
  const asked = askedScope(body)
  if (body.alarms || (asked && asked.ids.length > MOST_NODES)) return { scopes: [], asks: grants }
  if (asked) return { scopes: [asked], asks: grants }
  const confined = fewNodes(grants)
  // Without any node nothing is seen: the condition says so, and there is nothing to merge.
  if (!confined || confined.length === 0) return { scopes: [], asks: grants }
  return { scopes: confined, asks: { all: true, permission: 'read' } }
}

/** Each node costs a look into the index; beyond this, one way through the company's alarms is shorter. */
const MOST_NODES = 100

/**
 * SQL that selects the ids of a page. Two things PostgreSQL does not find by itself are written out: a list of some nodes, or
 * of several classes, is the merged beginning of the lists of each, of which every one has an index in the right order. Without
 * that it goes through all alarms of the company until enough of a quiet camera have come by, or sorts all there are.
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
  // A part of several may hold what another holds too: an alarm with two classes, a camera granted beside its site.
  const merged = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union `,
  )
  return sql`select id from (${merged}) merged ${sorted} limit ${limit} offset ${offset}`
}
