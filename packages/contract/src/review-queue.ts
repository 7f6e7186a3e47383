import { z } from 'zod'
import { alarmRow } from './alarm-values.ts'
import { operation } from './operation.ts'
import { id, isoTime, success } from './values.ts'

/** How long a claim lasts without a renewal, in seconds. */
export const CLAIM_SECONDS = 60
/** Maximum length of the note of a hand-over, in characters. */
export const HAND_OVER_NOTE_MAX = 500

/** The name that a browser tab gives itself. An operator works in one tab at a time. */
const tab = z.string().regex(/^[A-Za-z0-9-]{8,64}$/)

export const reviewSettings = z.object({
  /** Seconds after which a true alarm is late. */
  trueSeconds: z.number().int().min(10).max(86_400),
  /** Seconds after which an unverified alarm is late. */
  unverifiedSeconds: z.number().int().min(10).max(86_400),
  /** Alarms older than this many hours leave the queue. */
  hours: z.number().int().min(1).max(168),
})
export type ReviewSettings = z.output<typeof reviewSettings>

/** An alarm that an operator holds. */
export const heldAlarm = z.object({
  alarmId: id,
  viewName: z.string(),
  siteName: z.string(),
  userId: id,
  userName: z.string(),
  /** When the operator got it. */
  since: isoTime,
  /** When it becomes late. */
  dueAt: isoTime,
})
export type HeldAlarm = z.output<typeof heldAlarm>

/** The queue as the caller sees it. */
export const reviewState = z.object({
  settings: reviewSettings,
  /** Alarms that wait for an operator. At most 1,000 are counted; then `waitingIsExact` is false. */
  waiting: z.number().int(),
  waitingIsExact: z.boolean(),
  /** How many of them are late. At most 1,000 are counted. */
  late: z.number().int(),
  /** How many of them the caller has put aside. */
  skipped: z.number().int(),
  /** When the newest passed alarm within the hours of the queue was received; null if there is none. */
  lastAt: isoTime.nullable(),
  /** Who holds what, the longest first. At most 100. */
  held: z.array(heldAlarm),
  /** Colleagues with an open queue, by name. `mayTake`: the alarm that the caller holds can be handed to them. */
  people: z.array(z.object({ userId: id, name: z.string(), mayTake: z.boolean() })),
})
export type ReviewState = z.output<typeof reviewState>

const handOver = z.object({ by: z.string(), note: z.string().nullable(), at: isoTime, toCaller: z.boolean() })

/** The alarm that the caller holds. */
export const reviewItem = z.object({
  alarm: alarmRow,
  since: isoTime,
  dueAt: isoTime,
  /** Set if a colleague has handed the alarm over or given it back. */
  handOver: handOver.nullable(),
})
export type ReviewItem = z.output<typeof reviewItem>

const UNAUDITED =
  'a claim lasts a minute and changes nothing about the alarm; who saw it is recorded with its pictures, and a label by its own entry'

const common = {
  tag: 'Review queue',
  permission: 'alarm.label',
  // Somebody who acts in an operator's name must not take alarms out of the queue in that name.
  personal: true,
} as const

export const getReviewState = operation({
  ...common,
  id: 'reviewQueue.state',
  method: 'GET',
  path: '/v1/review-queue',
  summary: 'How many passed alarms wait for a label, and who works on which',
  scope: 'self',
  reply: reviewState,
  background: true,
})

export const nextReview = operation({
  ...common,
  id: 'reviewQueue.next',
  method: 'POST',
  path: '/v1/review-queue/next',
  summary: 'Claim the most urgent passed alarm without a label, for 60 seconds. No other operator gets it meanwhile',
  scope: [
    { in: 'body', at: 'done', kind: 'alarm', optional: true },
    { in: 'body', at: 'skip', kind: 'alarm', optional: true },
  ],
  unaudited: UNAUDITED,
  body: z.object({
    tab,
    /** The alarm that the caller has labelled. It is kept from others for 60 seconds, since the label may still be on its way. */
    done: id.optional(),
    /** The alarm that the caller puts aside. Others get it at once, the caller after five minutes. */
    skip: id.optional(),
    /** Also alarms that the caller has put aside. */
    withSkipped: z.boolean().optional(),
    /** Continue here if the queue is open in another tab of the caller. */
    takeOver: z.boolean().optional(),
  }),
  reply: z.object({
    /** `elsewhere`: the caller works in another tab, which keeps the alarm. */
    status: z.enum(['held', 'empty', 'elsewhere']),
    item: reviewItem.nullable(),
    /** Alarms that are likely to come next, to be prefetched. They are not claimed. */
    ahead: z.array(id),
  }),
  // The page also asks by itself, when an alarm arrives in an empty queue.
  background: true,
})

export const renewReview = operation({
  ...common,
  id: 'reviewQueue.renew',
  method: 'POST',
  path: '/v1/review-queue/renew',
  summary: 'Keep the seat in the queue and the claimed alarm for another 60 seconds',
  scope: [{ in: 'body', at: 'alarm', kind: 'alarm', optional: true }],
  unaudited: UNAUDITED,
  body: z.object({ tab, alarm: id.optional() }),
  /** `lost`: the alarm was labelled, or is with somebody else. `idle`: the caller holds none. */
  reply: z.object({ status: z.enum(['held', 'lost', 'idle', 'elsewhere']) }),
  background: true,
})

export const leaveReview = operation({
  ...common,
  id: 'reviewQueue.leave',
  method: 'POST',
  path: '/v1/review-queue/leave',
  summary: 'Leave the queue. The claimed alarm goes back to it',
  scope: 'self',
  unaudited: UNAUDITED,
  body: z.object({ tab }),
  reply: success,
  background: true,
})

export const handOverReview = operation({
  ...common,
  id: 'reviewQueue.handOver',
  method: 'POST',
  path: '/v1/review-queue/hand-over',
  summary: 'Give the claimed alarm to a colleague who has the queue open, or back to the queue, with a note',
  scope: [{ in: 'body', at: 'alarm', kind: 'alarm' }],
  body: z.object({
    tab,
    alarm: id,
    /** The colleague, for whom the alarm is reserved for five minutes. Null: whoever is next. */
    to: id.nullable(),
    note: z.string().trim().min(1).max(HAND_OVER_NOTE_MAX).optional(),
  }),
  reply: success,
  errors: ['CONFLICT', 'NOT_FOUND'],
})

export const setReviewSettings = operation({
  id: 'reviewQueue.setSettings',
  method: 'PUT',
  path: '/v1/review-queue/settings',
  summary: 'Set how soon alarms should be reviewed',
  tag: 'Review queue',
  scope: 'self',
  permission: 'company.write',
  body: reviewSettings,
  reply: reviewSettings,
})
