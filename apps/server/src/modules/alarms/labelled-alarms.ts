import { EXPORT_LIMITS, type BodyOf, type exportLabelled, type QueryOf } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { selectIds } from './select-ids.ts'

export type ExportQuery = QueryOf<typeof exportLabelled>
export type ExportBody = BodyOf<typeof exportLabelled>

/** The size of an export. */
export interface ExportSize {
  true: number
  false: number
  pictures: number
  bytes: number
  isTooMuch: boolean
}

/** A picture of the export. */
export interface LabelledPicture {
  key: string
  offset_ms: number | null
}

export interface LabelledRow {
  id: string
  view_id: string
  received_at: Date
  ground_truth: boolean
  label_reason: string | null
  classes: string[]
  reasons: { code: string }[]
  thermal: boolean
  pictures: LabelledPicture[]
}

/**
 * SQL condition for an alarm's pictures on alias `f`. These are still pictures (converted where browsers could not show the original) and
 * the analysed frames of clips. Files that are no pictures, and clips that were not analysed, are left out.
 */
const isPicture = sql`(f.kind = 'clip-frame' and f.display_key is not null
  or f.kind = 'still' and (f.original_type = any('{image/jpeg,image/png,image/webp,image/gif,image/bmp}') and f.original_key is not null
    or f.display_key is not null))`
const pictureKey = sql`case when f.kind = 'still' and f.original_type = any('{image/jpeg,image/png,image/webp,image/gif,image/bmp}')
  then f.original_key else f.display_key end`

/** SQL that selects the newest labelled alarms of the filters, one more than an export may hold. */
function labelledIds(companyId: string, grants: Grants, query: ExportQuery, body: ExportBody): RawBuilder<unknown> {
  const cut = { order: 'desc', limit: EXPORT_LIMITS.alarms + 1 } as const
  const labels = query.label === 'all' ? (['true', 'false'] as const) : [query.label]
  const parts = labels.map(
    (label) => sql`(${selectIds(companyId, grants, { ...query, label, page: 1, limit: 1 }, body, cut)})`,
  )
  return sql`select id from (${sql.join(parts, sql` union all `)}) labelled order by id desc limit ${cut.limit}`
}

/** The size of an export, computed without reading any file. */
export async function measureExport(
  tx: Tx,
  companyId: string,
  grants: Grants,
  query: ExportQuery,
  body: ExportBody,
): Promise<ExportSize> {
  const { rows } = await sql<{ ground_truth: boolean; alarms: string; pictures: string; bytes: string }>`
    with labelled as materialized (${labelledIds(companyId, grants, query, body)}),
    measured as (
      select a.ground_truth, count(*) as pictures, sum(f.original_bytes) as bytes
      from labelled l join alarm a on a.id = l.id join frame f on f.alarm_id = l.id
      where a.ground_truth is not null and ${isPicture}
      group by a.id, a.ground_truth)
    select ground_truth, count(*) as alarms, sum(pictures) as pictures, sum(bytes) as bytes
    from measured group by ground_truth`.execute(tx)
  const of = (isTrue: boolean) => Number(rows.find((row) => row.ground_truth === isTrue)?.alarms ?? 0)
  const sum = (column: 'pictures' | 'bytes') => rows.reduce((all, row) => all + Number(row[column]), 0)
  const size = { true: of(true), false: of(false), pictures: sum('pictures'), bytes: sum('bytes') }
  return {
    ...size,
    isTooMuch: size.true + size.false > EXPORT_LIMITS.alarms || size.bytes > EXPORT_LIMITS.bytes,
  }
}

/** The ids of an export, oldest first, in the order in which files are written. */
export async function listLabelledIds(
  tx: Tx,
  companyId: string,
  grants: Grants,
  query: ExportQuery,
  body: ExportBody,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${labelledIds(companyId, grants, query, body)}`.execute(tx)
  return rows.map((row) => row.id).toReversed()
}

/** The manifest's data of some alarms, ordered by id. Alarms that were deleted or lost their label meanwhile are left out. */
export async function readLabelled(tx: Tx, companyId: string, ids: readonly string[]): Promise<LabelledRow[]> {
  const { rows } = await sql<LabelledRow>`
    select a.id, a.view_id, a.received_at, a.ground_truth, a.label_reason,
      case when a.verdict = 'false' then '{}' else a.classes end as classes, a.reasons, v.thermal, shown.pictures
    from alarm a
      join view v on v.id = a.view_id
      cross join lateral (
        select jsonb_agg(jsonb_build_object('key', ${pictureKey}, 'offset_ms', f.offset_ms) order by f.position) as pictures
        from frame f where f.alarm_id = a.id and ${isPicture}) shown
    where a.id = any(${[...ids]}::uuid[]) and a.company_id = ${companyId} and a.ground_truth is not null
      and shown.pictures is not null
    order by a.id`.execute(tx)
  return rows
}
