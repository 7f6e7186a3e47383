import { performance } from 'node:perf_hooks'
import type { MailResult } from '../mail/mailer.ts'
import type { DeliveryDeps, DeliveryMessage, ReceiverAdapter } from '../receiver.ts'
import type { DeliveryResult } from '../result.ts'
import { wordsOfAlarmMails } from './alarm-words.ts'
import { composeAlarmMail, composeStationMail } from './compose.ts'
import { parseEmailConfig, type EmailConfig } from './email-config.ts'

type Failure = Extract<MailResult, { ok: false }>

/** The prefix of refused addresses in `served`, the list that is passed between attempts. Addresses without it have got the mail. */
const REFUSED = 'refused:'

interface Round {
  delivered: string[]
  refused: string[]
  /** The first failure that a later attempt may fix. */
  pending?: Failure
  /** The first failure that no attempt can fix. */
  rejection?: Failure
}

/** Sends the mail to one recipient after another. Stops when the server itself fails, because it would fail for the next recipient too. */
async function writeToAll(
  message: DeliveryMessage,
  { recipients, language, station }: EmailConfig,
  deps: DeliveryDeps,
): Promise<Round> {
  const words = await wordsOfAlarmMails(language)
  const round: Round = { delivered: [], refused: [] }
  const options = { signal: deps.signal, transcript: deps.transcript }
  for (const recipient of recipients) {
    const mail = station ? composeStationMail(message, recipient, station) : composeAlarmMail(message, recipient, words)
    // oxlint-disable-next-line no-await-in-loop -- one mail after another, because mail servers limit connections
    const result = await deps.mailer.send(mail, options)
    if (result.ok) {
      round.delivered.push(recipient)
    } else if (result.retry) {
      round.pending ??= result
      // A server that postpones one recipient may accept the next one.
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
  // All receivers of this kind share one mail server, to which the mailer opens three connections.
  inFlight: { limit: 16, perCompany: 4 },
  parse: parseEmailConfig,
  // Mail is sent through the installation's own mail server.
  addresses: () => [],
  wantsPicture: () => true,
  clip: 'attached',
  async send(message, config, deps): Promise<DeliveryResult> {
    const startedAt = performance.now()
    // A message that was given up and is sent again is tried at those who were refused: their mailbox may be there by now.
    const before = (message.served ?? []).filter((entry) => message.attempt > 1 || !entry.startsWith(REFUSED))
    const handled = new Set(before.map((entry) => entry.replace(REFUSED, '')))
    const open = config.recipients.filter((recipient) => !handled.has(recipient))
    const { delivered, refused, pending, rejection } = await writeToAll(message, { ...config, recipients: open }, deps)
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
