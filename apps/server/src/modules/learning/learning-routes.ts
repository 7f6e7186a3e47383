import {
  applyCompanyLearning,
  applyViewLearning,
  getCompanyLearning,
  getViewLearning,
  learnCompany,
  learnView,
  revertCompanyLearning,
  revertViewLearning,
  type Operation,
} from '@winnow/contract'
import type { Actor } from '../../platform/http/actor.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import type { Learner } from './adjustment-queries.ts'
import { getLearning } from './get-learning.ts'
import { learn } from './learn.ts'
import { applyProposal, revertApplied } from './settle-adjustment.ts'

type Asked = Pick<Changing<Operation>, 'tx' | 'actor' | 'now' | 'audit'>

/** The fields of an adjustment that the audit log keeps. */
const auditedAdjustment = (row: { id: string; shift: number; held_back: unknown }) => ({
  adjustment: row.id,
  shift: row.shift,
  heldBack: row.held_back,
})

const entryOf = ({ viewId, companyId }: Learner, what: string, change: { before?: unknown; after?: unknown }) => ({
  action: `learning.${what}`,
  objectType: viewId === null ? ('company' as const) : ('view' as const),
  objectId: viewId ?? companyId,
  ...change,
})

async function run({ tx, actor, now, audit }: Asked, learner: Learner) {
  const learnt = await learn(tx, learner, actor.name, now)
  const { proposed, labels } = learnt.learning
  const outcome = learnt.refusal === null ? { proposed } : { refused: learnt.refusal.reason }
  await audit(entryOf(learner, 'run', { after: { ...outcome, labels } }))
  return learnt
}

async function apply({ tx, actor, now, audit }: Asked, learner: Learner, proposal: string) {
  const { before, after } = await applyProposal(tx, learner, proposal, actor.name, now)
  await audit(
    entryOf(learner, 'applied', {
      ...(before && { before: auditedAdjustment(before) }),
      after: auditedAdjustment(after),
    }),
  )
  return getLearning(tx, learner)
}

async function revert({ tx, actor, now, audit }: Asked, learner: Learner) {
  const before = await revertApplied(tx, learner, actor.name, now)
  if (before) await audit(entryOf(learner, 'reverted', { before: auditedAdjustment(before) }))
  return getLearning(tx, learner)
}

const ofView = ({ actor, params }: { actor: Actor; params: { id: string } }): Learner => ({
  companyId: actor.companyId,
  viewId: params.id,
})
const ofCompany = ({ actor }: { actor: Actor }): Learner => ({ companyId: actor.companyId, viewId: null })

export function registerLearning(register: Register): void {
  register.read(getViewLearning, (asked) => getLearning(asked.tx, ofView(asked)))
  register.write(learnView, (asked) => run(asked, ofView(asked)))
  register.write(applyViewLearning, (asked) => apply(asked, ofView(asked), asked.body.proposal))
  register.write(revertViewLearning, (asked) => revert(asked, ofView(asked)))
  register.read(getCompanyLearning, (asked) => getLearning(asked.tx, ofCompany(asked)))
  register.write(learnCompany, (asked) => run(asked, ofCompany(asked)))
  register.write(applyCompanyLearning, (asked) => apply(asked, ofCompany(asked), asked.body.proposal))
  register.write(revertCompanyLearning, (asked) => revert(asked, ofCompany(asked)))
}
