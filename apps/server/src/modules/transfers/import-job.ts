import type { ImportProblem } from '@winnow/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { defineBackgroundJob, type FailedItem, type JobItem, type JobStep } from '../../platform/jobs/background-job.ts'
import type { ProductPlan } from '../products/index.ts'
import { publishAutomation, type AutomationNews } from '../live/index.ts'
import { lockNames } from '../tree/index.ts'
import { loadNodes } from './load-nodes.ts'
import { NodeIndex, type Node } from './node-index.ts'
import { planLine, type LinePlan } from './plan-lines.ts'
import { roomsFor } from './product-rooms.ts'
import type { Cells } from './read-line.ts'
import { saveNodes } from './save-nodes.ts'

const BATCH = 1_000
/** The number of lines that one step of the job's planning selects. */
const PLAN = 5_000
/** `hasConsent`: whether the company had agreed to pay for more cameras when the job was started. `isProgram`: whether a program started it. */
const importParams = z.object({
  importId: z.uuid(),
  hasConsent: z.boolean().default(false),
  isProgram: z.boolean().default(false),
})
type Step = JobStep<z.output<typeof importParams>>

interface StoredLine {
  line: number
  cells: Cells
  place: string
}

const itemLine = z.object({ line: z.number().int() })
const lineOf = ({ payload }: JobItem): number => itemLine.parse(payload).line

