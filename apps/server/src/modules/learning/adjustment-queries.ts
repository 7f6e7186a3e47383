import { isFor, type Adjustment, type Committee } from '@winnow/vision/learn'
import { sql, type Selectable } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Adjustment as AdjustmentTable } from '../../platform/db/types.generated.ts'

/** The owner of an adjustment: a camera or, if `viewId` is null, a company. A company's applies to its cameras without a separate one. */
export interface Learner {
  companyId: string
  viewId: string | null
}

export type AdjustmentRow = Selectable<AdjustmentTable>

const committeeOf = (row: Pick<AdjustmentRow, 'committee'>): Committee => row.committee as unknown as Committee

/** The adjustments that can apply to a camera's next alarm. The camera's adjustment comes before the company's. */
export async function listApplied(tx: Tx, companyId: string, viewId: string): Promise<Adjustment[]> {
  const rows = await tx
    .selectFrom('adjustment')
    .select(['id', 'view_id', 'shift', 'committee'])
    .where('company_id', '=', companyId)
    .where('state', '=', 'applied')
    .where((eb) => eb.or([eb('view_id', '=', viewId), eb('view_id', 'is', null)]))
    .orderBy('view_id', (order) => order.asc().nullsLast())
    .execute()
  return rows.map((row) => ({
    id: row.id,
    scope: row.view_id === null ? ('company' as const) : ('camera' as const),
    shift: row.shift,
    committee: committeeOf(row),
  }))
}

/** Makes concurrent changes of the adjustments of a camera or company wait for each other, until the transaction ends. */
export async function takeTurns(tx: Tx, { companyId, viewId }: Learner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`learning ${viewId ?? companyId}`}))`.execute(tx)
}

/** The proposed or the applied adjustment. */
export async function findAdjustment(
  tx: Tx,
  { companyId, viewId }: Learner,
  state: 'proposed' | 'applied',
): Promise<AdjustmentRow | undefined> {
  return tx
    .selectFrom('adjustment')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('view_id', viewId === null ? 'is' : '=', viewId)
    .where('state', '=', state)
    .executeTakeFirst()
}

/** Whether an adjustment was learnt with other models or parameters than the current ones. */
export const isStale = (row: Pick<AdjustmentRow, 'committee'>, today: Committee | undefined): boolean =>
  today === undefined || !isFor({ committee: committeeOf(row) }, today)

/** The adjustment that was reverted last. Undefined if one is applied, since what that one replaced was not reverted. */
export async function findReverted(tx: Tx, { companyId, viewId }: Learner): Promise<AdjustmentRow | undefined> {
  if (await findAdjustment(tx, { companyId, viewId }, 'applied')) return undefined
  return tx
    .selectFrom('adjustment')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('view_id', viewId === null ? 'is' : '=', viewId)
    .where('state', '=', 'ended')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
