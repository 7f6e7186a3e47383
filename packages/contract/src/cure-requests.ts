import { z } from 'zod'
import { maskAreas } from './mask-area.ts'
import { operation } from './operation.ts'
import { id, idParams, isoTime, paged, pageQuery, polygon, success } from './values.ts'

/** What somebody at an alarm can ask for who may not do it themselves. */
export const ASKED_CURES = ['mask', 'mute', 'sensitivity', 'resend', 'share'] as const
export type AskedCure = (typeof ASKED_CURES)[number]
export const REQUEST_STATES = ['open', 'done', 'declined'] as const
/** Maximum length of the asker's words, and of the answer, in characters. */
export const REQUEST_NOTE_MAX = 500
/** Maximum number of areas of one request. */
export const REQUEST_AREAS_MAX = 10
/** Maximum number of open requests of one camera. */
export const MAX_OPEN_REQUESTS = 20

/** What somebody asks of the administrators at an alarm. */
export const cureRequest = z.object({
  id,
  alarmId: id,
  viewId: id,
  viewName: z.string(),
  siteName: z.string(),
  cure: z.enum(ASKED_CURES),
  /** The asker's words. Empty if they said nothing. */
  note: z.string(),
  /** What the asker has drawn, as areas of a mask. Empty for other cures. */
  areas: z.array(polygon),
  askedBy: z.string(),
  /** Whether the caller asked. */
  isMine: z.boolean(),
  askedAt: isoTime,
  state: z.enum(REQUEST_STATES),
  decidedBy: z.string().nullable(),
  decidedAt: isoTime.nullable(),
  answer: z.string(),
})
export type CureRequest = z.output<typeof cureRequest>

const ofAlarm = [{ in: 'path', at: 'id', kind: 'alarm' }] as const
const requestParams = idParams.extend({ requestId: id })

export const askForCure = operation({
  id: 'cure.ask',
  method: 'POST',
  path: '/v1/alarm/:id/requests',
  summary: 'Ask the administrators for a change of the camera of an alarm, with the areas that should be masked',
  tag: 'Cure',
  scope: ofAlarm,
  permission: 'alarm.read',
  // The request names its asker.
  personal: true,
  params: idParams,
  body: z
    .object({
      cure: z.enum(ASKED_CURES),
      note: z.string().trim().max(REQUEST_NOTE_MAX).default(''),
      areas: maskAreas.max(REQUEST_AREAS_MAX).default([]),
    })
    .refine(({ cure, areas }) => (cure === 'mask') === areas.length > 0, {
      message: 'A mask needs at least one area, and nothing else has areas',
      path: ['areas'],
    }),
  reply: cureRequest,
  errors: ['CONFLICT', 'VIEW_BY_API'],
})

export const withdrawCureRequest = operation({
  id: 'cure.withdraw',
  method: 'DELETE',
  path: '/v1/alarm/:id/requests/:requestId',
  summary: 'Withdraw an own request that nobody has answered',
  tag: 'Cure',
  scope: ofAlarm,
  permission: 'alarm.read',
  personal: true,
  params: requestParams,
  reply: success,
})

export const answerCureRequest = operation({
  id: 'cure.answer',
  method: 'PUT',
  path: '/v1/alarm/:id/requests/:requestId',
  summary: 'Answer a request: done, or declined with a reason. Refused if somebody else has answered it',
  tag: 'Cure',
  scope: ofAlarm,
  permission: 'company.write',
  params: requestParams,
  body: z.object({
    state: z.enum(['done', 'declined']),
    answer: z.string().trim().max(REQUEST_NOTE_MAX).default(''),
  }),
  reply: cureRequest,
  errors: ['CONFLICT'],
})

export const listCureRequests = operation({
  id: 'cure.requests',
  method: 'GET',
  path: '/v1/cure-requests',
  summary: 'What people have asked for at alarms: open requests, the oldest first, or answered ones, the latest first',
  tag: 'Cure',
  scope: 'self',
  permission: 'company.write',
  query: z.object({
    state: z.enum(['open', 'answered']).default('open'),
    ...pageQuery({ usual: 20, most: 100 }),
  }),
  reply: paged(cureRequest),
  // Home and the menu show how many are open.
  background: true,
})
