import { z } from 'zod'
import { backgroundJob } from '../background-jobs.ts'
import { operation } from '../operation.ts'
import { CAMERA_EVENTS } from './alarm-message.ts'
import { id, idParams, isoTime, paged, pageQuery, success } from '../values.ts'
import { receiverFallback } from './fallback-values.ts'
import { createBody, updateBody } from './kinds.ts'

export const DELIVERY_STATES = ['waiting', 'retrying', 'sent', 'given-up'] as const
/**
 * The state of a message to a receiver.
 * - `waiting`: it was not tried yet.
 * - `retrying`: an attempt failed and it will be tried again, or it was not tried yet because its receiver fails for other messages.
 * - `sent`: it was delivered.
 * - `given-up`: it was not delivered and will not be tried again.
 */
export const deliveryState = z.enum(DELIVERY_STATES)
export type DeliveryState = z.output<typeof deliveryState>

/** Why a message was not delivered. The console translates these codes. A newer server may send codes that the console does not know. */
export const DELIVERY_PROBLEMS = [
  'redirect',
  'gone',
  'rejected',
  'rate-limited',
  'receiver-error',
  'timeout',
  'refused',
  'connect',
  'tls',
  'protocol',
  'unresolvable',
  'blocked',
  'auth',
  'misconfigured',
  'recipient',
  'config',
  'outbox',
  'aborted',
  'receiver-off',
] as const

/**
 * The result of the last attempt. `lastError` is null if that attempt did not fail. For a message that waits because its receiver fails,
 * these fields have the last result of the receiver.
 */
export const deliveryProblem = {
  /** One of {@link DELIVERY_PROBLEMS}. */
  lastError: z.string().nullable(),
  /** The HTTP or SMTP status that the receiver returned, if it returned one. */
  lastStatus: z.number().int().nullable(),
  /** Technical details of the failure. */
  lastDetail: z.string().nullable(),
}

export const receiver = z.object({
  id,
  siteId: id,
  /** A `ReceiverKind`. After a downgrade, it can be a kind that the older version of the server does not know. */
  kind: z.string(),
  name: z.string(),
  active: z.boolean(),
  disabledReason: z.string().nullable(),
  /** Settings without secrets; `secretsSet` lists the secrets that are set. */
  config: z.record(z.string(), z.unknown()),
  secretsSet: z.array(z.string()),
  failures: z.number().int(),
  lastSuccessAt: isoTime.nullable(),
  lastFailureAt: isoTime.nullable(),
  ...deliveryProblem,
  /** The time since which the receiver has been failing. Null if it is not failing, or if no message waits for it. */
  retryingSince: isoTime.nullable(),
  /** Number of messages that are not delivered yet. */
  waiting: z.number().int(),
  givenUp: z.number().int(),
  /** What is done when it does not work. */
  fallback: receiverFallback,
  /** Since when its back-up gets the alarms, or people are told; null while it works. */
  downSince: isoTime.nullable(),
  /** When people were told by e-mail that nothing works; null if they were not, or if the receiver works again. */
  escalatedAt: isoTime.nullable(),
})
export type Receiver = z.output<typeof receiver>

/** The maximum size in bytes of the settings of a receiver, with a table of all cameras of a large site. */
const RECEIVER_BYTES = 2 * 1024 * 1024

export const listReceivers = operation({
  id: 'receivers.list',
  method: 'GET',
  path: '/v1/site/:id/receivers',
  summary: 'The receivers of a site',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'node.read',
  params: idParams,
  reply: z.array(receiver),
})

export const createReceiver = operation({
  id: 'receivers.create',
  method: 'POST',
  path: '/v1/site/:id/receivers',
  summary: 'Add a receiver. The signing secret of a webhook is returned only in this reply',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'integration.manage',
  params: idParams,
  body: createBody,
  maxBytes: RECEIVER_BYTES,
  reply: z.object({ receiver, secret: z.string().nullable() }),
  errors: ['ADDRESS_REFUSED'],
})

export const updateReceiver = operation({
  id: 'receivers.update',
  method: 'PUT',
  path: '/v1/receiver/:id',
  summary: 'Change a receiver. `newSecret` rotates the signing secret; the old one also signs for one more day',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'receiver' }],
  permission: 'integration.manage',
  params: idParams,
  body: updateBody,
  maxBytes: RECEIVER_BYTES,
  reply: z.object({ receiver, secret: z.string().nullable() }),
  errors: ['ADDRESS_REFUSED', 'CONFLICT'],
})

