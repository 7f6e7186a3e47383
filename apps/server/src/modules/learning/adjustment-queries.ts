import type { Adjustment as PresentedAdjustment } from '@winnow/contract'
import { isFor, type Adjustment, type Committee, type HeldBack } from '@winnow/vision/learn'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Adjustment as AdjustmentTable } from '../../platform/db/types.generated.ts'

/** The owner of an adjustment: a camera or, if `viewId` is null, a company. A company's applies to its cameras without a separate one. */
export interface Learner {
  companyId: string
  viewId: string | null
}

type Row = Selectable<AdjustmentTable>

const committeeOf = (row: Pick<Row, 'committee'>): Committee => row.committee as unknown as Committee

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

/** The proposed or the applied adjustment. `forUpdate` locks it until the transaction ends. */
export async function findAdjustment(
  tx: Tx,
  { companyId, viewId }: Learner,
  state: 'proposed' | 'applied',
  options: { forUpdate?: boolean } = {},
): Promise<Row | undefined> {
  return tx
    .selectFrom('adjustment')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('view_id', viewId === null ? 'is' : '=', viewId)
    .where('state', '=', state)
    .$if(options.forUpdate ?? false, (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Whether an adjustment was learnt with other models or parameters than the current ones. */
export const isStale = (row: Pick<Row, 'committee'>, today: Committee | undefined): boolean =>
  today === undefined || !isFor({ committee: committeeOf(row) }, today)

/** An adjustment as the API returns it. @param today the models and parameters for new alarms; undefined if no alarm was judged lately */
export function present(row: Row, today: Committee | undefined): PresentedAdjustment {
  return {
    id: row.id,
    shift: row.shift,
    heldBack: row.held_back as unknown as HeldBack,
    learntBy: row.learnt_by,
    learntAt: row.learnt_at.toISOString(),
    appliedBy: row.applied_by,
    appliedAt: row.applied_at?.toISOString() ?? null,
    isStale: isStale(row, today),
  }
}
