import {
  findReceiver,
  recordFetch,
  type DeliveryAlarm,
  type DeliveryResult,
  type ReceiverSession,
  type Transcript,
} from '@winnow/delivery'
import { findMails } from './find-mails.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { pictureLimitOf, pictureOfMessage } from './picture-of-message.ts'
import { openReceiverConfig } from './receiver-secrets.ts'

export interface ReceiverRow {
  id: string
  kind: string
  config: unknown
  secrets: string | null
}

/** Sends one message to one receiver. Never throws: errors are in the result. */
export async function sendTo(
  deps: DeliveryDeps,
  receiver: ReceiverRow,
  message: {
    id: string
    companyId: string
    payload: DeliveryAlarm
    attempt: number
    served?: readonly string[]
    /** The mails of the camera that the message relays: ids of signals. */
    mails?: readonly string[]
    session?: ReceiverSession
    signal?: AbortSignal
    transcript?: Transcript
  },
): Promise<DeliveryResult> {
  const started = performance.now()
  const failed = (code: 'config' | 'aborted', detail: string): DeliveryResult => ({
    ok: false,
    retry: code === 'aborted',
    ms: performance.now() - started,
    code,
    detail,
  })
  const kind = findReceiver(receiver.kind)
  if (!kind) return failed('config', `unknown kind ${receiver.kind}`)
  try {
    const now = deps.clock.now()
    // Stored settings are validated again before use, since the content of a database is input too.
    const parsed = kind.parse(openReceiverConfig(deps.keys, receiver))
    if (!parsed.ok) return failed('config', parsed.errors.map((error) => `${error.field}: ${error.message}`).join(', '))
    const { config } = parsed
    const isOfAlarm = message.payload.type.startsWith('alarm.')
    const wantsPicture = isOfAlarm && kind.wantsPicture(config)
    const alarm = { companyId: message.companyId, alarmId: message.payload.id }
    const picture = wantsPicture ? await pictureOfMessage(deps, alarm, pictureLimitOf(receiver.config)) : undefined
    const { transcript } = message
    return await kind.send(
      {
        id: message.id,
        payload: message.payload,
        attempt: message.attempt,
        now,
        ...(picture ? { picture } : {}),
        ...(message.mails?.length ? { mails: await findMails(deps, message.companyId, message.mails) } : {}),
        ...(message.served ? { served: message.served } : {}),
        ...(message.session ? { session: message.session } : {}),
      },
      config,
      {
        guard: transcript ? recordFetch(deps.guard, transcript) : deps.guard,
        mailer: deps.mailer,
        ...(transcript ? { transcript } : {}),
        ...(message.signal ? { signal: message.signal } : {}),
        ...(deps.connections ? { kept: { receiverId: receiver.id, connections: deps.connections } } : {}),
      },
    )
  } catch (err) {
    deps.log.error({ err, receiverId: receiver.id }, 'a receiver could not be served')
    return failed('aborted', 'An error on our side.')
  }
}
