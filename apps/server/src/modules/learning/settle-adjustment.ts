import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findAdjustment, isStale, type Learner } from './adjustment-queries.ts'
import { findCommittee } from './labelled-alarms.ts'

const endIt = (tx: Tx, id: string, by: string, now: Date) =>
  tx.updateTable('adjustment').set({ state: 'ended', ended_by: by, ended_at: now }).where('id', '=', id).execute()

/**
 * Applies the proposal to all new alarms, in place of the adjustment that was applied before.
 * @throws AppError CONFLICT if there is another proposal by now, or if it was learnt with other models than those that judge new alarms
 */
export async function applyProposal(tx: Tx, learner: Learner, id: string, by: string, now: Date) {
  const proposed = await findAdjustment(tx, learner, 'proposed', { forUpdate: true })
  if (proposed?.id !== id) throw new AppError('CONFLICT', 'This proposal was replaced meanwhile')
  if (isStale(proposed, await findCommittee(tx, learner.companyId)))
    throw new AppError('CONFLICT', 'The detectors have changed since this was learnt; learn again')
  const before = await findAdjustment(tx, learner, 'applied', { forUpdate: true })
  if (before) await endIt(tx, before.id, by, now)
  await tx
    .updateTable('adjustment')
    .set({ state: 'applied', applied_by: by, applied_at: now })
    .where('id', '=', id)
    .execute()
  return { before, after: proposed }
}

/** Reverts the applied adjustment. Returns undefined if there is none, so a second revert succeeds too. */
export async function revertApplied(tx: Tx, learner: Learner, by: string, now: Date) {
  const applied = await findAdjustment(tx, learner, 'applied', { forUpdate: true })
  if (applied) await endIt(tx, applied.id, by, now)
  return applied
}
