import { parametersOf } from '@winnow/vision/learn'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import {
  findAdjustment,
  findReverted,
  isStale,
  takeTurns,
  type AdjustmentRow,
  type Learner,
} from './adjustment-queries.ts'
import { lostBy } from './get-learning.ts'
import { findCommittee, listExamples } from './labelled-alarms.ts'

/** Who decides, and when. */
export interface Decider {
  by: string
  now: Date
}

const endIt = (tx: Tx, id: string, { by, now }: Decider) =>
  tx.updateTable('adjustment').set({ state: 'ended', ended_by: by, ended_at: now }).where('id', '=', id).execute()

/** Why an adjustment cannot be applied. */
export type Refused = 'gone' | 'stale' | 'recall-would-fall'

/**
 * Applies the proposal to all new alarms, in place of the adjustment that was applied before; or applies again what was reverted last.
 * Labels may have been given since it was learnt, so they are asked again.
 */
export async function applyProposal(
  tx: Tx,
  learner: Learner,
  id: string,
  decider: Decider,
): Promise<{ before: AdjustmentRow | undefined; after: AdjustmentRow } | Refused> {
  await takeTurns(tx, learner)
  const proposed = await findAdjustment(tx, learner, 'proposed')
  const chosen = proposed?.id === id ? proposed : await findReverted(tx, learner)
  if (chosen?.id !== id) return 'gone'
  const committee = await findCommittee(tx, learner.companyId)
  if (isStale(chosen, committee) || !committee || !parametersOf(committee)) return 'stale'
  const { examples } = await listExamples(tx, learner, committee)
  if (lostBy(chosen, examples, committee) > 0) return 'recall-would-fall'
  const before = await findAdjustment(tx, learner, 'applied')
  if (before) await endIt(tx, before.id, decider)
  await tx
    .updateTable('adjustment')
    .set({
      state: 'applied',
      applied_by: decider.by,
      applied_at: decider.now,
      ended_by: null,
      ended_at: null,
      replaced_id: before?.id ?? null,
    })
    .where('id', '=', id)
    .execute()
  return { before, after: chosen }
}

const CONFLICTS: Record<Refused, string> = {
  gone: 'This proposal was replaced meanwhile',
  stale: 'The detectors have changed since this was learnt; learn again',
  'recall-would-fall': 'An alarm labelled true would be filtered; learn again',
}

/** The same for one adjustment alone. @throws AppError CONFLICT with the reason */
export async function applyOne(tx: Tx, learner: Learner, id: string, decider: Decider) {
  const applied = await applyProposal(tx, learner, id, decider)
  if (typeof applied === 'string') throw new AppError('CONFLICT', CONFLICTS[applied])
  return applied
}

/** Reverts the applied adjustment. Returns undefined if there is none, so a second revert succeeds too. */
export async function revertApplied(tx: Tx, learner: Learner, decider: Decider) {
  await takeTurns(tx, learner)
  const applied = await findAdjustment(tx, learner, 'applied')
  if (applied) await endIt(tx, applied.id, decider)
  return applied
}

/**
 * Undoes that an adjustment was applied: it is a proposal again, unless there is another one, and what it replaced is in use again.
 * @returns what was in use, and what is now; undefined if the adjustment was not in use any more
 */
export async function undoApplied(
  tx: Tx,
  learner: Learner,
  id: string,
  decider: Decider,
): Promise<{ before: AdjustmentRow; after: AdjustmentRow | undefined } | undefined> {
  await takeTurns(tx, learner)
  const before = await findAdjustment(tx, learner, 'applied')
  if (before?.id !== id) return undefined
  const newer = await findAdjustment(tx, learner, 'proposed')
  if (newer) await endIt(tx, id, decider)
  else
    await tx
      .updateTable('adjustment')
      .set({ state: 'proposed', applied_by: null, applied_at: null, replaced_id: null })
      .where('id', '=', id)
      .execute()
  const after = before.replaced_id
    ? await tx
        .updateTable('adjustment')
        .set({ state: 'applied', ended_by: null, ended_at: null })
        .where('id', '=', before.replaced_id)
        .where('company_id', '=', learner.companyId)
        .where('state', '=', 'ended')
        .returningAll()
        .executeTakeFirst()
    : undefined
  return { before, after }
}
