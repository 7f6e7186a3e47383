import { emailReceiver } from './email/email-receiver.ts'
import type { ReceiverAdapter } from './receiver.ts'
import { webhookReceiver } from './webhook/webhook-receiver.ts'

/** Gives every adapter the same face. Stored settings are read again before use: what a database holds is input too. */
function erase<C>(adapter: ReceiverAdapter<C>): ReceiverAdapter {
  return {
    id: adapter.id,
    configSchema: adapter.configSchema,
    secretFields: adapter.secretFields,
    async send(message, config, deps) {
      const parsed = adapter.configSchema.parse(config)
      if (parsed.ok) return adapter.send(message, parsed.config, deps)
      const fields = parsed.errors.map(({ field }) => field).join(', ')
      return { ok: false, retry: false, ms: 0, code: 'config', detail: `The settings cannot be used: ${fields}.` }
    },
  }
}

/** Every kind of receiver there is. Found by `id`; `send` takes the settings as they are stored. */
export const receivers: readonly ReceiverAdapter[] = [erase(webhookReceiver), erase(emailReceiver)]
