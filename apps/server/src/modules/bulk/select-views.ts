import type { ViewSelection } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { uuidArray } from '../../platform/db/uuid-array.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { VIEW_BY_API, viewFits, viewInGrants, writableOf } from '../access/index.ts'

/** SQL condition on `view`: the caller may change the camera. */
export function mayChange(grants: Grants): RawBuilder<SqlBool> {
  if (grants.all) return grants.permission === 'write' ? sql<SqlBool>`true` : sql<SqlBool>`false`
  return viewInGrants(writableOf(grants), 'view')
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0)

function refuse(field: string, message: string): AppError {
  return new AppError('VALIDATION', message, { fields: [{ field, message }] })
}

/** Throws unless cameras are selected in exactly one way. An empty filter is refused, since it would mean all cameras. */
function requireOneWay({ viewIds, allViews, filters }: ViewSelection): void {
  if (viewIds !== undefined && (allViews || filters))
    throw refuse('viewIds', 'Give either ids, or filters and allViews')
  if (viewIds !== undefined || allViews) return
  if (!filters) throw refuse('viewIds', 'viewIds should be a list of UUIDs')
  if (!Object.values(filters).some(isSet)) throw refuse('allViews', 'An empty filter needs allViews')
}

/**
 * A query for the items of a job: the selected cameras, each once. Cameras that the caller may not change are refused. So are requested ids
 * that the caller may not see; the refusal does not reveal whether they exist.
 * @throws AppError VALIDATION if nothing is selected, or cameras are selected in two ways
 */
export const selectViews = (actor: Actor, selection: ViewSelection): RawBuilder<unknown> =>
  itemsOf(actor, selection, sql<SqlBool>`false`)

/** The same for a job that configures cameras. For people, cameras that programs created are refused. */
export const selectConfigurable = (actor: Actor, selection: ViewSelection): RawBuilder<unknown> =>
  itemsOf(actor, selection, actor.kind === 'token' ? sql<SqlBool>`false` : sql<SqlBool>`view.created_by_api`)

function itemsOf(actor: Actor, selection: ViewSelection, isOfApi: RawBuilder<SqlBool>): RawBuilder<unknown> {
  requireOneWay(selection)
  const { viewIds = [] } = selection
  const named = [...new Set(viewIds.map((id) => id.toLowerCase()))]
  const areNamed = selection.viewIds === undefined ? sql`` : sql`and view.id = any(${uuidArray(named)}::uuid[])`
  return sql`
    with found as materialized (
      select view.id, view.site_id, view.name, case when not ${mayChange(actor.grants)} then 'FORBIDDEN'
        when ${isOfApi} then ${VIEW_BY_API.code} end as refused
      from view where ${viewFits(actor, selection.filters ?? {})} ${areNamed})
    select id as object_id, refused, case when refused is null then null else name end as name
    from (select * from found order by site_id, id) as sorted
    union all
    select n.id, 'NOT_FOUND', null from unnest(${uuidArray(named)}::uuid[]) as n (id)
    where not exists (select from found where found.id = n.id)`
}
