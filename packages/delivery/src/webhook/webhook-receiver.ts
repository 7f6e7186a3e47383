import { performance } from 'node:perf_hooks'
import type { ReceiverAdapter } from '../receiver.ts'
import { webhookBody } from './body.ts'
import { signWebhook } from './signature.ts'
import { parseWebhookConfig, type WebhookConfig } from './webhook-config.ts'
import { webhookResult } from './webhook-result.ts'

const TIMEOUT_MS = 15_000
// Only the status of a reply is used. Its body is read up to this many bytes, so that the connection can be reused.
const MAX_ANSWER = 16_384

/** Posts JSON signed by the Standard Webhooks specification. The message is described in docs/webhook.md. */
export const webhookReceiver: ReceiverAdapter<WebhookConfig> = {
  // Enough for several companies even if all their receivers reply only just before the time-out.
  inFlight: { limit: 64, perCompany: 16 },
  parse: parseWebhookConfig,
  addresses: ({ url }) => [{ field: 'url', url }],
  wantsPicture: ({ embedPicture }) => embedPicture,
  async send(message, config, deps) {
    const startedAt = performance.now()
    const body = webhookBody(message.payload, config.embedPicture ? message.picture : undefined)
    const { timestamp, signature } = signWebhook(config.secrets, { id: message.id, now: message.now, body })
    const response = await deps.guard.fetch(config.url, {
      method: config.method,
      headers: {
        ...config.headers,
        'content-type': 'application/json',
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
    return webhookResult(response, message.now, Math.round(performance.now() - startedAt))
  },
}
