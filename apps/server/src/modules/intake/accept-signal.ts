import { MAX_MESSAGE_BYTES } from '@winnow/contract'
import { clientKey } from '@winnow/domain'
import { sql } from 'kysely'
import type { StoredMedia } from '../../platform/media/media-store.ts'
import type { AtOnce } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { storeDurably } from '../../platform/media/store-durably.ts'
import { ruleTimesOfView, scheduleFactsOfView } from '../access/index.ts'
import type { SignalSource } from './claim-signal.ts'
import type { IntakeDeps } from './intake-deps.ts'

/** The recipient of a message. It is looked up before the body is read. */
export interface SignalTarget {
  companyId: string
  siteId: string
  /** The id of the camera; null if only the site is known. */
  viewId: string | null
  /** The address of a mail, or the path of a file. */
  recipient: string | null
  /** The alarm to which the pictures are added. Left out: the alarm follows from camera and time. */
  alarmId?: string
}

export interface IncomingMessage {
  source: SignalSource
  body: AsyncIterable<Uint8Array>
  /** The content type of an HTTP body; null for mails, which are MIME, and for files. */
  rawType: string | null
  targets: readonly SignalTarget[]
  remoteAddress: string
  idempotencyKey?: string | undefined
  isTest?: boolean
  /** Checks the stored message before it is accepted. If this function throws, the sender gets the error as the reply. */
  inspect?: (stored: StoredMedia, receivedAt: Date) => Promise<void>
}

/**
 * SQL expression for the facts that decide whether alarms of the camera are analysed: whether the camera and its site are active and not
 * paused, the camera's products, its schedule and those of its rules. They are stored with the message, so later changes do not affect it.
 */
export const STANDING = sql`case when view.id is null then null else jsonb_build_object(
          'site', jsonb_build_object('active', site.active, 'pausedUntil', site.paused_until),
          'view', jsonb_build_object('active', view.active, 'pausedUntil', view.paused_until, 'products', view.products,
            'productsTaken', view.products_taken), 'schedule', ${scheduleFactsOfView}, 'rules', ${ruleTimesOfView}) end`

/** Passes a body on, and tells when its last byte has arrived. */
async function* withEnd(body: AsyncIterable<Uint8Array>, ended: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) yield chunk
  ended()
}

/**
 * Accepts a message: writes one file and syncs it, then commits one row per target. The caller must not report success to the sender
 * before this function has resolved. The message is not parsed here, so its content can cause a failure only in `inspect`. The sender gets
 * that failure as the reply.
 * @param atOnce the transaction of the targets' company, or of all companies for a mail that can have targets in several
 * @returns ids of the signals, in the order of the targets
 * @throws TooManyBytesError, MediaTooLargeError, MediaFullError
 */
export async function acceptSignal(deps: IntakeDeps, message: IncomingMessage, atOnce: AtOnce): Promise<string[]> {
  const begunAt = deps.clock.now()
  // A message can take minutes to arrive. What counts is when it was complete: a window may have opened meanwhile.
  let receivedAt = begunAt
  const ids = message.targets.map(() => newId(begunAt.getTime()))
  const [first] = ids
  if (first === undefined) throw new Error('a message without a target cannot be kept')
  const day = begunAt.toISOString().slice(0, 10)
  const each = (column: keyof SignalTarget) => message.targets.map((target) => target[column] ?? null)
  const key = `raw/${day}/${first}.${message.source === 'smtp' ? 'eml' : 'bin'}`
  const commit = (stored: StoredMedia) =>
    atOnce(
      deps.preparedDb,
      sql`
        insert into signal (id, company_id, site_id, view_id, recipient, source, received_at, raw_key, raw_bytes, raw_type, raw_sha256,
          remote_address, idempotency_key, is_test, for_alarm, alarm_id, standing)
        select target.id, target.company_id, target.site_id, target.view_id, target.recipient, ${message.source}, ${receivedAt}, ${stored.key}, ${stored.bytes}, ${message.rawType}, ${stored.sha256},
          ${message.remoteAddress}, ${message.idempotencyKey ?? null}, ${message.isTest ?? false}, target.alarm_id, target.alarm_id, ${STANDING}
        from unnest(${ids}::uuid[], ${each('companyId')}::uuid[], ${each('siteId')}::uuid[], ${each('viewId')}::uuid[],
          ${each('recipient')}::text[], ${each('alarmId')}::uuid[]) as target (id, company_id, site_id, view_id, recipient, alarm_id)
          left join view on view.id = target.view_id left join site on site.id = view.site_id`.compile(deps.preparedDb),
    )
  const counted = deps.bytesInFlight.count(message.body, clientKey(message.remoteAddress))
  const body = withEnd(counted, () => (receivedAt = deps.clock.now()))
  await storeDurably(deps.media, { key, body, limit: MAX_MESSAGE_BYTES }, async (stored) => {
    await message.inspect?.(stored, receivedAt)
    await commit(stored)
  })
  return ids
}
