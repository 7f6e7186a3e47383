import { buffer } from 'node:stream/consumers'
import {
  findReceiver,
  recordFetch,
  type DeliveryAlarm,
  type DeliveryResult,
  type ReceiverSession,
  type Transcript,
} from '@winnow/delivery'
import { shownFrame, sightings } from '@winnow/domain'
import { withoutMetadata } from '@winnow/vision/showing'
import { inTenant } from '../../platform/db/transaction.ts'
import { findAlarm, findFrameFiles } from '../alarms/index.ts'
import { findMails } from './find-mails.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { openReceiverConfig } from './receiver-secrets.ts'

export interface ReceiverRow {
  id: string
  kind: string
  config: unknown
  secrets: string | null
}

/** The picture that shows best what was found, with boxes drawn, for mails. Undefined if there is none; the mail then has no picture. */
async function pictureOf(
  deps: DeliveryDeps,
  companyId: string,
  alarmId: string,
): Promise<{ jpeg: Uint8Array; name: string } | undefined> {
  const found = await inTenant(deps.db, companyId, async (tx) => {
    const alarm = await findAlarm(tx, companyId, alarmId)
    if (!alarm) return undefined
    const position = shownFrame(alarm)
    if (position === undefined) return undefined
    const files = await findFrameFiles(tx, alarmId, position)
    const { stands, doubted } = sightings(alarm)
    const here = [...stands, ...doubted].filter((detection) => detection.frame === position)
    const shown = here.filter(({ masked }) => !masked)
    return files && { files, shown }
  })
  if (!found) return undefined
  try {
    const key = await deps.shown.keyOf(found.files)
    if (key === undefined) return undefined
    const jpeg = await buffer((await deps.media.get(key)).body)
    const name = `alarm-${alarmId}.jpg`
    if (!deps.pool) return { jpeg: withoutMetadata(jpeg), name }
    return { jpeg: await deps.pool.annotate({ jpeg, detections: found.shown, maxSide: 1280 }), name }
  } catch (err) {
    deps.log.warn({ err, alarmId }, 'the picture of a mail could not be drawn; the mail goes without it')
    return undefined
  }
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
    const picture = wantsPicture ? await pictureOf(deps, message.companyId, message.payload.id) : undefined
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
