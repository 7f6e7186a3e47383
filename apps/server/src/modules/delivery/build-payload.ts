import type { DeliveryAlarm } from '@winnow/delivery'
import { sql } from 'kysely'
import { signPath } from '../../platform/crypto/signed-url.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { findAlarm, signedFramePath } from '../alarms/index.ts'
import type { DeliveryDeps } from './delivery-deps.ts'

/** How long a receiver can fetch the pictures after a message was sent. */
const PICTURES_DAYS = 7

export interface OutgoingDelivery {
  id: string
  receiverId: string
  companyId: string
  alarmId: string
  alarmVersion: number
  type: 'alarm.created' | 'alarm.corrected'
  previousVerdict: string | null
}

/**
 * What a message says, and since when that holds. Usually its own verdict. One that is sent again by hand after a later one about the
 * alarm went out says what that one said: a receiver must not end up with what was corrected, by whatever it goes.
 */
async function whatHolds(
  tx: Tx,
  delivery: OutgoingDelivery,
): Promise<{ verdict: string | null; at: Date } | undefined> {
  const row = await tx
    .selectFrom('delivery')
    .select(['verdict', 'created_at'])
    .where('alarm_id', '=', delivery.alarmId)
    .where('receiver_id', '=', delivery.receiverId)
    .where((eb) =>
      eb.or([
        eb('id', '=', delivery.id),
        eb.and([eb('alarm_version', '>', delivery.alarmVersion), eb('state', '<>', 'pending')]),
      ]),
    )
    .orderBy('alarm_version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { verdict: row.verdict, at: row.created_at }
}

/**
 * The message about an alarm as receivers get it, with addresses of the pictures signed anew: a message that is sent again
 * after days carries addresses that work.
 */
export async function buildPayload(
  tx: Tx,
  deps: Pick<DeliveryDeps, 'keys' | 'publicUrl'>,
  delivery: OutgoingDelivery,
  now: Date,
): Promise<DeliveryAlarm | undefined> {
  const alarm = await findAlarm(tx, delivery.companyId, delivery.alarmId)
  if (!alarm) return undefined
  const { rows } = await sql<{ name: string }>`select name from company where id = ${delivery.companyId}`.execute(tx)
  const base = deps.publicUrl()
  const expires = new Date(now.getTime() + PICTURES_DAYS * 86_400_000)
  const shown = alarm.frames.filter((frame) => frame.url !== null)
  const told = await whatHolds(tx, delivery)
  const verdict = told?.verdict ?? alarm.verdict ?? 'unverified'
  return {
    id: alarm.id,
    type: delivery.type,
    at: (told?.at ?? now).toISOString(),
    verdict: verdict as DeliveryAlarm['verdict'],
    score: alarm.score,
    reasons: alarm.reasons.map(({ code, params }) => (params ? { code, params } : { code })),
    company: { id: alarm.companyId, name: rows[0]?.name ?? '' },
    project: { id: alarm.projectId, name: alarm.projectName },
    site: { id: alarm.siteId, name: alarm.siteName, timezone: alarm.timezone },
    view: { id: alarm.viewId, name: alarm.viewName },
    receivedAt: alarm.receivedAt,
    deviceTime: alarm.deviceTime,
    detections: alarm.detections.flatMap(({ frame, class: className, score, box, moved, doubt }) => {
      const picture = shown.findIndex(({ position }) => position === frame)
      return picture < 0 ? [] : [{ picture, class: className, score, box, moved, doubt }]
    }),
    pictures: shown.map((frame) => ({
      url: base + signPath(deps.keys, signedFramePath(alarm.id, frame.position), { expires, now }),
      takenAt: frame.offsetMs === null ? null : new Date(Date.parse(alarm.receivedAt) + frame.offsetMs).toISOString(),
      width: frame.width,
      height: frame.height,
    })),
    consoleUrl: `${base}/cams/alarms/${alarm.id}`,
    ...(delivery.previousVerdict
      ? { previous: { verdict: delivery.previousVerdict as DeliveryAlarm['verdict'] } }
      : {}),
  }
}
