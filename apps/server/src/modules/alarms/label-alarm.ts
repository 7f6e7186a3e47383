import type { AUDIT_ACTIONS, LABEL_OUTCOMES, LabelKind, LabelReason, Operation } from '@winnow/contract'
import { nodePermission, type Grants } from '@winnow/domain'
import type { Changing } from '../../platform/http/handlers.ts'
import { newId } from '../../platform/ids.ts'
import { recordPlaced } from '../audit/index.ts'
import { announceTogether } from './announce-alarm.ts'
import {
  authorOf,
  labelKindOf,
  listOwn,
  readAlarms,
  storeLabels,
  type LockedAlarm,
  type OwnLabel,
} from './store-labels.ts'

/** What a request gives to a change of labels. */
export type Labelling = Pick<Changing<Operation>, 'tx' | 'actor' | 'companyId' | 'now' | 'requestId'>

/** A label that somebody wants to give. The fields are those of the operation. */
export interface WantedLabel {
  groundTruth: boolean | null
  reason?: LabelReason | null | undefined
  expected?: boolean | null | undefined
  act?: string | undefined
  /** As whom the caller labels; without it, as a user of the company. */
  kind?: LabelKind
  /** The grants to hold the alarms against, where the gate has not looked at them. */
  grants?: Grants
}

export type LabelOutcome = (typeof LABEL_OUTCOMES)[number]

/** What became of the label of one alarm, and the label that stands now. */
export interface LabelResult {
  outcome: LabelOutcome
  groundTruth: boolean | null
}

/** Whether somebody with these grants sees the alarm. Who sees it may label it, if their role may. */
export const isSeen = (grants: Grants, alarm: LockedAlarm): boolean =>
  nodePermission(grants, { projectId: alarm.project_id, siteId: alarm.site_id, viewId: alarm.view_id }) !== undefined

/** Decides what becomes of a label, from the alarm, and from what the same person said about it before. */
function outcomeOf(
  alarm: LockedAlarm,
  own: OwnLabel | undefined,
  wanted: WantedLabel & { kind: LabelKind },
): LabelOutcome {
  if (wanted.grants && !isSeen(wanted.grants, alarm)) return 'gone'
  if (own?.is_stored === true) return 'unchanged'
  const { groundTruth, expected } = wanted
  // Two people who give the same label agree, so this is no conflict.
  if (expected !== undefined && expected !== alarm.ground_truth && groundTruth !== alarm.ground_truth) return 'conflict'
  const standing = wanted.kind === 'supervisor' ? alarm.sup_ground_truth : alarm.cus_ground_truth
  const said = own === undefined ? null : own.ground_truth
  const isSaid = said === groundTruth && (own?.reason ?? null) === (wanted.reason ?? null)
  return isSaid && standing === groundTruth ? 'unchanged' : 'labelled'
}

const truthOf = (alarm: LockedAlarm, kind: LabelKind) => ({
  groundTruth: kind === 'supervisor' ? alarm.sup_ground_truth : alarm.cus_ground_truth,
  ...(alarm.label_reason === null ? {} : { reason: alarm.label_reason }),
})

/** Tells the audit log and the live stream of labels that were changed. */
export async function tellLabels(
  { tx, actor, companyId, now, requestId }: Labelling,
  changes: { before: readonly LockedAlarm[]; after: readonly LockedAlarm[] },
  { action, kind }: { action: (typeof AUDIT_ACTIONS)[number]; kind: LabelKind },
): Promise<void> {
  const before = new Map(changes.before.map((alarm) => [alarm.id, alarm]))
  const entries = changes.after.map((alarm) => {
    const was = before.get(alarm.id)
    return {
      action,
      objectType: 'alarm' as const,
      objectId: alarm.id,
      ...(was ? { before: truthOf(was, kind) } : {}),
      after: truthOf(alarm, kind),
      place: { projectId: alarm.project_id, siteId: alarm.site_id, viewId: alarm.view_id },
    }
  })
  await recordPlaced(tx, { ...actor, companyId }, entries, { now, requestId })
  await announceTogether(
    tx,
    changes.after.map((alarm) => ({ id: alarm.id, version: alarm.version, place: alarm })),
  )
}

/** The alarms of a request and what becomes of the label of each. */
interface Judged {
  alarms: readonly LockedAlarm[]
  outcomes: ReadonlyMap<string, LabelOutcome>
}

async function judge(
  { tx, actor, companyId }: Labelling,
  ids: readonly string[],
  wanted: WantedLabel & { kind: LabelKind },
  reading: { lock: boolean },
): Promise<Judged> {
  const alarms = await readAlarms(tx, companyId, ids, reading)
  const own = await listOwn(tx, authorOf(actor), ids, wanted.act)
  const outcomes = new Map<string, LabelOutcome>(ids.map((id) => [id, 'gone']))
  for (const alarm of alarms) outcomes.set(alarm.id, outcomeOf(alarm, own.get(alarm.id), wanted))
  return { alarms, outcomes }
}

const resultsOf = ({ alarms, outcomes }: Judged, after: readonly LockedAlarm[]): ReadonlyMap<string, LabelResult> => {
  const standing = new Map([...alarms, ...after].map((alarm) => [alarm.id, alarm.ground_truth]))
  return new Map(
    [...outcomes].map(([id, outcome]) => [
      id,
      { outcome, groundTruth: outcome === 'gone' ? null : (standing.get(id) ?? null) },
    ]),
  )
}

/**
 * Labels alarms for the caller, in one transaction and with the same few statements for one alarm as for a thousand.
 * @returns what became of the label of each alarm, by id
 */
export async function labelAlarms(
  request: Labelling,
  ids: readonly string[],
  asked: WantedLabel,
): Promise<ReadonlyMap<string, LabelResult>> {
  const { tx, actor, companyId, now } = request
  const wanted = { ...asked, kind: asked.kind ?? labelKindOf(actor) }
  // A request that was sent before takes no locks.
  const first = await judge(request, ids, wanted, { lock: false })
  if (![...first.outcomes.values()].includes('labelled')) return resultsOf(first, [])
  const judged = await judge(request, ids, wanted, { lock: true })
  const labelled = judged.alarms.filter(({ id }) => judged.outcomes.get(id) === 'labelled')
  if (labelled.length === 0) return resultsOf(judged, [])
  const after = await storeLabels(
    tx,
    companyId,
    labelled.map(({ id }) => id),
    {
      id: wanted.act ?? newId(now.getTime()),
      kind: wanted.kind,
      author: authorOf(actor),
      authorName: actor.name,
      groundTruth: wanted.groundTruth,
      reason: wanted.reason ?? null,
      at: now,
    },
  )
  await tellLabels(request, { before: labelled, after }, { action: 'alarm.labelled', kind: wanted.kind })
  return resultsOf(judged, after)
}
