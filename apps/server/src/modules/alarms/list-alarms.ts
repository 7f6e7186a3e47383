import type { AlarmRow, AlarmRule } from '@winnow/contract'
import type { Grants, OutsideReason } from '@winnow/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { NOTHING } from '../../platform/http/gate.ts'
import type { AlarmQuery, AlarmBody } from './alarm-filter.ts'
import { selectIds } from './select-ids.ts'

/** Counts are exact up to this number, and "more than" beyond it. Counting millions of rows would take too long. */
const COUNT_LIMIT = 10_000

interface Row {
  id: string
  view_id: string
  view_name: string
  site_id: string
  site_name: string
  project_id: string
  project_name: string
  timezone: string
  received_at: Date
  event_type: string
  verdict: string | null
  verdict_at: Date | null
  score: number | null
  classes: string[]
  ground_truth: boolean | null
  label_reason: string | null
  note_count: number
  frame_count: number
  is_test: boolean
  outside: string | null
  outside_until: Date | null
  version: number
  rules: unknown
}

/** The rule that found most of an alarm: findings are stored with hits first. */
function ruleOf(stored: unknown): AlarmRow['rule'] {
  const [first] = (stored ?? []) as AlarmRule[]
  if (first?.outcome !== 'hit' && first?.outcome !== 'held') return null
  const { name, type, category, outcome } = first
  return { name, type, category, isHeld: outcome === 'held' }
}

export const presentRow = (row: Row): AlarmRow => ({
  id: row.id,
  viewId: row.view_id,
  viewName: row.view_name,
  siteId: row.site_id,
  siteName: row.site_name,
  projectId: row.project_id,
  projectName: row.project_name,
  timezone: row.timezone,
  receivedAt: row.received_at.toISOString(),
  eventType: row.event_type as AlarmRow['eventType'],
  verdict: row.verdict as AlarmRow['verdict'],
  verdictAt: row.verdict_at?.toISOString() ?? null,
  score: row.score,
  classes: row.classes as AlarmRow['classes'],
  groundTruth: row.ground_truth,
  labelReason: row.label_reason as AlarmRow['labelReason'],
  noteCount: row.note_count,
  frameCount: row.frame_count,
  isTest: row.is_test,
  outside:
    row.outside === null
      ? null
      : { reason: row.outside as OutsideReason, until: row.outside_until?.toISOString() ?? null },
  version: row.version,
  rule: ruleOf(row.rules),
})

/** SQL condition for the key at which the page begins. A key of another company was replaced by `NOTHING`, which makes the page empty. */
function pageKey(query: AlarmQuery) {
  if (query.before === NOTHING || query.after === NOTHING) return sql`and false`
  if (query.before) return sql`and a.id < ${query.before}`
  return query.after ? sql`and a.id > ${query.after}` : sql``
}

/** The last row that page numbers reach. The database reads all rows before a page, so further pages would take too long. */
const LAST_NUMBERED_ROW = 100_000

function offsetOf({ page, limit, before, after }: AlarmQuery): number {
  if (before !== undefined || after !== undefined) return 0
  const offset = (page - 1) * limit
  if (offset + limit <= LAST_NUMBERED_ROW) return offset
  const message = `Page numbers reach the first ${LAST_NUMBERED_ROW} rows; for later ones send the id of a page’s last row as before`
  throw new AppError('VALIDATION', message, { fields: [{ field: 'page', message }] })
}

/** Loads the rows of the alarms whose ids a query selects, by id. */
async function loadRows(tx: Tx, ids: RawBuilder<unknown>, order: 'asc' | 'desc'): Promise<AlarmRow[]> {
  const { rows } = await sql<Row>`
    with page as materialized (${ids})
    select a.id, a.view_id, v.name as view_name, a.site_id, s.name as site_name, a.project_id, pr.name as project_name,
      coalesce(s.timezone, c.default_site_timezone) as timezone, a.received_at, a.event_type, a.verdict, a.verdict_at, a.score,
      a.classes, a.ground_truth, a.label_reason, a.note_count, a.frame_count, a.is_test, a.outside, a.outside_until, a.version, a.rules
    from page p
      join alarm a on a.id = p.id
      join view v on v.id = a.view_id
      join site s on s.id = a.site_id
      join project pr on pr.id = a.project_id
      join company c on c.id = a.company_id
    order by a.id ${sql.raw(order)}`.execute(tx)
  return rows.map(presentRow)
}

/** Finds one alarm as a row of the list. The gate has already checked that the caller may see it. */
export async function findRow(tx: Tx, id: string): Promise<AlarmRow | undefined> {
  const [row] = await loadRows(tx, sql`select ${id}::uuid as id`, 'desc')
  return row
}

/**
 * Lists one page of alarms, newest first. `before` and `after` are keys, so the cost of a page does not depend on its position. Columns
 * other than the id are loaded only for the rows of the page.
 * @throws AppError VALIDATION for a page that is too far away
 */
export async function listAlarms(
  tx: Tx,
  companyId: string,
  grants: Grants,
  query: AlarmQuery,
  body: AlarmBody,
): Promise<{ rows: AlarmRow[]; more: boolean }> {
  const backwards = query.after !== undefined
  const order = backwards ? 'asc' : 'desc'
  const offset = body.alarms ? 0 : offsetOf(query)
  const cut = { key: pageKey(query), order, limit: query.limit + 1, offset } as const
  const rows = await loadRows(tx, selectIds(companyId, grants, query, body, cut), order)
  const kept = rows.slice(0, query.limit)
  return { rows: backwards ? kept.toReversed() : kept, more: rows.length > query.limit }
}

/** Does the same as {@link listAlarms}, but returns only ids. */
export async function listIds(
  tx: Tx,
  { companyId, grants }: { companyId: string; grants: Grants },
  query: Omit<AlarmQuery, 'page'>,
  body: AlarmBody,
): Promise<{ ids: string[]; more: boolean }> {
  const backwards = query.after !== undefined
  const whole = { ...query, page: 1 }
  const cut = { key: pageKey(whole), order: backwards ? 'asc' : 'desc', limit: query.limit + 1 } as const
  const { rows } = await sql<{ id: string }>`${selectIds(companyId, grants, whole, body, cut)}`.execute(tx)
  const kept = rows.slice(0, query.limit).map(({ id }) => id)
  return { ids: backwards ? kept.toReversed() : kept, more: rows.length > query.limit }
}

/** The number of alarms that match a filter, exact up to the limit. */
export async function countAlarms(
  tx: Tx,
  companyId: string,
  grants: Grants,
  query: AlarmQuery,
  body: AlarmBody,
): Promise<{ count: number; countIsExact: boolean }> {
  const ids = selectIds(companyId, grants, query, body, { limit: COUNT_LIMIT + 1 })
  const { rows } = await sql<{ n: string }>`select count(*) as n from (${ids}) found`.execute(tx)
  const found = Number(rows[0]?.n ?? 0)
  return { count: Math.min(found, COUNT_LIMIT), countIsExact: found <= COUNT_LIMIT }
}
