import type { QualityReview } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import { listRounds } from './rounds.ts'

const ROUNDS_SHOWN = 10

/** The switch of a company with its results. */
export async function readReview(tx: Tx, companyId: string): Promise<QualityReview> {
  const row = await tx
    .selectFrom('quality_switch')
    .select(['is_on', 'changed_at', 'changed_by'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return {
    on: row?.is_on ?? false,
    changed: row ? { at: row.changed_at.toISOString(), by: row.changed_by } : null,
    rounds: await listRounds(tx, companyId, ROUNDS_SHOWN),
  }
}

export async function writeSwitch(
  tx: Tx,
  companyId: string,
  { on, by, now }: { on: boolean; by: string; now: Date },
): Promise<void> {
  const columns = { is_on: on, changed_at: now, changed_by: by }
  await tx
    .insertInto('quality_switch')
    .values({ company_id: companyId, ...columns })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(columns))
    .execute()
}
