import type { Learnt } from '@winnow/contract'
import { learnAdjustment, parametersOf } from '@winnow/vision/learn'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { type Learner } from './adjustment-queries.ts'
import { getLearning, scopeOf } from './get-learning.ts'
import { findCommittee, listExamples } from './labelled-alarms.ts'

/** Makes concurrent runs for the same camera or company wait for each other, since each run replaces the current proposal. */
async function takeTurns(tx: Tx, { companyId, viewId }: Learner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`learning ${viewId ?? companyId}`}))`.execute(tx)
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
  await tx
    .deleteFrom('adjustment')
    .where('company_id', '=', learner.companyId)
    .where('view_id', learner.viewId === null ? 'is' : '=', learner.viewId)
    .where('state', '=', 'proposed')
    .execute()
  // Without models and parameters, no alarms can be compared, so no label can be used.
  if (!committee || !parameters)
    return { learning: await getLearning(tx, learner), refusal: { reason: 'too-few-labels', heldBack: null } }
  const result = learnAdjustment(examples, scopeOf(learner), parameters)
  if (result.outcome === 'learnt')
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
  const { reason, heldBack } = result.outcome === 'refused' ? result : { reason: null, heldBack: null }
  return { learning: await getLearning(tx, learner), refusal: reason === null ? null : { reason, heldBack } }
}
