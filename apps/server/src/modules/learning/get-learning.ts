import type { Learning } from '@winnow/contract'
import { countLabels, countLost, parametersOf, type Committee, type Example } from '@winnow/vision/learn'
import type { Tx } from '../../platform/db/transaction.ts'
import { findAdjustment, findReverted, isStale, type AdjustmentRow, type Learner } from './adjustment-queries.ts'
import { findCommittee, listExamples } from './labelled-alarms.ts'
import { present, presentReverted, thresholdWith, type Sensitivity } from './present-adjustment.ts'

export const scopeOf = ({ viewId }: Learner): 'company' | 'camera' => (viewId === null ? 'company' : 'camera')

/** The sensitivity of cameras that nobody has changed. A company's thresholds are told for it. */
const USUAL_SENSITIVITY = 3

async function sensitivityOf(tx: Tx, { viewId }: Learner): Promise<Sensitivity> {
  if (viewId === null) return USUAL_SENSITIVITY
  const row = await tx.selectFrom('view').select('sensitivity').where('id', '=', viewId).executeTakeFirstOrThrow()
  return row.sensitivity as Sensitivity
}

/** The number of alarms labelled true that would be lost by an adjustment. 0 if it is without effect. */
export function lostBy(
  row: AdjustmentRow | undefined,
  examples: readonly Example[],
  committee: Committee | undefined,
): number {
  const parameters = committee && parametersOf(committee)
  if (!row || !parameters || isStale(row, committee)) return 0
  return countLost(examples, row.shift, parameters)
}

/** What is stored for a camera or company: its own adjustments, and that of the company for its cameras. */
async function listStored(tx: Tx, learner: Learner) {
  const ofCompany = learner.viewId === null ? undefined : { ...learner, viewId: null }
  return {
    proposed: await findAdjustment(tx, learner, 'proposed'),
    applied: await findAdjustment(tx, learner, 'applied'),
    reverted: await findReverted(tx, learner),
    ofCompany: ofCompany && (await findAdjustment(tx, ofCompany, 'applied')),
  }
}

type Stored = Awaited<ReturnType<typeof listStored>>

/** The adjustment that the next alarm is judged with: the camera's own, then the company's, and none that is stale. */
const inEffect = ({ applied, ofCompany }: Stored, committee: Committee | undefined): AdjustmentRow | undefined =>
  [applied, ofCompany].find((row) => row !== undefined && !isStale(row, committee))

/** The shift in use for a camera or company; 0 without any. */
export async function shiftInUse(tx: Tx, learner: Learner, committee: Committee | undefined): Promise<number> {
  return inEffect(await listStored(tx, learner), committee)?.shift ?? 0
}

function stateOf({ labels, proposed, applied, reverted }: Omit<Learning, 'state'>): Learning['state'] {
  if (proposed && !proposed.isStale) return 'proposed'
  if (applied && !applied.isStale) return 'applied'
  if (reverted && !reverted.isStale) return 'reverted'
  const isEnough = [labels.true, labels.false, labels.spread].every(({ have, need }) => have >= need)
  return isEnough ? 'ready' : 'few-labels'
}

/** The state of learning for a camera or a company. */
export async function getLearning(tx: Tx, learner: Learner): Promise<Learning> {
  const committee = await findCommittee(tx, learner.companyId)
  const today = { committee, sensitivity: await sensitivityOf(tx, learner) }
  const { examples, notComparable } = await listExamples(tx, learner, committee)
  const stored = await listStored(tx, learner)
  const { proposed, applied, reverted } = stored
  const used = inEffect(stored, committee)
  const [usual, now] = [thresholdWith(0, today), thresholdWith(used?.shift ?? 0, today)]
  const withheld = lostBy(proposed, examples, committee)
  const learning = {
    threshold: usual === null || now === null ? null : { usual, now },
    sensitivity: today.sensitivity,
    labels: countLabels(examples, scopeOf(learner)),
    notComparable,
    proposed: proposed && withheld === 0 ? present(proposed, today) : null,
    withheld,
    applied: applied ? present(applied, today) : null,
    losing: lostBy(applied, examples, committee),
    reverted: presentReverted(reverted, today),
    followsCompany: used !== undefined && used === stored.ofCompany,
  }
  return { ...learning, state: stateOf(learning) }
}
