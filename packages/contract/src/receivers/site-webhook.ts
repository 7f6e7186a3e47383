import { z } from 'zod'
import { operation } from '../operation.ts'
import { id, idParams, success } from '../values.ts'
import { WEBHOOK_METHODS } from './webhook.ts'

/** What a webhook is told. `alarm.true`: true and unverified alarms, and corrections. `alarm.false`: filtered alarms too. `tampering`: cameras
 * that are tampered with, and the end of it. `idle`: cameras that are silent for longer than their site allows, and the end of it. */
const WEBHOOK_EVENTS = ['alarm.true', 'alarm.false', 'tampering', 'idle'] as const

const url = z.string().min(1).max(2048)
const method = z.enum(WEBHOOK_METHODS)
const headers = z.record(z.string().max(100), z.string().max(1000))

/** The site's oldest webhook among its receivers. */
const siteWebhook = z.object({
  receiverId: id,
  url: z.string(),
  method,
  /** The names of the headers that are set. Their values are secret. */
  headers: z.array(z.string()),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  active: z.boolean(),
  /** The signing secret, only in the reply that has made it. */
  secret: z.string().nullable(),
})

export const getSiteWebhook = operation({
  id: 'receivers.siteWebhook',
  method: 'GET',
  path: '/v1/site/:id/webhook',
  summary: 'The webhook of a site: the oldest among its receivers, or null if it has none',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'node.read',
  params: idParams,
  reply: siteWebhook.nullable(),
})

export const putSiteWebhook = operation({
  id: 'receivers.putSiteWebhook',
  method: 'PUT',
  path: '/v1/site/:id/webhook',
  summary: 'Set the webhook of a site. Without one it is added, and its signing secret is returned this once',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'integration.manage',
  params: idParams,
  body: z.object({
    url,
    method: method.default('POST'),
    /** Left out, the stored headers stay, unless the address moves to another host. */
    headers: headers.optional(),
    /** `alarm.true` cannot be left out: a webhook that is told of no alarm is switched off. */
    events: z
      .array(z.enum(WEBHOOK_EVENTS))
      .default(['alarm.true'])
      .refine((events) => events.includes('alarm.true'), 'alarm.true is required'),
    active: z.boolean().default(true),
  }),
  reply: siteWebhook,
  errors: ['ADDRESS_REFUSED', 'CONFLICT'],
})

export const deleteSiteWebhook = operation({
  id: 'receivers.deleteSiteWebhook',
  method: 'DELETE',
  path: '/v1/site/:id/webhook',
  summary: 'Remove the webhook of a site',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'integration.manage',
  params: idParams,
  reply: success,
})

export const testWebhook = operation({
  id: 'receivers.testWebhook',
  method: 'POST',
  path: '/v1/webhook/test',
  summary: 'Send a test message to an address that is not stored, and return its result',
  tag: 'Receivers',
  scope: [{ in: 'body', at: 'siteId', kind: 'site' }],
  permission: 'integration.manage',
  body: z.object({ siteId: id, url, method: method.default('POST'), headers: headers.optional() }),
  reply: z.object({
    ok: z.boolean(),
    status: z.number().int().nullable(),
    ms: z.number(),
    code: z.string().nullable(),
    detail: z.string().nullable(),
  }),
  errors: ['ADDRESS_REFUSED', 'RATE_LIMITED'],
})
