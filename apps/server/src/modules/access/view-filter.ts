import type { CameraSelection, Product, ViewFilter } from '@winnow/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/http/actor.ts'
import { siteInGrants, viewInGrants } from './grant-filter.ts'
import { containsPattern } from './contains-pattern.ts'

/** The caller: what they see of the tree, and their permissions. */
export type Asker = Pick<Actor, 'companyId' | 'grants' | 'permissions'>

type Condition = RawBuilder<SqlBool>

/** SQL condition: the node's own name contains the text. */
const named = (table: string, search: string): Condition =>
  sql<SqlBool>`${sql.ref(`${table}.name_key`)} like lower(${containsPattern(search)})`

/**
 * Which cameras are asked for: those of a client, of a site, or, without either, of the company. `named`: the query begins with
 * {@link withNames}, so that the names of all clients and sites are compared once.
 */
export type Within = { projectId: string } | { siteId: string } | 'named' | undefined

/** SQL condition on the alias `n` of a site or client: it is above cameras that are asked for. */
function above(table: 'site' | 'project', within: Within): Condition {
  if (!within || within === 'named') return sql<SqlBool>`true`
  if ('projectId' in within)
    return sql<SqlBool>`${sql.ref(table === 'site' ? 'n.project_id' : 'n.id')} = ${within.projectId}`
  return table === 'site'
    ? sql<SqlBool>`n.id = ${within.siteId}`
    : sql<SqlBool>`n.id = (select s.project_id from site s where s.id = ${within.siteId})`
}

/**
 * SQL query for the ids of the sites or clients above the cameras whose name contains the text. Within one client or site, only its own names
 * are compared. The tree asks for many of them at once while somebody types.
 */
const namesakes = (
  table: 'site' | 'project',
  companyId: string,
  search: string,
  within?: Within,
): RawBuilder<unknown> =>
  within === 'named'
    ? sql`select n.id from ${sql.table(`named_${table}`)} n`
    : sql`select n.id from ${sql.table(table)} n
    where n.company_id = ${companyId} and n.deleted_at is null and ${above(table, within)} and ${named('n', search)}`

/** The part of a `with` that finds the sites and clients whose name contains the text of a search, for conditions within `named`. */
export const withNames = (companyId: string, search: string): RawBuilder<unknown> =>
  sql`named_site as materialized (
      select n.id, n.project_id from site n
      where n.company_id = ${companyId} and n.deleted_at is null and ${named('n', search)}
    ), named_project as materialized (
      select n.id from project n where n.company_id = ${companyId} and n.deleted_at is null and ${named('n', search)}
    )`

/** The condition for a pair of opposite flags. If both flags or none of them are set, there is no condition. */
function either(on: boolean | undefined, off: boolean | undefined, condition: Condition): Condition[] {
  if ((on ?? false) === (off ?? false)) return []
  return [on ? condition : sql<SqlBool>`not ${condition}`]
}

/** SQL condition on table `view`: somebody has switched the product on, whether or not the company's plan has room for it. */
export const hasProduct = (product: Product): Condition => sql<SqlBool>`(view.products @> array[${product}::text])`

/**
 * Conditions of the flags, on table `view`. `hideAttachedFootage` has none, since no camera has another one's footage yet, nor has
 * `hasSchedulesInTree`, which adds to the rows.
 */
function flagsOf({ permissions }: Asker, filter: ViewFilter): Condition[] {
  const { integrations, masked, unmasked, thermal, nonthermal, activeOn, activeOff } = filter
  return [
    ...(integrations && integrations.length > 0
      ? [sql<SqlBool>`view.integration = any(${[...integrations]}::text[])`]
      : []),
    ...either(masked, unmasked, sql<SqlBool>`view.masked`),
    ...either(thermal, nonthermal, sql<SqlBool>`view.thermal`),
    ...either(activeOn, activeOff, sql<SqlBool>`view.active`),
    ...either(filter.objectDetectionOn, filter.objectDetectionOff, hasProduct('detect')),
    ...either(filter.sceneDetectionOn, filter.sceneDetectionOff, sql<SqlBool>`view.tampering_detection`),
    ...either(filter.advancedMomentDetectionOn, filter.advancedMomentDetectionOff, hasProduct('protect')),
    ...either(filter.investigateOn, filter.investigateOff, hasProduct('investigate')),
    ...either(filter.rtspIsActiveOn, filter.rtspIsActiveOff, sql<SqlBool>`(view.integration = 'rtsp' and view.active)`),
    ...either(filter.rtspIsConfiguredOn, filter.rtspIsConfiguredOff, sql<SqlBool>`(view.integration = 'rtsp')`),
    ...(filter.isCheckSiteRuleViewAlarm && !permissions.has('alarm.read') ? [sql<SqlBool>`false`] : []),
  ]
}

