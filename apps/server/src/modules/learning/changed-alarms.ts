import type { ChangedAlarms } from '@winnow/contract'
import { isFilteredBy, parametersOf, type Committee } from '@winnow/vision/learn'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { findAdjustment, isStale, type Learner } from './adjustment-queries.ts'
import { shiftInUse } from './get-learning.ts'
import { findCommittee, isComparable } from './labelled-alarms.ts'
import type { Sensitivity } from './present-adjustment.ts'

/** The number of newest alarms that are looked at. */
const NEWEST = { camera: 500, company: 2_000 } as const
/** The number of alarms that are named; the others are only counted. */
const NAMED = 24

interface Row {
  id: string
  view_id: string
  received_at: Date
  score: number | null
  ground_truth: boolean | null
  frame_count: number
  evidence: number | null
  sensitivity: number
  adjustment: string | null
  verdict: string
}

/** The newest alarms of a camera or a company that models judged and that fulfil a condition on alarm `l` and camera `v`. */
async function listNewest(
  tx: Tx,
  { companyId, viewId }: Learner,
  condition: RawBuilder<SqlBool>,
  since: Date | null = null,
): Promise<Row[]> {
  const place = viewId === null ? sql`company_id = ${companyId}` : sql`view_id = ${viewId}`
  const from = since === null ? sql`true` : sql`id >= app.uuid_from_time(${since})`
  const { rows } = await sql<Row>`
    select l.id, l.view_id, l.received_at, l.score, l.ground_truth, l.frame_count, l.verdict, v.sensitivity,
      (l.evidence->>'value')::float8 as evidence, l.model->'adjustment'->>'id' as adjustment
    from (
      select * from alarm where ${place} and ${from} and not is_test
      order by id desc limit ${viewId === null ? NEWEST.company : NEWEST.camera}) l
      join view v on v.id = l.view_id
    where v.deleted_at is null and ${condition}
    order by l.id desc`.execute(tx)
  return rows
}

function present(rows: readonly Row[], changed: readonly Row[]): ChangedAlarms {
  const labelled = (groundTruth: boolean | null) => changed.filter((row) => row.ground_truth === groundTruth).length
  return {
    of: rows.length,
    since: rows.at(-1)?.received_at.toISOString() ?? null,
    labelledTrue: labelled(true),
    labelledFalse: labelled(false),
    unlabelled: labelled(null),
    alarms: changed.slice(0, NAMED).map((row) => ({
      id: row.id,
      viewId: row.view_id,
      receivedAt: row.received_at.toISOString(),
      score: row.score ?? 0,
      groundTruth: row.ground_truth,
      hasPicture: row.frame_count > 0,
    })),
  }
}

const changes = (row: Row, shifts: { before: number; after: number }, committee: Committee | undefined): boolean => {
  const parameters = committee && parametersOf(committee)
  if (!parameters || row.evidence === null) return false
  return isFilteredBy({ evidence: row.evidence, sensitivity: row.sensitivity as Sensitivity }, shifts, parameters)
}

/** The latest alarms that pass now and that the proposal would filter. Cameras with an adjustment of their own ignore the company's. */
async function listOfProposal(tx: Tx, learner: Learner): Promise<ChangedAlarms> {
  const committee = await findCommittee(tx, learner.companyId)
  const proposed = await findAdjustment(tx, learner, 'proposed')
  const own = sql`select from adjustment own where own.view_id = v.id and own.state = 'applied'`
  const isFollowing = learner.viewId === null ? sql<SqlBool>`not exists (${own})` : sql<SqlBool>`true`
  const rows = await listNewest(tx, learner, sql<SqlBool>`${isComparable(committee)} and ${isFollowing}`)
  if (!proposed || isStale(proposed, committee)) return present(rows, [])
  const shifts = { before: await shiftInUse(tx, learner, committee), after: proposed.shift }
  return present(
    rows,
    rows.filter((row) => row.verdict === 'true' && changes(row, shifts, committee)),
  )
}

/** The latest alarms that were filtered since the adjustment is in use, and that would have passed without it. */
async function listOfApplied(tx: Tx, learner: Learner): Promise<ChangedAlarms> {
  const applied = await findAdjustment(tx, learner, 'applied')
  if (!applied?.applied_at) return present([], [])
  const committee = applied.committee as unknown as Committee
  const judged = sql<SqlBool>`l.verdict in ('true', 'false') and l.model->'adjustment'->>'id' = ${applied.id}`
  const rows = await listNewest(tx, learner, judged, applied.applied_at)
  const shifts = { before: 0, after: applied.shift }
  return present(
    rows,
    rows.filter((row) => row.verdict === 'false' && changes(row, shifts, committee)),
  )
}

/** The latest alarms for which the proposal, or the adjustment in use, makes a difference. */
export const listChangedAlarms = (tx: Tx, learner: Learner, of: 'proposed' | 'applied'): Promise<ChangedAlarms> =>
  of === 'proposed' ? listOfProposal(tx, learner) : listOfApplied(tx, learner)
