import { buffer } from 'node:stream/consumers'
import { receivers, type DeliveryAlarm, type DeliveryResult } from '@winnow/delivery'
import { shownFrame, sightings } from '@winnow/domain'
import { inSystem } from '../../platform/db/transaction.ts'
import { findAlarm, findFrameFiles } from '../alarms/index.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { openReceiverConfig } from './receiver-secrets.ts'

export interface ReceiverRow {
  id: string
  kind: string
  config: unknown
  secrets: string | null
}

/** The picture that shows best what was found, with its boxes drawn, for mails. Without one the mail goes without. */
async function pictureOf(
  deps: DeliveryDeps,
  companyId: string,
  alarmId: string,
): Promise<{ jpeg: Uint8Array; name: string } | undefined> {
  const found = await inSystem(deps.db, async (tx) => {
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
    if (!deps.pool) return { jpeg, name }
    return { jpeg: await deps.pool.annotate({ jpeg, detections: found.shown, maxSide: 1280 }), name }
  } catch (err) {
    deps.log.warn({ err, alarmId }, 'the picture of a mail could not be drawn; the mail goes without it')
    return undefined
  }
}

/** Sends one message to one receiver. What goes wrong is in the result; it never throws. */
export async function sendTo(
  deps: DeliveryDeps,
  receiver: ReceiverRow,
  message: {
    id: string
    companyId: string
    payload: DeliveryAlarm
    attempt: number
    served?: readonly string[]
    signal?: AbortSignal
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
  const adapter = receivers.find((candidate) => candidate.id === receiver.kind)
  if (!adapter) return failed('config', `unknown kind ${receiver.kind}`)
  try {
    const now = deps.clock.now()
    const config = openReceiverConfig(deps.keys, receiver)
    const parsed = adapter.configSchema.parse(config)
    if (!parsed.ok) return failed('config', parsed.errors.map((error) => `${error.field}: ${error.message}`).join(', '))
    const embeds = receiver.kind === 'email' || (config['embedPicture'] ?? false) === true
    const wantsPicture = embeds && message.payload.type !== 'test'
    const picture = wantsPicture ? await pictureOf(deps, message.companyId, message.payload.id) : undefined
    return await adapter.send(
      {
        id: message.id,
        payload: message.payload,
        attempt: message.attempt,
        now,
        ...(picture ? { picture } : {}),
        ...(message.served ? { served: message.served } : {}),
      },
      config,
      { guard: deps.guard, mailer: deps.mailer, ...(message.signal ? { signal: message.signal } : {}) },
    )
  } catch (err) {
    deps.log.error({ err, receiverId: receiver.id }, 'a receiver could not be served')
    return failed('aborted', 'An error on our side.')
  }
}
