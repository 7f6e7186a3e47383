import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/index.ts'

const HOUR_MS = 3_600_000

/** Says who saw an alarm's pictures: once per user, alarm and hour, since one look takes many requests. */
export async function auditLook(tx: Tx, actor: Actor, alarmId: string, now: Date, requestId: string): Promise<void> {
  const who = actor.userId ?? actor.tokenId ?? actor.name
  const as = actor.impersonator ? ` as ${actor.impersonator.userId}` : ''
  const once = `look ${who}${as} ${alarmId} ${Math.floor(now.getTime() / HOUR_MS)}`
  const entry = { action: 'alarm.viewed', objectType: 'alarm', objectId: alarmId, once }
  await recordAudit(tx, actor, entry, now, requestId)
}

/** Taking the original file out of the house is told each time. */
export async function auditDownload(
  tx: Tx,
  actor: Actor,
  alarmId: string,
  now: Date,
  requestId: string,
): Promise<void> {
  await recordAudit(tx, actor, { action: 'alarm.downloaded', objectType: 'alarm', objectId: alarmId }, now, requestId)
}