export const deleteReceiver = operation({
  id: 'receivers.delete',
  method: 'DELETE',
  path: '/v1/receiver/:id',
  summary: 'Remove a receiver',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'receiver' }],
  permission: 'integration.manage',
  params: idParams,
  reply: success,
})

export const testReceiver = operation({
  id: 'receivers.test',
  method: 'POST',
  path: '/v1/receiver/:id/test',
  summary: 'Send a test message now and return its result',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'receiver' }],
  permission: 'integration.manage',
  params: idParams,
  reply: z.object({
    ok: z.boolean(),
    status: z.number().int().nullable(),
    ms: z.number(),
    code: z.string().nullable(),
    detail: z.string().nullable(),
  }),
  errors: ['RATE_LIMITED'],
})

export const delivery = z.object({
  id,
  receiverId: id,
  alarmId: id.nullable(),
  /** The camera that the message is about; null for a test, and where it is gone. */
  viewName: z.string().nullable(),
  /** Whether the alarm went, or goes, as one of a digest after an outage of the receiver. */
  inDigest: z.boolean(),
  type: z.enum(['alarm.created', 'alarm.corrected', 'test', ...CAMERA_EVENTS]),
  verdict: z.string().nullable(),
  state: deliveryState,
  /** The time since which the message has been in the state `retrying`; null in all other states. */
  retryingSince: isoTime.nullable(),
  attempts: z.number().int(),
  nextAt: isoTime.nullable(),
  createdAt: isoTime,
  finishedAt: isoTime.nullable(),
  ...deliveryProblem,
})
export type Delivery = z.output<typeof delivery>

/** What a list of deliveries is searched for: the id of an alarm, or an address that has it. */
const search = z.string().trim().max(500).optional()

export const listDeliveries = operation({
  id: 'receivers.deliveries',
  method: 'GET',
  path: '/v1/receiver/:id/deliveries',
  summary: 'Deliveries to a receiver, newest first',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'receiver' }],
  permission: 'node.read',
  params: idParams,
  query: z.object({
    state: z.enum(['all', ...DELIVERY_STATES]).default('all'),
    search,
    ...pageQuery({ usual: 30, most: 100 }),
  }),
  reply: paged(delivery),
})

export const releaseDeliveries = operation({
  id: 'receivers.release',
  method: 'POST',
  path: '/v1/deliveries/release',
  summary:
    'Release the messages to receivers that a restored installation holds. Without held messages nothing happens',
  tag: 'Receivers',
  scope: 'self',
  permission: 'companies.manage',
  reply: success,
})

export const resendDelivery = operation({
  id: 'receivers.resend',
  method: 'POST',
  path: '/v1/delivery/:id/resend',
  summary: 'Send a message again that was sent or given up. It keeps its id, so that a receiver can recognise it',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'delivery' }],
  permission: 'integration.manage',
  params: idParams,
  reply: delivery,
  errors: ['CONFLICT'],
})

export const resendDeliveries = operation({
  id: 'receivers.resendAll',
  method: 'POST',
  path: '/v1/receiver/:id/deliveries/resend',
  summary:
    'Send all messages of a receiver again that were sent or given up and fit a filter. Many are sent again by a background job',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'receiver' }],
  permission: 'integration.manage',
  params: idParams,
  body: z.object({ state: z.enum(['sent', 'given-up']), search }),
  reply: z.object({ count: z.number().int(), job: backgroundJob.nullable() }),
  errors: ['JOB_RUNNING'],
})

/** An attempt to deliver a message. `sent` and `answered` are null where there was nothing. */
export const deliveryTry = z.object({
  id,
  at: isoTime,
  ms: z.number().int(),
  /** What became of the message. */
  state: z.enum(['sent', 'retrying', 'given-up']),
  ...deliveryProblem,
  /** What was sent, as text: bytes that are no text as `\x00`. Secrets are masked, pictures are left out. */
  sent: z.string().nullable(),
  answered: z.string().nullable(),
  /** Whether more was sent or answered than the 64 KiB that are kept. */
  isCut: z.boolean(),
})
export type DeliveryTry = z.output<typeof deliveryTry>

export const listDeliveryTries = operation({
  id: 'receivers.tries',
  method: 'GET',
  path: '/v1/delivery/:id/tries',
  summary: 'What the latest attempts to deliver a message sent, and what was answered',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'delivery' }],
  permission: 'integration.manage',
  params: idParams,
  reply: z.array(deliveryTry),
})
