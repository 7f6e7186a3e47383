import { z } from 'zod'
import { operation } from './operation.ts'
import { changedName, id, idParams, isoTime, name, paged, success } from './values.ts'

export const RECEIVER_KINDS = ['webhook', 'email'] as const

export const DELIVERY_STATES = ['waiting', 'retrying', 'sent', 'given-up'] as const
/** How far a message to a receiver is: not tried yet, tried in vain (or behind others that are), through, or failed for good. */
export const deliveryState = z.enum(DELIVERY_STATES)
export type DeliveryState = z.output<typeof deliveryState>

/** Why a message did not arrive. Consoles have words for these; a server may know more than they do. */
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
  'recipient',
  'config',
  'outbox',
  'aborted',
  'receiver-off',
] as const

/** What the last attempt came to when it failed. */
export const deliveryProblem = {
  /** One of {@link DELIVERY_PROBLEMS}. */
  lastError: z.string().nullable(),
  /** What the receiver answered, where it did. */
  lastStatus: z.number().int().nullable(),
  /** For technicians. */
  lastDetail: z.string().nullable(),
}

export const receiver = z.object({
  id,
  siteId: id,
  kind: z.enum(RECEIVER_KINDS),
  name: z.string(),
  active: z.boolean(),
  disabledReason: z.string().nullable(),
  /** Settings without their secrets; which secrets are set stands in `secretsSet`. */
  config: z.record(z.string(), z.unknown()),
  secretsSet: z.array(z.string()),
  failures: z.number().int(),
  lastSuccessAt: isoTime.nullable(),
  lastFailureAt: isoTime.nullable(),
  ...deliveryProblem,
  /** Since when it has failed while messages wait for it; null: it does not, or nothing waits. */
  retryingSince: isoTime.nullable(),
  /** Messages that are not through yet. */
  waiting: z.number().int(),
  givenUp: z.number().int(),
})
export type Receiver = z.output<typeof receiver>

const webhookConfig = z.object({
  url: z.string().min(1).max(2048),
  /** Sent along with every message. Kept as a secret: replies name them without their values; left out, they stay. */
  headers: z.record(z.string().max(100), z.string().max(1000)).optional(),
  embedPicture: z.boolean().optional(),
})
const emailConfig = z.object({ recipients: z.array(z.string().max(318)).min(1).max(50) })

const receiverBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('webhook'), name, active: z.boolean().default(true), config: webhookConfig }),
  z.object({ kind: z.literal('email'), name, active: z.boolean().default(true), config: emailConfig }),
])

export const listReceivers = operation({
  id: 'receivers.list',
  method: 'GET',
  path: '/v1/site/:id/receivers',
  summary: 'Where the alarms of a site go',
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
  summary: 'Add a receiver; the signing secret of a webhook is in this reply and shown once',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'integration.manage',
  params: idParams,
  body: receiverBody,
  reply: z.object({ receiver, secret: z.string().nullable() }),
  errors: ['ADDRESS_REFUSED'],
})

export const updateReceiver = operation({
  id: 'receivers.update',
  method: 'PUT',
  path: '/v1/receiver/:id',
  summary: 'Change a receiver; `newSecret` rotates the signing secret, the old one signs along for a day',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'receiver' }],
  permission: 'integration.manage',
  params: idParams,
  body: z.object({
    name: changedName.optional(),
    active: z.boolean().optional(),
    config: z.union([webhookConfig, emailConfig]).optional(),
    newSecret: z.boolean().default(false),
  }),
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
  summary: 'Send a test message now and say how it went',
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
  type: z.enum(['alarm.created', 'alarm.corrected', 'test']),
  verdict: z.string().nullable(),
  state: deliveryState,
  /** Since when it is tried in vain, or waits behind others that are; null in other states. */
  retryingSince: isoTime.nullable(),
  attempts: z.number().int(),
  nextAt: isoTime.nullable(),
  createdAt: isoTime,
  finishedAt: isoTime.nullable(),
  ...deliveryProblem,
})
export type Delivery = z.output<typeof delivery>

export const listDeliveries = operation({
  id: 'receivers.deliveries',
  method: 'GET',
  path: '/v1/receiver/:id/deliveries',
  summary: 'What was sent to a receiver, newest first',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'receiver' }],
  permission: 'node.read',
  params: idParams,
  query: z.object({
    state: z.enum(['all', ...DELIVERY_STATES]).default('all'),
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  reply: paged(delivery),
})

export const releaseDeliveries = operation({
  id: 'receivers.release',
  method: 'POST',
  path: '/v1/deliveries/release',
  summary:
    'Let messages to receivers go out that a restored installation holds back; nothing happens when none are held',
  tag: 'Receivers',
  scope: 'self',
  permission: 'companies.manage',
  reply: success,
})

export const resendDelivery = operation({
  id: 'receivers.resend',
  method: 'POST',
  path: '/v1/delivery/:id/resend',
  summary: 'Send a message again that was given up',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'delivery' }],
  permission: 'integration.manage',
  params: idParams,
  reply: delivery,
  errors: ['CONFLICT'],
})
