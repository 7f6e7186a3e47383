import { performance } from 'node:perf_hooks'
import type { MailResult } from '../mail/mailer.ts'
import type { DeliveryDeps, DeliveryMessage, ReceiverAdapter } from '../receiver.ts'
import type { DeliveryResult } from '../result.ts'
import { composeAlarmMail } from './compose.ts'
import { parseEmailConfig, type EmailConfig } from './email-config.ts'

type Failure = Extract<MailResult, { ok: false }>

/** How the list goes on from one attempt to the next: an address, or a refused one behind this mark. */
const REFUSED = 'refused:'

interface Round {
  delivered: string[]
  refused: string[]
  /** The first failure that a later attempt may mend. */
  pending?: Failure
  /** The first that none will. */
  rejection?: Failure
}

/** Writes to one recipient after the other, and stops where the server itself fails: the next one would fail alike. */
async function writeToAll(message: DeliveryMessage, recipients: readonly string[], deps: DeliveryDeps): Promise<Round> {
  const round: Round = { delivered: [], refused: [] }
  const options = deps.signal ? { signal: deps.signal } : {}
  for (const recipient of recipients) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: a mail server counts connections
    const result = await deps.mailer.send(composeAlarmMail(message, recipient), options)
    if (result.ok) {
      round.delivered.push(recipient)
    } else if (result.retry) {
      round.pending ??= result
      // A server that puts one recipient off may well take the next one.
      if (result.code !== 'recipient') break
    } else {
      round.refused.push(recipient)
      round.rejection ??= result
    }
  }
  return round
}

/** Sends an alarm as a mail with the annotated picture, one to each recipient. */
export const emailReceiver: ReceiverAdapter<EmailConfig> = {
  id: 'email',
  configSchema: { parse: parseEmailConfig },
  secretFields: [],
  async send(message, config, deps): Promise<DeliveryResult> {
    const startedAt = performance.now()
    const before = message.served ?? []
    const handled = new Set(before.map((entry) => entry.replace(REFUSED, '')))
    const open = config.recipients.filter((recipient) => !handled.has(recipient))
    const { delivered, refused, pending, rejection } = await writeToAll(message, open, deps)
    const ms = Math.round(performance.now() - startedAt)
    const served = [...before, ...delivered, ...refused.map((recipient) => REFUSED + recipient)]
    if (pending) return { ...pending, ms, served }
    const refusals = served.filter((entry) => entry.startsWith(REFUSED)).length
    if (refusals === 0) return { ok: true, ms }
    const detail = `${refusals} of ${served.length} recipients were refused for good.`
    if (refusals < served.length) return { ok: true, ms, detail }
    return {
      ok: false,
      retry: false,
      code: 'recipient',
      ms,
      ...(rejection?.status ? { status: rejection.status } : {}),
      detail,
    }
  },
}
