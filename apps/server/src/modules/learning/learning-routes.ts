import {
  applyCompanyLearning,
  applyViewLearning,
  getCompanyLearning,
  getViewLearning,
  learnCompany,
  learnView,
  revertCompanyLearning,
  revertViewLearning,
} from '@winnow/contract'
import { inTenant, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import type { Learner } from './adjustment-queries.ts'
import { getLearning } from './get-learning.ts'
import { learn } from './learn.ts'
import type { LearningDeps } from './learning-deps.ts'
import { applyProposal, revertApplied } from './settle-adjustment.ts'

interface Call {
  actor: Actor
  learner: Learner
  requestId: string
}

/** What the audit keeps of an adjustment. */
const told = (row: { id: string; shift: number; held_back: unknown }) => ({
  adjustment: row.id,
  shift: row.shift,
  heldBack: row.held_back,
})

export function registerLearning(register: Register, { db, clock }: LearningDeps): void {
  const inTurn = <T>(call: Call, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> =>
    inTenant(db, call.actor.companyId, (tx) => work(tx, clock.now()))

  async function audit(tx: Tx, call: Call, what: string, change: { before?: unknown; after?: unknown }, now: Date) {
    const { viewId, companyId } = call.learner
    const objectType = viewId === null ? 'company' : 'view'
    const entry = { action: `learning.${what}`, objectType, objectId: viewId ?? companyId, ...change }
    await recordAudit(tx, call.actor, entry, now, call.requestId)
  }

  const show = (call: Call) => inTurn(call, (tx) => getLearning(tx, call.learner))

  const run = (call: Call) =>
    inTurn(call, async (tx, now) => {
      const learnt = await learn(tx, call.learner, call.actor.name, now)
      const { proposed, labels } = learnt.learning
      const outcome = learnt.refusal === null ? { proposed } : { refused: learnt.refusal.reason }
      await audit(tx, call, 'run', { after: { ...outcome, labels } }, now)
      return learnt
    })

  const apply = (call: Call, proposal: string) =>
    inTurn(call, async (tx, now) => {
      const { before, after } = await applyProposal(tx, call.learner, proposal, call.actor.name, now)
      await audit(tx, call, 'applied', { ...(before && { before: told(before) }), after: told(after) }, now)
      return getLearning(tx, call.learner)
    })

  const revert = (call: Call) =>
    inTurn(call, async (tx, now) => {
      const before = await revertApplied(tx, call.learner, call.actor.name, now)
      if (before) await audit(tx, call, 'reverted', { before: told(before) }, now)
      return getLearning(tx, call.learner)
    })

  const ofView = ({ actor, params, request }: { actor: Actor; params: { id: string }; request: { id: string } }) => ({
    actor,
    learner: { companyId: actor.companyId, viewId: params.id },
    requestId: request.id,
  })
  const ofCompany = ({ actor, request }: { actor: Actor; request: { id: string } }) => ({
    actor,
    learner: { companyId: actor.companyId, viewId: null },
    requestId: request.id,
  })

  register(getViewLearning, (context) => show(ofView(context)))
  register(learnView, (context) => run(ofView(context)))
  register(applyViewLearning, (context) => apply(ofView(context), context.body.proposal))
  register(revertViewLearning, (context) => revert(ofView(context)))
  register(getCompanyLearning, (context) => show(ofCompany(context)))
  register(learnCompany, (context) => run(ofCompany(context)))
  register(applyCompanyLearning, (context) => apply(ofCompany(context), context.body.proposal))
  register(revertCompanyLearning, (context) => revert(ofCompany(context)))
}
