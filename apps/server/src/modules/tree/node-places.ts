import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { CameraSelection } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import { projectInGrants, siteInGrants, containsPattern, nodeFits, viewFits, type Asker } from '../access/index.ts'

export type Kind = 'project' | 'site' | 'view'

/** A level of the tree: all clients, the sites of a client, or the cameras of a site. */
export interface Level {
  kind: Kind
  /** The client or site above; none for the clients. */
  parentId?: string
}

/** SQL condition on the level's table: the level shows the row. The rows are the same as in the lists of the tree. */
function inLevel(asker: Asker, filter: CameraSelection, { kind, parentId }: Level): RawBuilder<SqlBool> {
  if (kind === 'view') return viewFits(asker, filter, parentId === undefined ? undefined : { siteId: parentId })
  const table = sql.ref(kind)
  const own =
    kind === 'project'
      ? filter.groupId
        ? sql<SqlBool>`project.id in (select m.project_id from client_group_member m where m.group_id = ${filter.groupId})`
        : sql<SqlBool>`true`
      : sql<SqlBool>`site.project_id = ${parentId}`
  const granted = kind === 'project' ? projectInGrants(asker.grants, kind) : siteInGrants(asker.grants, kind)
  return sql<SqlBool>`${table}.company_id = ${asker.companyId} and ${table}.deleted_at is null and ${own} and ${granted}
    and ${nodeFits(asker, filter, kind, parentId)}`
}

/** The index of a node's row in its level, from 0; undefined if the level does not show it. */
async function indexIn(tx: Tx, asker: Asker, filter: CameraSelection, wanted: Level & { id: string }) {
  const table = sql.ref(wanted.kind)
  const level = inLevel(asker, filter, wanted)
  const { rows } = await sql<{ index: number | null }>`
    select (select count(*)::int from ${sql.table(wanted.kind)} where ${level} and (${table}.name_key, ${table}.id) < (own.name_key, own.id)) as index
    from (select ${table}.name_key, ${table}.id from ${sql.table(wanted.kind)} where ${table}.id = ${wanted.id} and ${level}) own`.execute(
    tx,
  )
  return rows[0]?.index ?? undefined
}

/** The ancestors of a node and the node itself; empty if the caller sees no such node. */
async function pathOf(tx: Tx, asker: Asker, id: string): Promise<(Level & { id: string })[]> {
  const seen = (kind: Kind, parentId?: string) => inLevel(asker, {}, { kind, ...(parentId ? { parentId } : {}) })
  const { rows } = await sql<{ project: string; site: string | null; view: string | null }>`
    select id as project, null::uuid as site, null::uuid as view from project where project.id = ${id} and ${seen('project')}
    union all
    select site.project_id, site.id, null from site where site.id = ${id} and site.company_id = ${asker.companyId}
      and site.deleted_at is null and ${siteInGrants(asker.grants, 'site')}
    union all
    select view.project_id, view.site_id, view.id from view where view.id = ${id} and ${viewFits(asker, {})}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return []
  return [
    { kind: 'project', id: row.project },
    ...(row.site ? [{ kind: 'site' as const, id: row.site, parentId: row.project }] : []),
    ...(row.site && row.view ? [{ kind: 'view' as const, id: row.view, parentId: row.site }] : []),
  ]
}

/** The rows of a node and its ancestors, beginning with the client; empty if the filter excludes one or the caller sees no such node. */
export async function findSteps(tx: Tx, asker: Asker, filter: CameraSelection, id: string) {
  const steps: { kind: Kind; id: string; index: number }[] = []
  for (const step of await pathOf(tx, asker, id)) {
    const index = await indexIn(tx, asker, filter, step)
    if (index === undefined) return []
    steps.push({ kind: step.kind, id: step.id, index })
  }
  return steps
}

/** Finds the next row of a level whose name starts with a text. The search begins at a given row, and continues at the first row. */
export async function findTyped(
  tx: Tx,
  asker: Asker,
  filter: CameraSelection,
  wanted: Level & { startsWith: string; from: number },
): Promise<{ id: string; index: number } | null> {
  const table = sql.ref(wanted.kind)
  const prefix = containsPattern(wanted.startsWith).slice(1)
  const { rows } = await sql<{ id: string; index: number }>`
    select id, index from (
      select ${table}.id, ${table}.name_key, (row_number() over (order by ${table}.name_key, ${table}.id) - 1)::int as index
      from ${sql.table(wanted.kind)} where ${inLevel(asker, filter, wanted)}) level
    where level.name_key like lower(${prefix}) order by level.index < ${wanted.from}, level.index limit 1`.execute(tx)
  return rows[0] ?? null
}
