import { performance } from 'node:perf_hooks'
import { resultOfAnswer } from '../answers.ts'
import { wordsOfAlarmMails } from '../email/alarm-words.ts'
import { composeAlarmMail } from '../email/compose.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { forwardMail } from '../mail/forward-mail.ts'
import type { MailResult } from '../mail/mailer.ts'
import { askStation } from '../mail/ask-station.ts'
import { stationResult } from '../mail/station-server.ts'
import type { DeliveryDeps, DeliveryMessage, OriginalMail, ReceiverAdapter } from '../receiver.ts'
import type { DeliveryResult } from '../result.ts'
import { parseRelayConfig, type RelayConfig } from './relay-config.ts'
import { beginMail, loopOf, traceOf } from './trace.ts'

/** The entry in `served` of what needs no mail of the camera. */
const COMPOSED = 'composed'

interface Round {
  message: DeliveryMessage
  config: RelayConfig
  deps: DeliveryDeps
  ms: () => number
}

/** Sends what has no mail of the camera as the `email` kind would: a test, a correction, an alarm that came another way. */
async function sendComposed({ message, config, deps }: Round, isWithoutMail: boolean): Promise<MailResult> {
  const words = await wordsOfAlarmMails(config.language)
  // `outboxDir` is never used, since there is a server.
  const mailer = createMailer({ from: config.sender, outboxDir: '', guard: deps.guard, smtp: config.server })
  try {
    const { headers, ...mail } = composeAlarmMail(message, config.recipient, words, isWithoutMail)
    const { id, verdict, score } = message.payload
    const ours = {
      'X-Winnow-Id': id,
      'X-Winnow-Verdict': verdict,
      ...(score === null ? {} : { 'X-Winnow-Score': score.toFixed(3) }),
    }
    const { signal, transcript } = deps
    return await mailer.send({ ...mail, headers: { ...headers, ...ours } }, { signal, transcript })
  } finally {
    mailer.close()
  }
}

/** Relays one mail of the camera. `loop` says why it was not. */
async function relayMail(
  { message, config, deps }: Round,
  original: AsyncIterable<Uint8Array>,
): Promise<{ result: MailResult } | { loop: string }> {
  const { header, bytes, close } = await beginMail(original)
  try {
    const loop = loopOf(header)
    if (loop !== undefined) return { loop }
    const host = config.sender.split('@')[1] ?? ''
    const trace = traceOf(message.payload, { host, deliveryId: message.id, now: message.now })
    async function* traced(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(trace)
      yield* bytes
    }
    const { signal, guard, transcript } = deps
    const mail = { from: config.sender, to: config.recipient, message: traced() }
    return { result: await forwardMail(mail, { smtp: config.server, guard, signal, transcript }) }
  } finally {
    await close()
  }
}

/** Whether the message says something that the camera's mail does not. */
const isComposed = ({ payload }: DeliveryMessage, relayed: number): boolean =>
  relayed === 0 || (payload.type === 'alarm.corrected' && payload.previous?.verdict !== 'false')

async function relayAll(round: Round, mails: readonly OriginalMail[]): Promise<DeliveryResult> {
  const { message, ms } = round
  const served = [...(message.served ?? [])]
  const done = new Set(served)
  const loops: string[] = []
  let status: number | undefined
  let found = 0
  for (const { id, open } of mails) {
    // oxlint-disable-next-line no-await-in-loop -- one mail after another: in order, on one connection
    const original = done.has(id) ? undefined : await open()
    if (original !== undefined || done.has(id)) found += 1
    if (original === undefined) continue
    // oxlint-disable-next-line no-await-in-loop -- for the same reason
    const relayed = await relayMail(round, original)
    if ('loop' in relayed) {
      loops.push(relayed.loop)
      continue
    }
    const result = stationResult(relayed.result, ms())
    if (!result.ok) return { ...result, served }
    status = result.status
    served.push(id)
  }
  if (loops.length > 0 && loops.length === found) return resultOfAnswer('for-good', loops[0] ?? '', ms())
  if (isComposed(message, found) && !done.has(COMPOSED)) {
    const { type, gathered } = message.payload
    const isWithoutMail = found === 0 && type === 'alarm.created' && !gathered?.isDigest
    const result = stationResult(await sendComposed(round, isWithoutMail), ms())
    if (!result.ok) return { ...result, served }
    status = result.status
  }
  const detail = loops.length > 0 ? `${loops.length} of ${found} mails were not relayed: ${loops[0]}` : undefined
  return { ok: true, ms: ms(), ...(status === undefined ? {} : { status }), ...(detail ? { detail } : {}) }
}

/** Relays the camera's own mail to the station, byte for byte: docs/receivers.md. */
export const relayReceiver: ReceiverAdapter<RelayConfig> = {
  // Each receiver names its own server, and a slow one holds its place for up to a minute.
  inFlight: { limit: 16, perCompany: 4 },
  parse: parseRelayConfig,
  addresses: ({ server }) => [{ field: 'smtpHost', host: server.host, port: server.port }],
  wantsPicture: () => true,
  clip: 'attached',
  heartbeat: (_state, config, deps) => askStation(config, deps),
  send(message, config, deps) {
    const startedAt = performance.now()
    const round = { message, config, deps, ms: () => Math.round(performance.now() - startedAt) }
    return relayAll(round, message.mails ?? [])
  },
}
