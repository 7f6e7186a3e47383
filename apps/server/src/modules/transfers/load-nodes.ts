import { IMPORT_NODES, type ImportNode } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import { KEY_OF, VALUES_OF } from './columns.ts'
import type { KnownNode, NodeIndex, NodeValues } from './node-index.ts'
import type { Cells } from './read-line.ts'

interface Row extends NodeValues {
  id: string
  parent_id: string
  name: string
  external_key: string | null
  /** Only of cameras. */
  created_by_api?: boolean
}

/** The table of each kind of nodes. */
export const TABLES = { client: 'project', site: 'site', camera: 'view' } as const
const PARENTS = { client: 'company_id', site: 'project_id', camera: 'site_id' } as const
/** The values of a node, each by the name of its column of the file. */
const VALUES = Object.fromEntries(
  IMPORT_NODES.map((kind) => [
    kind,
    VALUES_OF[kind].map(({ name, stored }) => sql`, ${sql.ref(`n.${stored}`)} as ${sql.ref(name)}`),
  ]),
)

const given = (lines: readonly Cells[], column: ImportNode | (typeof KEY_OF)[ImportNode]): string[] => [
  ...new Set(lines.flatMap((cells) => cells[column] ?? [])),
]

/**
 * Reads the nodes of one kind that lines name by key, by id, or by name below one of the parents. The conditions on keys and names include
 * the company, because their indexes begin with it and the condition of row-level security cannot use them.
 */
async function loadKind(
  tx: Tx,
  kind: ImportNode,
  lines: readonly Cells[],
  { companyId, parents, isLocked }: { companyId: string; parents: readonly string[]; isLocked: boolean },
): Promise<Row[]> {
  const table = sql.table(TABLES[kind])
  const keys = given(lines, KEY_OF[kind])
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
    select n.id, ${parent} as parent_id, n.name, n.external_key ${kind === 'camera' ? sql`, n.created_by_api` : sql``}
      ${sql.join(VALUES[kind] ?? [], sql``)}
    from wanted join ${table} n on n.id = wanted.id where n.deleted_at is null
    order by n.id ${isLocked ? sql`for no key update of n` : sql``}`.execute(tx)
  return rows
}

function toNode(kind: ImportNode, row: Row): KnownNode {
  const { id, parent_id: parentId, name, external_key: key, created_by_api: createdByApi = false, ...values } = row
  return { id, kind, parentId, name, key, createdByApi, values }
}

/**
 * Adds the company's nodes that some lines name to an index. The earlier lines must have been planned with this index already.
 * @param options.isLocked whether the nodes are locked until the transaction ends, because they will be written with all their values
 * @param options.isShallow whether only clients and sites are loaded
 */
export async function loadNodes(
  tx: Tx,
  companyId: string,
  lines: readonly Cells[],
  { index, isLocked = false, isShallow = false }: { index: NodeIndex; isLocked?: boolean; isShallow?: boolean },
): Promise<{ clients: string[]; sites: string[] }> {
  const load = async (kind: ImportNode, parents: readonly string[]) => {
    const rows = await loadKind(tx, kind, lines, { companyId, parents, isLocked })
    for (const row of rows) index.add(toNode(kind, row))
    return rows.map(({ id }) => id)
  }
  const clients = await load('client', [companyId])
  const sites = await load('site', clients)
  if (!isShallow) await load('camera', sites)
  return { clients, sites }
}
