import type {
  ImportColumn,
  ImportLine,
  ImportNode,
  ImportOutcome,
  ImportProblem,
  Product,
  TreeImport,
} from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { loadNodes } from './load-nodes.ts'
import type { ProductPlan } from '../products/index.ts'
import { NodeIndex } from './node-index.ts'
import { planLine, type LinePlan } from './plan-lines.ts'
import { roomsFor } from './product-rooms.ts'
import type { Cells } from './read-line.ts'

/** A line of a file: its number and its cells. */
export interface ReadLine {
  line: number
  cells: Cells
}

const CHUNK = 1_000

/** The client and site that a line names, as one text, which is the same for lines that name them in the same way. */
const placeOf = (cells: Cells): string =>
  JSON.stringify([cells.client_key ?? cells.client ?? '', cells.site_key ?? cells.site ?? ''])

async function insertLines(
  tx: Tx,
  of: { companyId: string; importId: string },
  planned: readonly (LinePlan & ReadLine)[],
) {
  const rows = planned.map(({ line, cells, action, creates, changes, problems, known }) => ({
    line,
    cells,
    action,
    creates,
    changes,
    problems,
    place: placeOf(cells),
    node_kind: known?.kind ?? null,
    node_id: known?.id ?? null,
  }))
  await sql`
    insert into tree_import_line (company_id, import_id, line, cells, action, creates, changes, problems, place,
      node_kind, node_id)
    select ${of.companyId}::uuid, ${of.importId}::uuid, r.line, r.cells, r.action,
      array(select jsonb_array_elements_text(r.creates)), array(select jsonb_array_elements_text(r.changes)),
      r.problems, r.place, r.node_kind, r.node_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (line integer, cells jsonb, action text, creates jsonb,
      changes jsonb, problems jsonb, place text, node_kind text, node_id uuid)`.execute(tx)
}

/**
 * Plans all lines of a file in their order, and stores the lines with their plans. Changes nothing else. Whether somebody has agreed to pay
 * for products matters only when the import starts.
 */
export async function storePlan(
  tx: Tx,
  of: { companyId: string; importId: string; plan: ProductPlan; isProgram: boolean },
  lines: readonly ReadLine[],
): Promise<void> {
  const index = new NodeIndex()
  const { companyId, plan, isProgram } = of
  const all = lines.map(({ cells }) => cells)
  const rooms = await roomsFor(tx, all, { companyId, plan, hasConsent: true, isPreview: true })
  const counts = { create: 0, update: 0, none: 0, problem: 0 }
  for (let at = 0; at < lines.length; at += CHUNK) {
    const chunk = lines.slice(at, at + CHUNK)
    const cells = chunk.map((each) => each.cells)
    // oxlint-disable-next-line no-await-in-loop -- a line may refer to a node that an earlier line creates
    await loadNodes(tx, companyId, cells, { index })
    const planned = chunk.map((each) => ({
      ...each,
      ...planLine(each.line, each.cells, { index, companyId, newId, rooms, isProgram }),
    }))
    // oxlint-disable-next-line no-await-in-loop -- as above
    await insertLines(tx, of, planned)
    for (const { action } of planned) counts[action] += 1
  }
  const products = Object.fromEntries(rooms.taken)
  await sql`
    update tree_import set counts = ${JSON.stringify(counts)}::jsonb, products = ${JSON.stringify(products)}::jsonb
    where id = ${of.importId}`.execute(tx)
}

/** The number of cameras for which the lines switch each product on. */
export type ProductCounts = { readonly [P in Product]?: number }

interface ImportRow {
  id: string
  file_name: string
  created_at: Date
  job_id: string | null
  counts: Partial<TreeImport['counts']>
  failed: number
}

const IMPORT = sql`
  select i.id, i.file_name, i.created_at, i.job_id, i.counts, (
    select count(*)::int from tree_import_line l where l.import_id = i.id and l.result = 'failed') as failed
  from tree_import i`

function presentImport({ counts: { create = 0, update = 0, none = 0, problem = 0 }, ...row }: ImportRow): TreeImport {
  return {
    id: row.id,
    fileName: row.file_name,
    createdAt: row.created_at.toISOString(),
    lines: create + update + none + problem,
    counts: { create, update, none, problem },
    failed: row.failed,
    jobId: row.job_id,
  }
}

/** @throws AppError NOT_FOUND */
export async function findImport(tx: Tx, id: string): Promise<TreeImport> {
  const { rows } = await sql<ImportRow>`${IMPORT} where i.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw notFound()
  return presentImport(row)
}

/** Selects the company's imports, latest first. */
export async function selectImports(tx: Tx, companyId: string, cut: { page: number; limit: number }) {
  const { rows } = await sql<ImportRow>`
    ${IMPORT} where i.company_id = ${companyId} order by i.id desc
    limit ${cut.limit} offset ${(cut.page - 1) * cut.limit}`.execute(tx)
  const count = await sql<{ n: number }>`
    select count(*)::int as n from tree_import where company_id = ${companyId}`.execute(tx)
  return { rows: rows.map(presentImport), count: count.rows[0]?.n ?? 0 }
}

interface LineRow {
  line: number
  cells: Cells
  action: ImportLine['action']
  creates: ImportLine['creates']
  changes: ImportColumn[]
  problems: ImportProblem[]
  result: ImportLine['result']
  node_kind: ImportNode | null
  node_id: string | null
}

const presentLine = ({ cells, node_kind: kind, node_id: id, ...row }: LineRow): ImportLine => ({
  ...row,
  node: kind === null || id === null ? null : { kind, id },
  client: cells.client ?? cells.client_key ?? '',
  site: cells.site ?? cells.site_key ?? '',
  camera: cells.camera ?? cells.camera_key ?? '',
})

export async function selectLines(
  tx: Tx,
  id: string,
  cut: { outcome?: ImportOutcome | undefined; page: number; limit: number },
): Promise<ImportLine[]> {
  const { outcome } = cut
  const of =
    outcome === undefined ? sql`` : outcome === 'failed' ? sql`and result = 'failed'` : sql`and action = ${outcome}`
  const { rows } = await sql<LineRow>`
    select line, cells, action, creates, changes, problems, result, node_kind, node_id from tree_import_line
    where import_id = ${id} ${of} order by line limit ${cut.limit} offset ${(cut.page - 1) * cut.limit}`.execute(tx)
  return rows.map(presentLine)
}

/** Selects the cells of lines that had a problem or failed, after a given line, for a file that users can correct. */
export async function selectFailedCells(
  tx: Tx,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<(ReadLine & { problems: ImportProblem[] })[]> {
  const { rows } = await sql<ReadLine & { problems: ImportProblem[] }>`
    select line, cells, problems from tree_import_line
    where import_id = ${id} and line > ${after} and (action = 'problem' or result = 'failed')
    order by line limit ${limit}`.execute(tx)
  return rows
}
