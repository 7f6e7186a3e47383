import type { Learning } from '@winnow/contract'
import { countLabels } from '@winnow/vision/learn'
import type { Tx } from '../../platform/db/transaction.ts'
import { findAdjustment, isStale, present, type Learner } from './adjustment-queries.ts'
import { findCommittee, listExamples } from './labelled-alarms.ts'

export const scopeOf = ({ viewId }: Learner): 'company' | 'camera' => (viewId === null ? 'company' : 'camera')

/** The state of learning for a camera or a company. */
export async function getLearning(tx: Tx, learner: Learner): Promise<Learning> {
  const today = await findCommittee(tx, learner.companyId)
  const { examples, notComparable } = await listExamples(tx, learner, today)
  const proposed = await findAdjustment(tx, learner, 'proposed')
  const applied = await findAdjustment(tx, learner, 'applied')
  const ofCompany =
    learner.viewId === null ? undefined : await findAdjustment(tx, { ...learner, viewId: null }, 'applied')
  const counts = (row: typeof applied) => row !== undefined && !isStale(row, today)
  return {
    labels: countLabels(examples, scopeOf(learner)),
    notComparable,
    proposed: proposed ? present(proposed, today) : null,
    applied: applied ? present(applied, today) : null,
    followsCompany: !counts(applied) && counts(ofCompany),
  }
}
