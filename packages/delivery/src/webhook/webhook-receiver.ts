import { performance } from 'node:perf_hooks'
import type { DeliveryMessage, ReceiverAdapter } from '../receiver.ts'
import { containsPicture, writeStationBody } from '../template/station-body.ts'
import { webhookBody } from './body.ts'
import { signWebhook } from './signature.ts'
import { parseWebhookConfig, type WebhookConfig } from './webhook-config.ts'
import { evalinkResult, webhookResult } from './webhook-result.ts'

const TIMEOUT_MS = 15_000
// Only the status of a reply is used. Its body is read up to this many bytes, so that the connection can be reused.
const MAX_ANSWER = 16_384

/** The body of a message and the headers that belong to it. */
function contentOf({ id, payload, picture }: DeliveryMessage, { station, headers, embedPicture }: WebhookConfig) {
  if (!station)
    return { body: webhookBody(payload, embedPicture ? picture : undefined), headers, contentType: 'application/json' }
  return writeStationBody(station, payload, { id, picture: picture && Buffer.from(picture.jpeg).toString('base64') })
}

/** Posts JSON signed by the Standard Webhooks specification. The message is described in docs/webhook.md. Its body may have a station's form. */
export const webhookReceiver: ReceiverAdapter<WebhookConfig> = {
  // Enough for several companies even if all their receivers reply only just before the time-out.
  inFlight: { limit: 64, perCompany: 16 },
  parse: parseWebhookConfig,
  addresses: ({ url }) => [{ field: 'url', url }],
  wantsPicture: ({ embedPicture, station }) => (station ? containsPicture(station) : embedPicture),
  clip: 'linked',
  // Nothing is told to it, so any answer but an error of its own shows that it is there. Its certificate is looked at on the way.
  async heartbeat(_state, { url, headers }, { guard, signal }) {
    const startedAt = performance.now()
    const response = await guard.fetch(url, {
      method: 'HEAD',
      headers: { ...headers, 'user-agent': 'Winnow-Webhook/1' },
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_ANSWER,
      ...(signal ? { signal } : {}),
    })
    const ms = Math.round(performance.now() - startedAt)
    if (response.ok && response.status < 500) return { ok: true, status: response.status, ms }
    return webhookResult(response, new Date(), ms)
  },
  async send(message, config, deps) {
    const startedAt = performance.now()
    const { body, headers, contentType } = contentOf(message, config)
    const { timestamp, signature } = signWebhook(config.secrets, { id: message.id, now: message.now, body })
    const response = await deps.guard.fetch(config.url, {
      method: config.method,
      headers: {
        ...headers,
        'content-type': contentType,
        'user-agent': 'Winnow-Webhook/1',
        'webhook-id': message.id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      },
      body,
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_ANSWER,
      ...(deps.signal ? { signal: deps.signal } : {}),
    })
    const ms = Math.round(performance.now() - startedAt)
    return config.station?.format === 'evalink'
      ? evalinkResult(response, message.now, ms)
      : webhookResult(response, message.now, ms)
  },
}
