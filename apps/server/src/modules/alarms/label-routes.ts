import {
  describeHour,
  labelAlarm,
  labelAlarms as labelMany,
  labelHour,
  removeBoxes,
  undoLabels,
  type LabelConflict,
  type ReplyOf,
} from '@winnow/contract'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { removeDrawn } from './drawn-boxes.ts'
import { getOne } from './get-one.ts'
import { findHour } from './label-hour.ts'
import { isSeen, labelAlarms, type Labelling, type WantedLabel } from './label-alarm.ts'
import { listLabels, standingLabel } from './said-labels.ts'
import { authorOf, labelKindOf, listOfAct, readAlarms } from './store-labels.ts'
import { touchAlarm } from './touch-alarm.ts'
import { undoAct } from './undo-labels.ts'

/** The two labels of a conflict, for the person who is to decide. */
async function conflictOf({ tx, actor, now }: Labelling, id: string, wanted: WantedLabel): Promise<LabelConflict> {
  const labels = await listLabels(tx, id)
  return {
    // If nothing stands, the last thing that somebody did was to remove a label.
    theirs: standingLabel(labels) ?? labels[0] ?? null,
    yours: {
      kind: wanted.kind ?? labelKindOf(actor),
      authorId: authorOf(actor),
      authorName: actor.name,
      groundTruth: wanted.groundTruth,
      reason: wanted.reason ?? null,
      at: now.toISOString(),
    },
  }
}

/** Labels many alarms with one act, and answers for each. */
async function labelTogether(
  asked: Labelling,
  ids: readonly string[],
  wanted: WantedLabel,
): Promise<ReplyOf<typeof labelMany>> {
  const act = wanted.act ?? newId(asked.now.getTime())
  const results = await labelAlarms(asked, ids, { ...wanted, act, grants: asked.actor.grants })
  return {
    act,
    labelled: [...results.values()].filter(({ outcome }) => outcome === 'labelled').length,
    results: [...results].map(([id, result]) => ({ id, ...result })),
  }
}

/**
 * Adds what an earlier request of the same act has labelled, whose reply was lost. These alarms are no longer among the unlabelled ones of the
 * hour; without them, a repetition would say that it labelled none, and the caller could not take them back.
 */
async function withEarlier(
  { tx, actor, companyId }: Labelling,
  reply: ReplyOf<typeof labelMany>,
): Promise<ReplyOf<typeof labelMany>> {
  const now = new Set(reply.results.flatMap(({ id, outcome }) => (outcome === 'labelled' ? [id] : [])))
  const ids = (await listOfAct(tx, companyId, authorOf(actor), reply.act)).filter((id) => !now.has(id))
  const alarms = await readAlarms(tx, companyId, ids, { lock: false })
  const earlier = alarms
    .filter((alarm) => isSeen(actor.grants, alarm))
    .map(({ id, ground_truth: groundTruth }) => ({ id, outcome: 'labelled' as const, groundTruth }))
  const known = new Set(earlier.map(({ id }) => id))
  return {
    act: reply.act,
    labelled: reply.labelled + earlier.length,
    results: [...reply.results.filter(({ id }) => !known.has(id)), ...earlier],
  }
}

export function registerLabels(register: Register): void {
  register.write(labelAlarm, async (asked) => {
    const { id } = asked.params
    const outcome = (await labelAlarms(asked, [id], asked.body)).get(id)?.outcome
    if (outcome === 'gone') throw notFound()
    if (outcome === 'conflict')
      throw new AppError('CONFLICT', 'Someone else has labelled this alarm differently meanwhile', {
        labels: await conflictOf(asked, id, asked.body),
      })
    return getOne(asked.tx, asked.actor, id)
  })

  register.write(labelMany, (asked) => labelTogether(asked, [...new Set(asked.body.alarms)], asked.body))

  register.read(describeHour, async ({ tx, companyId, params }) => {
    const hour = await findHour(tx, companyId, params.id)
    if (!hour) throw notFound()
    const { ids, more, since, till } = hour
    return { count: ids.length, more, since: since.toISOString(), till: till.toISOString() }
  })

  register.write(labelHour, async (asked) => {
    const hour = await findHour(asked.tx, asked.companyId, asked.params.id)
    if (!hour) throw notFound()
    const reply = await labelTogether(asked, hour.ids, { ...asked.body, expected: null })
    return withEarlier(asked, reply)
  })

  register.write(undoLabels, (asked) => undoAct(asked, asked.body.act))

  register.write(removeBoxes, async ({ tx, actor, params, audit }) => {
    await tx.updateTable('alarm').set({ boxes_removed: true }).where('id', '=', params.id).execute()
    await removeDrawn(tx, params.id)
    const entry = { action: 'alarm.boxes-removed', objectType: 'alarm' as const, objectId: params.id }
    await audit(entry)
    await touchAlarm(tx, actor.companyId, params.id)
    return { success: true as const }
  })
}
