import type { Adjustment as PresentedAdjustment } from '@winnow/contract'
import { isFor, type Adjustment, type Committee, type HeldBack } from '@winnow/vision/learn'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Adjustment as AdjustmentTable } from '../../platform/db/types.generated.ts'

/** For whom is learnt: one camera, or (null) all of a company that have learnt nothing of their own. */
export interface Learner {
  companyId: string
  viewId: string | null
}

type Row = Selectable<AdjustmentTable>

const committeeOf = (row: Pick<Row, 'committee'>): Committee => row.committee as unknown as Committee

/** What counts for a camera's next alarm, its own before the company's. */
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

/** The proposal of a learner, or what is applied. `forUpdate`: until the end of the transaction nobody else changes it. */
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

/** Whether it was learnt from other models or parameters than those that judge today. */
export const isStale = (row: Pick<Row, 'committee'>, today: Committee | undefined): boolean =>
  today === undefined || !isFor({ committee: committeeOf(row) }, today)

/** @param today the committee that judges new alarms; undefined when none has lately */
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
