import type { Alarm } from '@winnow/contract'
import type { DeliveryAlarm } from '@winnow/delivery'
import { sql } from 'kysely'
import { signPath } from '../../platform/crypto/signed-url.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { findAlarm, signedFramePath } from '../alarms/index.ts'
import type { DeliveryDeps } from './delivery-deps.ts'

/** How long a receiver can fetch the pictures after a message was sent, in days. */
export const PICTURES_DAYS = 7

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
 * The verdict that a message reports, and the time of that verdict. Usually this is the message's own verdict. If somebody sends a message
 * again after a later message about the same alarm was sent, the repeated message reports the later verdict. Otherwise the receiver would
 * end up with a verdict that has been corrected.
 */
async function currentVerdict(
  tx: Tx,
  delivery: OutgoingDelivery,
): Promise<{ verdict: string | null; at: Date; isDigest: boolean; isOutage: boolean } | undefined> {
  const row = await tx
    .selectFrom('delivery')
    .select(['verdict', 'created_at', 'is_digest', 'is_outage'])
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
  return row && { verdict: row.verdict, at: row.created_at, isDigest: row.is_digest, isOutage: row.is_outage }
}

/** The alarms that a message stands for besides its own, the earliest first; undefined if there are none and it is no digest. */
async function gatheredBy(
  tx: Tx,
  { id, companyId }: OutgoingDelivery,
  own: string,
  current: Awaited<ReturnType<typeof currentVerdict>>,
): Promise<DeliveryAlarm['gathered']> {
  const { isDigest = false, isOutage = false, verdict } = current ?? {}
  const { rows } = await sql<{ id: string; received_at: Date; is_true: boolean }>`
    select a.id, a.received_at, d.verdict = 'true' as is_true from delivery d join alarm a on a.id = d.alarm_id
    where d.carrier_id = ${id} and d.company_id = ${companyId} order by a.received_at, a.id`.execute(tx)
  if (rows.length === 0 && !isDigest) return undefined
  const times = [...rows.map((row) => row.received_at.toISOString()), own].toSorted()
  return {
    alarms: rows.map((row) => row.id),
    firstAt: times[0] ?? own,
    lastAt: times.at(-1) ?? own,
    isDigest,
    isOutage,
    trueAlarms: rows.filter((row) => row.is_true).length + (verdict === 'true' ? 1 : 0),
  }
}

/** The paths of an alarm, with their pictures by the index in the message. */
function tracksOf({ tracks }: Pick<Alarm, 'tracks'>, shown: Alarm['frames']): DeliveryAlarm['tracks'] {
  return (tracks ?? []).map(({ class: name, points }) => {
    const [first, last] = [points[0]?.offsetMs, points.at(-1)?.offsetMs]
    const isTimed = typeof first === 'number' && typeof last === 'number'
    return {
      class: name,
      seconds: isTimed ? Math.round((last - first) / 100) / 10 : null,
      points: points.flatMap(({ frame, box }) => {
        const picture = shown.findIndex(({ position }) => position === frame)
        return picture < 0 ? [] : [{ picture, box }]
      }),
    }
  })
}

/** The pictures of an alarm that can be shown, at addresses that are signed anew. */
export function picturesOf(
  { keys, publicUrl }: Pick<DeliveryDeps, 'keys' | 'publicUrl'>,
  { id, receivedAt, frames }: Pick<Alarm, 'id' | 'receivedAt' | 'frames'>,
  now: Date,
): DeliveryAlarm['pictures'] {
  const expires = new Date(now.getTime() + PICTURES_DAYS * 86_400_000)
  return frames.filter(isShown).map(({ position, offsetMs, width, height }) => ({
    url: publicUrl() + signPath(keys, signedFramePath(id, position), { expires, now }),
    takenAt: offsetMs === null ? null : new Date(Date.parse(receivedAt) + offsetMs).toISOString(),
    width,
    height,
  }))
}

const isShown = ({ url }: Alarm['frames'][number]): boolean => url !== null

/**
 * Builds the message about an alarm as receivers get it. Picture addresses are signed again at each attempt, so that they also work in a
 * message that is sent again days later.
 * @returns undefined when the alarm no longer exists
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
  const shown = alarm.frames.filter(isShown)
  const current = await currentVerdict(tx, delivery)
  const verdict = current?.verdict ?? alarm.verdict ?? 'unverified'
  const gathered = await gatheredBy(tx, delivery, alarm.receivedAt, current)
  return {
    id: alarm.id,
    type: delivery.type,
    at: (current?.at ?? now).toISOString(),
    verdict: verdict as DeliveryAlarm['verdict'],
    score: alarm.score,
    reasons: alarm.reasons.map(({ code, params }) => (params ? { code, params } : { code })),
    company: { id: alarm.companyId, name: rows[0]?.name ?? '' },
    project: { id: alarm.projectId, name: alarm.projectName },
    site: { id: alarm.siteId, name: alarm.siteName, timezone: alarm.timezone },
    view: { id: alarm.viewId, name: alarm.viewName },
    receivedAt: alarm.receivedAt,
    deviceTime: alarm.deviceTime,
    rules: alarm.rules
      .filter(({ outcome }) => outcome === 'hit' || outcome === 'held')
      .map(({ ruleId, name, type, category, outcome, plate }) => ({
        id: ruleId,
        name,
        type,
        category,
        held: outcome === 'held',
        plate,
      })),
    detections: alarm.detections.flatMap(({ frame, class: className, score, box, moved, doubt }) => {
      const picture = shown.findIndex(({ position }) => position === frame)
      return picture < 0 ? [] : [{ picture, class: className, score, box, moved, doubt }]
    }),
    tracks: tracksOf(alarm, shown),
    pictures: picturesOf(deps, alarm, now),
    consoleUrl: `${base}/cams/alarms/${alarm.id}`,
    ...(delivery.previousVerdict
      ? { previous: { verdict: delivery.previousVerdict as DeliveryAlarm['verdict'] } }
      : {}),
    ...(gathered ? { gathered } : {}),
  }
}
