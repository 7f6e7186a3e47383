import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import type { KnownNode, NodeIndex, NodeKind, NodeValues } from './plan-lines.ts'
import type { Cells } from './read-line.ts'

interface Row extends NodeValues {
  id: string
  parent_id: string
  name: string
  external_key: string | null
}

const TABLES = { client: 'project', site: 'site', camera: 'view' } as const
const PARENTS = { client: 'company_id', site: 'project_id', camera: 'site_id' } as const
const KEYS = { client: 'client_key', site: 'site_key', camera: 'camera_key' } as const
const VALUES: Record<NodeKind, RawBuilder<unknown>> = {
  client: sql``,
  site: sql`, n.timezone as site_timezone`,
  camera: sql`, n.integration, n.thermal, n.active, n.channel, n.device_model, n.sensitivity`,
}

const given = (lines: readonly Cells[], column: NodeKind | (typeof KEYS)[NodeKind]): string[] => [
  ...new Set(lines.flatMap((cells) => cells[column] ?? [])),
]

/**
 * Reads the nodes of one kind that lines name by key, by id, or by name below one of the parents. The conditions on keys and names include
 * the company, because their indexes begin with it and the condition of row-level security cannot use them.
 */
async function loadKind(
  tx: Tx,
  kind: NodeKind,
  lines: readonly Cells[],
  { companyId, parents, isLocked }: { companyId: string; parents: readonly string[]; isLocked: boolean },
): Promise<Row[]> {
  const table = sql.table(TABLES[kind])
  const keys = given(lines, KEYS[kind])
  const ids = keys.filter(isId)
  const names = given(lines, kind)
  const parent = sql.ref(`n.${PARENTS[kind]}`)
  // For a few letters, the database and JavaScript differ in their lower case. Such names are found by the condition on the exact name.
  const lowered = names.map((name) => name.toLowerCase())
  // `materialized` makes the database search the ids once, even if its statistics of a table that was just filled are wrong.
  const { rows } = await sql<Row>`
    with wanted as materialized (
      select id from ${table} where company_id = ${companyId} and external_key = any(${keys}::text[])
      union select id from ${table} where id = any(${ids}::uuid[])
      union select id from ${table} where company_id = ${companyId} and ${sql.ref(PARENTS[kind])} = any(${parents}::uuid[])
        and deleted_at is null and (name_key = any(${lowered}::text[]) or name = any(${names}::text[]))
    )
    select n.id, ${parent} as parent_id, n.name, n.external_key ${VALUES[kind]}
    from wanted join ${table} n on n.id = wanted.id where n.deleted_at is null
    order by n.id ${isLocked ? sql`for no key update of n` : sql``}`.execute(tx)
  return rows
}

const toNode = (kind: NodeKind, { id, parent_id: parentId, name, external_key: key, ...values }: Row): KnownNode => ({
  id,
  kind,
  parentId,
  name,
  key,
  values,
})

/**
 * Adds the company's nodes that some lines name to an index. The earlier lines must have been planned with this index already.
 * @param options.isLocked whether the nodes are locked until the transaction ends, because they will be written with all their values
 */
export async function loadNodes(
  tx: Tx,
  companyId: string,
  lines: readonly Cells[],
  { index, isLocked = false }: { index: NodeIndex; isLocked?: boolean },
): Promise<{ clients: string[]; sites: string[] }> {
  const load = async (kind: NodeKind, parents: readonly string[]) => {
    const rows = await loadKind(tx, kind, lines, { companyId, parents, isLocked })
    for (const row of rows) index.add(toNode(kind, row))
    return rows.map(({ id }) => id)
  }
  const clients = await load('client', [companyId])
  const sites = await load('site', clients)
  await load('camera', sites)
  return { clients, sites }
}
