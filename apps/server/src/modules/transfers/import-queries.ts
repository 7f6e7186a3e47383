import type { ImportColumn, ImportLine, ImportProblem, TreeImport } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { loadNodes } from './load-nodes.ts'
import { NodeIndex, planLine, type LinePlan } from './plan-lines.ts'
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
  const rows = planned.map(({ line, cells, action, creates, changes, problems }) => ({
    line,
    cells,
    action,
    creates,
    changes,
    problems,
    place: placeOf(cells),
  }))
  await sql`
    insert into tree_import_line (company_id, import_id, line, cells, action, creates, changes, problems, place)
    select ${of.companyId}::uuid, ${of.importId}::uuid, r.line, r.cells, r.action,
      array(select jsonb_array_elements_text(r.creates)), array(select jsonb_array_elements_text(r.changes)),
      r.problems, r.place
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (line integer, cells jsonb, action text, creates jsonb,
      changes jsonb, problems jsonb, place text)`.execute(tx)
}

/** Plans all lines of a file in their order, and stores the lines with their plans. Changes nothing else. */
export async function storePlan(
  tx: Tx,
  of: { companyId: string; importId: string },
  lines: readonly ReadLine[],
): Promise<void> {
  const index = new NodeIndex()
  for (let at = 0; at < lines.length; at += CHUNK) {
    const chunk = lines.slice(at, at + CHUNK)
    const cells = chunk.map((each) => each.cells)
    // oxlint-disable-next-line no-await-in-loop -- a line may refer to a node that an earlier line creates
    await loadNodes(tx, of.companyId, cells, index)
    const planned = chunk.map((each) => ({
      ...each,
      ...planLine(each.line, each.cells, { index, companyId: of.companyId, newId }),
    }))
    // oxlint-disable-next-line no-await-in-loop -- as above
    await insertLines(tx, of, planned)
  }
}

/** @throws AppError NOT_FOUND */
export async function findImport(tx: Tx, id: string): Promise<TreeImport> {
  const { rows } = await sql<{
    file_name: string
    created_at: Date
    job_id: string | null
    counts: Partial<Record<ImportLine['action'], number>>
  }>`
    select i.file_name, i.created_at, i.job_id, coalesce((
      select jsonb_object_agg(action, n) from (
        select action, count(*) as n from tree_import_line l where l.import_id = i.id group by action) c), '{}') as counts
    from tree_import i where i.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw notFound()
  const { create = 0, update = 0, none = 0, problem = 0 } = row.counts
  return {
    id,
    fileName: row.file_name,
    createdAt: row.created_at.toISOString(),
    lines: create + update + none + problem,
    counts: { create, update, none, problem },
    jobId: row.job_id,
  }
}

interface LineRow {
  line: number
  cells: Cells
  action: ImportLine['action']
  creates: ImportLine['creates']
  changes: ImportColumn[]
  problems: ImportProblem[]
  result: ImportLine['result']
}

const presentLine = ({ cells, ...row }: LineRow): ImportLine => ({
  ...row,
  client: cells.client ?? cells.client_key ?? '',
  site: cells.site ?? cells.site_key ?? '',
  camera: cells.camera ?? cells.camera_key ?? '',
})

export async function selectLines(
  tx: Tx,
  id: string,
  cut: { action?: ImportLine['action'] | undefined; page: number; limit: number },
): Promise<ImportLine[]> {
  const of = cut.action === undefined ? sql`` : sql`and action = ${cut.action}`
  const { rows } = await sql<LineRow>`
    select line, cells, action, creates, changes, problems, result from tree_import_line
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
