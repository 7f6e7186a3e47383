import {
  findReceiver,
  recordFetch,
  type DeliveryAlarm,
  type DeliveryResult,
  type ReceiverSession,
  type Transcript,
} from '@winnow/delivery'
import { attachmentsOf } from './attachments.ts'
import { findMails } from './find-mails.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
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
    const chosen = { kind, config: receiver.config, parsed: config }
    const { linkedClip, note, ...attached } = await attachmentsOf(deps, chosen, message)
    const { transcript } = message
    const result = await kind.send(
      {
        id: message.id,
        payload: { ...message.payload, ...(linkedClip ? { clip: linkedClip } : {}) },
        attempt: message.attempt,
        now,
        ...attached,
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
    return note === undefined ? result : { ...result, detail: result.detail ? `${result.detail} ${note}` : note }
  } catch (err) {
    deps.log.error({ err, receiverId: receiver.id }, 'a receiver could not be served')
    return failed('aborted', 'An error on our side.')
  }
}
