import { z } from 'zod'
import { alarm } from './alarm-values.ts'
import { reasonsFor } from './label-reasons.ts'
import { labelReason } from './label-values.ts'
import { operation } from './operation.ts'
import { id, idParams, isoTime, success } from './values.ts'

/** The fields of an act of labelling. */
const label = {
  /** Null removes the caller's label. */
  groundTruth: z.boolean().nullable(),
  /** Why the alarm was true or false. Each label has its own list (`LABEL_REASONS`). */
  reason: labelReason.nullable().optional(),
  /**
   * The label that the caller saw. If another one stands by now, and not the wanted one, the label is refused as a conflict. If left out, the
   * last writer wins.
   */
  expected: z.boolean().nullable().optional(),
  /**
   * An id that the caller makes for this act. An act that is sent twice is stored once, and can be taken back by its id.
   */
  act: id.optional(),
}

/** What a request is told whose reason belongs to the other label. */
export const REASON_FITS = { message: 'This reason does not belong to this label', path: ['reason'] }
/** Whether the reason is one of the label's list. */
export const reasonFits = (body: {
  groundTruth: boolean | null
  reason?: z.output<typeof labelReason> | null | undefined
}) =>
  body.reason === undefined ||
  body.reason === null ||
  (body.groundTruth !== null && reasonsFor(body.groundTruth).includes(body.reason))

export const labelAlarm = operation({
  id: 'alarms.label',
  method: 'PUT',
  path: '/alarm/:id',
  summary: 'Label an alarm: whether it was true or false',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.label',
  params: idParams,
  body: z.object(label).refine(reasonFits, REASON_FITS),
  reply: alarm,
  errors: ['CONFLICT'],
})

export const removeBoxes = operation({
  id: 'alarms.removeBoxes',
  method: 'DELETE',
  path: '/alarm/:id/boxes',
  summary: 'Hide the boxes of an alarm for everyone',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.label',
  params: idParams,
  reply: success,
})

/** Maximum number of alarms that one call labels. */
export const MAX_LABELS = 1_000

/**
 * What became of the label of one alarm. `unchanged`: it stood already. `conflict`: another label stands than the caller saw. `gone`:
 * there is no such alarm, or the caller may not see it.
 */
export const LABEL_OUTCOMES = ['labelled', 'unchanged', 'conflict', 'gone'] as const

const manyLabelled = z.object({
  /** The act, by which all of it can be taken back. */
  act: id,
  labelled: z.number().int(),
  /** One for each alarm that was named, in that order. */
  results: z.array(
    z.object({
      id,
      outcome: z.enum(LABEL_OUTCOMES),
      /** The label that stands now. Null also for an alarm that is gone. */
      groundTruth: z.boolean().nullable(),
    }),
  ),
})

export const labelAlarms = operation({
  id: 'alarms.labelMany',
  method: 'POST',
  path: '/v1/alarms/labels',
  summary: 'Label up to a thousand alarms at once. The reply says for each what became of it',
  tag: 'Alarms',
  scope: 'self',
  permission: 'alarm.label',
  body: z.object({ ...label, alarms: z.array(id).min(1).max(MAX_LABELS) }).refine(reasonFits, REASON_FITS),
  reply: manyLabelled,
})

const ofHour = {
  path: '/v1/alarm/:id/hour-labels',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  params: idParams,
} as const

export const describeHour = operation({
  ...ofHour,
  id: 'alarms.describeHour',
  method: 'GET',
  summary: "The unlabelled alarms of the alarm's camera in the hour up to this alarm, which `labelHour` would label",
  permission: 'alarm.read',
  reply: z.object({
    /** At most `MAX_LABELS`. */
    count: z.number().int(),
    /** Whether there are more than one call labels. Those that it labels are the newest. */
    more: z.boolean(),
    since: isoTime,
    till: isoTime,
  }),
})

export const labelHour = operation({
  ...ofHour,
  id: 'alarms.labelHour',
  method: 'POST',
  summary:
    "Give all unlabelled alarms of the alarm's camera in the hour up to this alarm the same label. Tests, alarms that still wait and alarms that were not judged are left out",
  permission: 'alarm.label',
  body: z.object({ groundTruth: z.boolean(), reason: label.reason, act: label.act }).refine(reasonFits, REASON_FITS),
  reply: manyLabelled,
})

export const undoLabels = operation({
  id: 'alarms.undoLabels',
  method: 'POST',
  path: '/v1/alarms/labels/undo',
  summary: 'Take back an act of labelling of the caller: each alarm has the label again that stood before',
  tag: 'Alarms',
  scope: 'self',
  permission: 'alarm.label',
  body: z.object({ act: id }),
  reply: z.object({
    /** The alarms from which the act was taken back. Empty if that was done before. */
    undone: z.array(id),
    /** Alarms that the caller has labelled again since; they stay as they are. */
    kept: z.array(id),
  }),
})