async function readLines(tx: Tx, importId: string, lines: readonly number[]): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select line, cells, place from tree_import_line
    where import_id = ${importId} and line = any(${lines}::integer[]) order by line`.execute(tx)
  return rows
}

/**
 * Locks the parents below which names are searched and written (the company, and the clients and sites that lines name), and loads the
 * nodes that the lines name.
 */
async function lockAndLoad({ tx, job }: Step, cells: readonly Cells[], index: NodeIndex): Promise<void> {
  const { clients, sites } = await loadNodes(tx, job.companyId, cells, { index: new NodeIndex(), isShallow: true })
  await lockNames(tx, [job.companyId, ...clients, ...sites])
  // Loads the nodes again under the locks, because names may have changed before the locks were taken. The nodes are locked too, because
  // they are written with all their values, and another change of one of them must not be undone.
  await loadNodes(tx, job.companyId, cells, { index, isLocked: true })
}

const nameOfLine = (cells: Cells): string => cells.camera ?? cells.site ?? cells.client ?? cells.camera_key ?? ''

/** The codes of failures, by those of problems. Other problems are values that are not valid. */
const CODES: { readonly [C in ImportProblem['code']]?: FailedItem['code'] } = {
  NAME_TAKEN: 'NAME_TAKEN',
  UNKNOWN_ID: 'NOT_FOUND',
  PRODUCT_LOCKED: 'PRODUCT_LOCKED',
  CAPACITY_REACHED: 'CAPACITY_REACHED',
  CONSENT_NEEDED: 'CONSENT_NEEDED',
  VIEW_BY_API: 'VIEW_BY_API',
}

const failedItem = (position: number, cells: Cells, plan: LinePlan): FailedItem => {
  const [problem] = plan.problems
  const code = CODES[problem?.code ?? 'INVALID'] ?? 'VALIDATION'
  return { position, name: `${plan.line}: ${nameOfLine(cells)}`, code, message: `${problem?.column}: ${problem?.code}` }
}

interface Done {
  line: StoredLine
  plan: LinePlan
}

/** The news for open consoles: the progress of each site that got cameras, and these cameras. */
async function newsOf(tx: Tx, importId: string, done: readonly Done[]): Promise<AutomationNews[]> {
  const added = done.filter(({ plan }) => plan.creates.includes('camera'))
  const places = [...new Set(added.map(({ line }) => line.place))]
  if (places.length === 0) return []
  const { rows } = await sql<{ place: string; total: number; added: number }>`
    select place, count(*)::int as total, (count(*) filter (where result = 'done'))::int as added from tree_import_line
    where import_id = ${importId} and place = any(${places}::text[]) and 'camera' = any(creates) group by place`.execute(
    tx,
  )
  const counts = new Map(rows.map((row) => [row.place, row]))
  return added.flatMap(({ line, plan }): AutomationNews[] => {
    const { site } = plan
    const camera = plan.nodes.find(({ kind }) => kind === 'camera')
    const count = counts.get(line.place)
    if (!site || !camera || !count) return []
    const of = { projectId: site.parentId, siteId: site.id, siteName: site.name }
    const progress = { addedCount: count.added, totalCamera: count.total }
    return [
      {
        type: 'automation.camera',
        ...of,
        viewId: camera.id,
        cameraName: camera.name,
        success: true,
        snapUrl: null,
        ...progress,
      },
      {
        type: 'automation.progress',
        ...of,
        ...progress,
        isCompleted: count.added >= count.total,
        isProcessingPending: false,
      },
    ]
  })
}

/** Stores the results of lines: the objects that they are about, or the problems because of which they failed. */
async function markLines(tx: Tx, importId: string, plans: readonly LinePlan[]): Promise<void> {
  const rows = plans.map(({ line, last, problems }) => ({
    line,
    result: problems.length === 0 ? 'done' : 'failed',
    problems,
    node_kind: last?.kind ?? null,
    node_id: last?.id ?? null,
  }))
  await sql`
    update tree_import_line l set result = r.result, problems = r.problems,
      node_kind = coalesce(r.node_kind, l.node_kind), node_id = coalesce(r.node_id, l.node_id)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (line integer, result text, problems jsonb, node_kind text, node_id uuid)
    where l.import_id = ${importId} and l.line = r.line`.execute(tx)
}

/** Imports some lines. They are planned again, since the tree may have changed after the preview. */
async function importLines(step: Step, items: readonly JobItem[], plan: ProductPlan): Promise<FailedItem[]> {
  const { tx, job, audit } = step
  const { companyId } = job
  const { importId, hasConsent, isProgram } = job.params
  const positions = new Map(items.map((item) => [lineOf(item), item.position]))
  const lines = await readLines(tx, importId, [...positions.keys()])
  const cells = lines.map((line) => line.cells)
  const rooms = await roomsFor(tx, cells, { companyId, plan, hasConsent, isPreview: false })
  const index = new NodeIndex()
  await lockAndLoad(step, cells, index)
  const deps = { index, companyId, rooms, isProgram, newId: () => newId(step.now.getTime()) }
  const all = lines.map((line) => ({ line, plan: planLine(line.line, line.cells, deps) }))
  const done = all.filter((each) => each.plan.action !== 'problem')
  const failed = all.filter((each) => each.plan.action === 'problem')
  const nodes = done.flatMap((each) => each.plan.nodes)
  const sites = done.flatMap((each) => each.plan.site ?? [])
  await audit(await saveNodes(tx, companyId, nodes, sites))
  await markLines(
    tx,
    importId,
    all.map((each) => each.plan),
  )
  await publishAutomation(tx, companyId, await newsOf(tx, importId, done))
  await tell(step, nodes)
  return failed.map((each) => failedItem(positions.get(each.line.line) ?? 0, each.line.cells, each.plan))
}

/** Tells open consoles which clients and sites have changed. */
async function tell({ publish }: Step, nodes: readonly Node[]): Promise<void> {
  const changed = new Map(nodes.map((node) => [node.kind === 'client' ? node.id : node.parentId, node]))
  for (const node of [...changed.values()].filter(({ kind }) => kind !== 'camera').slice(0, MOST_TOLD)) {
    const projectId = node.kind === 'client' ? node.id : node.parentId
    await publish({ type: 'tree.changed', projectId, siteId: node.kind === 'site' ? node.id : null, viewId: null })
  }
}

/**
 * Limit on clients and sites of whose change consoles are informed at once. At the end of the job, consoles load the whole tree again.
 */
const MOST_TOLD = 20

/** Imports the lines of a file that have no problem and change something. */
export const importTree = (plan: ProductPlan) =>
  defineBackgroundJob({
    name: 'tree.import',
    line: 'transfers',
    group: 'tree.import',
    category: 'line',
    permission: 'project.create',
    batch: BATCH,
    params: importParams,
    async plan({ tx, job }, from) {
      const after = typeof from === 'number' ? from : 0
      const { rows } = await sql<{ line: number }>`
      select line from tree_import_line
      where import_id = ${job.params.importId} and line > ${after} and action in ('create', 'update')
      order by line limit ${PLAN}`.execute(tx)
      const items = rows.map(({ line }) => ({ payload: { line } }))
      return { items, next: rows.length < PLAN ? null : (rows.at(-1)?.line ?? null) }
    },
    async apply(step, items) {
      const { tx, job, now, publish } = step
      await plan.lock(tx, job.companyId)
      const failed = await importLines(step, items, plan)
      await plan.settle({ tx, companyId: job.companyId, author: job.author, now, publish })
      return failed
    },
  })
