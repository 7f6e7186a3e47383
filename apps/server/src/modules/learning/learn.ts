import type { Learnt } from '@winnow/contract'
import { isWorthProposing, learnAdjustment, parametersOf, type Committee, type Learning } from '@winnow/vision/learn'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { findAdjustment, findReverted, isStale, takeTurns, type Learner } from './adjustment-queries.ts'
import { getLearning, lostBy, scopeOf } from './get-learning.ts'
import { findCommittee, listExamples } from './labelled-alarms.ts'

const deleteProposal = (tx: Tx, { companyId, viewId }: Learner) =>
  tx
    .deleteFrom('adjustment')
    .where('company_id', '=', companyId)
    .where('view_id', viewId === null ? 'is' : '=', viewId)
    .where('state', '=', 'proposed')
    .execute()

/** A result that is to be stored: who learnt it, and when. The program itself is null. */
interface Found {
  committee: Committee
  result: Extract<Learning, { outcome: 'learnt' }>
  by: string | null
  now: Date
}

async function storeProposal(tx: Tx, learner: Learner, { committee, result, by, now }: Found): Promise<void> {
  await deleteProposal(tx, learner)
  await tx
    .insertInto('adjustment')
    .values({
      id: newId(now.getTime()),
      company_id: learner.companyId,
      view_id: learner.viewId,
      state: 'proposed',
      shift: result.shift,
      committee: JSON.stringify(committee),
      held_back: JSON.stringify(result.heldBack),
      learnt_by: by,
      learnt_at: now,
    })
    .execute()
}

/**
 * Learns from the current labels and stores the result as the proposal, in place of an older one. If the labels are not sufficient, the
 * older proposal is removed too, because the labels no longer support it.
 */
export async function learn(tx: Tx, learner: Learner, by: string, now: Date): Promise<Learnt> {
  await takeTurns(tx, learner)
  const committee = await findCommittee(tx, learner.companyId)
  const parameters = committee && parametersOf(committee)
  const { examples } = await listExamples(tx, learner, committee)
  await deleteProposal(tx, learner)
  // Without models and parameters, no alarms can be compared, so no label can be used.
  if (!committee || !parameters)
    return { learning: await getLearning(tx, learner), refusal: { reason: 'too-few-labels', heldBack: null } }
  const result = learnAdjustment(examples, scopeOf(learner), parameters)
  if (result.outcome === 'learnt') await storeProposal(tx, learner, { committee, result, by, now })
  const { reason, heldBack } = result.outcome === 'refused' ? result : { reason: null, heldBack: null }
  return { learning: await getLearning(tx, learner), refusal: reason === null ? null : { reason, heldBack } }
}

/**
 * Does the same without being asked, for proposals on Home. A proposal that still holds stays, so that people can decide on what they saw;
 * one that the labels no longer support is removed. Nothing is proposed that people have decided about already.
 */
export async function proposeUnasked(tx: Tx, learner: Learner, now: Date): Promise<void> {
  await takeTurns(tx, learner)
  const committee = await findCommittee(tx, learner.companyId)
  const parameters = committee && parametersOf(committee)
  if (!committee || !parameters) return
  const { examples } = await listExamples(tx, learner, committee)
  const proposed = await findAdjustment(tx, learner, 'proposed')
  if (proposed && !isStale(proposed, committee) && lostBy(proposed, examples, committee) === 0) return
  const result = learnAdjustment(examples, scopeOf(learner), parameters)
  if (proposed) await deleteProposal(tx, learner)
  if (result.outcome === 'refused') return
  const applied = await findAdjustment(tx, learner, 'applied')
  const decided = {
    appliedShift: applied && !isStale(applied, committee) ? applied.shift : undefined,
    revertedAt: (await findReverted(tx, learner))?.ended_at ?? undefined,
  }
  if (isWorthProposing(result.shift, examples, decided))
    await storeProposal(tx, learner, { committee, result, by: null, now })
}