/** Conditions on table `view` for the selection in the tree: a group of clients, and nodes with all cameras below them. */
function chosen({ groupId, below }: Pick<CameraSelection, 'groupId' | 'below'>): Condition[] {
  const ids = below && sql`${[...below]}::uuid[]`
  return [
    ...(groupId
      ? [
          sql<SqlBool>`view.project_id in (select m.project_id from client_group_member m where m.group_id = ${groupId})`,
        ]
      : []),
    ...(ids
      ? [sql<SqlBool>`(view.id = any(${ids}) or view.site_id = any(${ids}) or view.project_id = any(${ids}))`]
      : []),
  ]
}

/** Whether the filter leaves out any camera that the caller sees. */
export const leavesOut = (asker: Asker, filter: ViewFilter): boolean =>
  Boolean(filter.search) || flagsOf(asker, filter).length > 0

const all = (conditions: readonly Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

/** SQL condition on table `view`: the camera is below the client or site. */
function belowOf(within: Within): Condition[] {
  if (!within || within === 'named') return []
  return [
    'siteId' in within
      ? sql<SqlBool>`view.site_id = ${within.siteId}`
      : sql<SqlBool>`view.project_id = ${within.projectId}`,
  ]
}

/**
 * SQL condition on table `view`: the caller sees the camera, and it matches the filter. The meaning of each flag is defined only here.
 * @param within the client or site of the cameras
 */
export function viewFits(asker: Asker, filter: CameraSelection, within?: Within): Condition {
  const { companyId, grants } = asker
  const { search } = filter
  return all([
    sql<SqlBool>`view.company_id = ${companyId} and view.deleted_at is null`,
    ...belowOf(within),
    viewInGrants(grants, 'view'),
    ...flagsOf(asker, filter),
    ...chosen(filter),
    ...(search
      ? [
          sql<SqlBool>`(${named('view', search)} or view.site_id in (${namesakes('site', companyId, search, within)})
            or view.project_id in (${namesakes('project', companyId, search, within)}))`,
        ]
      : []),
  ])
}

/**
 * SQL condition on table `site` or `project`: the node matches without a camera that matches, namely by its name, by its parent's name, or by
 * the name of a site below it. Undefined if the filter has no name, or also has flags of cameras.
 */
export function fitsByName(
  asker: Asker,
  filter: ViewFilter,
  node: 'site' | 'project',
  within?: Within,
): Condition | undefined {
  const { search } = filter
  if (!search || flagsOf(asker, filter).length > 0) return undefined
  const { companyId, grants } = asker
  const around =
    node === 'site'
      ? sql<SqlBool>`site.project_id in (${namesakes('project', companyId, search, within)})`
      : sql<SqlBool>`project.id in (select n.project_id from site n
          where n.id in (${namesakes('site', companyId, search, within)}) and ${siteInGrants(grants, 'n')})`
  return sql<SqlBool>`(${named(node, search)} or ${around})`
}

/**
 * SQL condition on table `site` or `project`: the node has a camera that matches, or matches by name. If the filter is empty, every node
 * matches.
 * @param projectId the client whose sites are listed, so that only the cameras of this client are read
 */
export function nodeFits(asker: Asker, filter: ViewFilter, node: 'site' | 'project', projectId?: string): Condition {
  if (!leavesOut(asker, filter)) return sql<SqlBool>`true`
  const parent = sql.ref(`view.${node}_id`)
  const within = projectId === undefined ? undefined : { projectId }
  const hasCamera = sql<SqlBool>`${sql.ref(`${node}.id`)} in (select ${parent} from view where ${viewFits(asker, filter, within)})`
  const byName = fitsByName(asker, filter, node, within)
  return byName ? sql<SqlBool>`(${byName} or ${hasCamera})` : hasCamera
}
