import {
  applyCompanyLearning,
  applyViewLearning,
  applyLearningProposals,
  getCompanyLearning,
  getViewLearning,
  learnCompany,
  learnView,
  listCompanyLearningAlarms,
  listLearningProposals,
  listViewLearningAlarms,
  revertCompanyLearning,
  revertViewLearning,
  undoLearning,
  type Operation,
} from '@winnow/contract'
import type { Actor } from '../../platform/http/actor.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { requireConfigurableById } from '../access/index.ts'
import type { AdjustmentRow, Learner } from './adjustment-queries.ts'
import { listChangedAlarms } from './changed-alarms.ts'
import { applyMany, undoMany } from './decide-many.ts'
import { getLearning } from './get-learning.ts'
import { learn } from './learn.ts'
import { listProposals } from './list-proposals.ts'
import { applyOne, revertApplied } from './settle-adjustment.ts'

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

/** Tells the audit log of a decision, with the figures before and after. */
const tellWith =
  (audit: Asked['audit']) =>
  (
    learner: Learner,
    what: 'applied' | 'reverted' | 'undone',
    { before, after }: { before: AdjustmentRow | undefined; after?: AdjustmentRow | undefined },
  ) =>
    audit(
      entryOf(learner, what, {
        ...(before && { before: auditedAdjustment(before) }),
        ...(after && { after: auditedAdjustment(after) }),
      }),
    )

/** What was learnt changes a camera's threshold, as its sensitivity does, so the same people may decide about it. */
async function requireMayDecide({ tx, actor }: Asked, { viewId }: Learner): Promise<void> {
  if (viewId !== null) await requireConfigurableById(tx, actor, viewId)
}

async function apply(asked: Asked, learner: Learner, proposal: string) {
  await requireMayDecide(asked, learner)
  const { tx, actor, now, audit } = asked
  await tellWith(audit)(learner, 'applied', await applyOne(tx, learner, proposal, { by: actor.name, now }))
  return getLearning(tx, learner)
}

async function revert(asked: Asked, learner: Learner) {
  await requireMayDecide(asked, learner)
  const { tx, actor, now, audit } = asked
  const before = await revertApplied(tx, learner, { by: actor.name, now })
  if (before) await tellWith(audit)(learner, 'reverted', { before })
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
  register.read(listViewLearningAlarms, (asked) => listChangedAlarms(asked.tx, ofView(asked), asked.query.of))
  register.read(listCompanyLearningAlarms, (asked) => listChangedAlarms(asked.tx, ofCompany(asked), asked.query.of))
  register.read(listLearningProposals, ({ tx, actor }) => listProposals(tx, actor))
  register.write(applyLearningProposals, ({ tx, actor, now, audit, body }) =>
    applyMany({ tx, actor, now, tell: tellWith(audit) }, body.proposals),
  )
  register.write(undoLearning, ({ tx, actor, now, audit, body }) =>
    undoMany({ tx, actor, now, tell: tellWith(audit) }, body.adjustments),
  )
}
