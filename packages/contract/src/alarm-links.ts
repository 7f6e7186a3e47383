import { z } from 'zod'
import { operation } from './operation.ts'
import { box, EVENT_TYPES, id, idParams, isoTime, objectClass, success } from './values.ts'

/** How many days a link works unless its maker says otherwise, and the most that they can say. */
export const LINK_DAYS = { usual: 7, most: 30 } as const
/** The most links of one alarm that work at the same time. */
export const MAX_ALARM_LINKS = 20
/** The longest word for whom a link is meant, in characters. */
export const LINK_NOTE_MAX = 100
/** The page of the console that shows a shared alarm. The token follows as the fragment, which browsers send to no server. */
export const SHARED_PATH = '/shared'

export const LINK_STATES = ['active', 'expired', 'revoked'] as const

/** A link that shows one alarm to people without a login. The token itself is stored nowhere, so that only the maker has ever seen it. */
export const alarmLink = z.object({
  id,
  /** For whom the link is meant, in the words of its maker. Empty if they did not say. */
  note: z.string(),
  createdAt: isoTime,
  createdBy: z.string(),
  /** Whether messages to a receiver carry it; then `createdBy` is the name of the receiver. */
  isOfReceiver: z.boolean(),
  expiresAt: isoTime,
  revokedAt: isoTime.nullable(),
  revokedBy: z.string().nullable(),
  state: z.enum(LINK_STATES),
  /** How often it was opened. */
  openCount: z.number().int(),
  lastOpenedAt: isoTime.nullable(),
})
export type AlarmLink = z.output<typeof alarmLink>

const ofAlarm = [{ in: 'path', at: 'id', kind: 'alarm' }] as const

export const listAlarmLinks = operation({
  id: 'alarmLinks.list',
  method: 'GET',
  path: '/v1/alarm/:id/links',
  summary: 'The public links of an alarm, the latest first, with those that have ended',
  tag: 'Alarm links',
  scope: ofAlarm,
  permission: 'share.manage',
  params: idParams,
  reply: z.object({ rows: z.array(alarmLink) }),
})

export const createAlarmLink = operation({
  id: 'alarmLinks.create',
  method: 'POST',
  path: '/v1/alarm/:id/links',
  summary: 'Create a link that shows this alarm to people without a login. Its token is returned once',
  tag: 'Alarm links',
  scope: ofAlarm,
  permission: 'share.manage',
  params: idParams,
  body: z.object({
    days: z.number().int().min(1).max(LINK_DAYS.most).default(LINK_DAYS.usual),
    note: z.string().trim().max(LINK_NOTE_MAX).default(''),
  }),
  reply: z.object({
    link: alarmLink,
    token: z.string(),
    /** Path of the page with the token, on this server. */
    path: z.string(),
  }),
  errors: ['CONFLICT'],
})

export const revokeAlarmLink = operation({
  id: 'alarmLinks.revoke',
  method: 'DELETE',
  path: '/v1/alarm/:id/links/:linkId',
  summary: 'Revoke a public link of an alarm. It stops working at once',
  tag: 'Alarm links',
  scope: ofAlarm,
  permission: 'share.manage',
  params: idParams.extend({ linkId: id }),
  reply: success,
})

/** What a link shows: the alarm's pictures with what was found in them, where and when. Nothing else of the company. */
export const sharedAlarm = z.object({
  viewName: z.string(),
  siteName: z.string(),
  timezone: z.string(),
  receivedAt: isoTime,
  eventType: z.enum(EVENT_TYPES),
  classes: z.array(objectClass),
  frames: z.array(
    z.object({
      position: z.number().int(),
      width: z.number().int().nullable(),
      height: z.number().int().nullable(),
      offsetMs: z.number().int().nullable(),
    }),
  ),
  detections: z.array(z.object({ frame: z.number().int(), class: objectClass, box })),
  expiresAt: isoTime,
})
export type SharedAlarm = z.output<typeof sharedAlarm>

/** The token is in the body, not in the address, so that no log of a server or proxy has it. A text of any form gets the same refusal. */
const body = z.object({ token: z.string().max(200) })

export const openAlarmLink = operation({
  id: 'alarmLinks.open',
  method: 'POST',
  path: '/v1/shared/alarm',
  summary:
    'The alarm that a public link shows. Links that have expired, were revoked or never existed get the same reply',
  tag: 'Alarm links',
  scope: 'public',
  body,
  reply: sharedAlarm,
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const getSharedPicture = operation({
  id: 'alarmLinks.picture',
  method: 'POST',
  path: '/v1/shared/alarm/frame/:position',
  summary: 'A picture of the alarm that a public link shows, without the metadata of the camera',
  tag: 'Alarm links',
  scope: 'public',
  params: z.object({ position: z.coerce.number().int().min(0).max(10_000) }),
  body,
  replyType: 'binary',
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})
