import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/index.ts'

const HOUR_MS = 3_600_000

/** The same for all that one caller does to one thing within an hour. A token is told apart from its maker. */
function onceAnHour(what: string, actor: Actor, id: string, now: Date): string {
  const who = actor.tokenId ?? actor.userId ?? actor.name
  const as = actor.impersonator ? ` as ${actor.impersonator.userId}` : ''
  return `${what} ${who}${as} ${id} ${Math.floor(now.getTime() / HOUR_MS)}`
}

/**
 * Says who saw an alarm's pictures: once per user, alarm and hour, since one look takes many requests. Those at one camera within the
 * hour are listed as one.
 */
export async function auditLook(tx: Tx, actor: Actor, alarmId: string, now: Date, requestId: string): Promise<void> {
  const once = onceAnHour('look', actor, alarmId, now)
  const { view_id: viewId } = await tx
    .selectFrom('alarm')
    .select('view_id')
    .where('id', '=', alarmId)
    .executeTakeFirstOrThrow()
  const fold = onceAnHour('looks', actor, viewId, now)
  const entry = { action: 'alarm.viewed', objectType: 'alarm', objectId: alarmId, once, fold }
  await recordAudit(tx, actor, entry, now, requestId)
}

/**
 * Says whose pictures were fetched before anyone looked: once per user, camera and hour. Nobody may ever look at them, but whoever
 * fetched them has them.
 */
export async function auditAhead(tx: Tx, actor: Actor, alarmId: string, now: Date, requestId: string): Promise<void> {
  const view = await tx
    .selectFrom('alarm')
    .innerJoin('view', 'view.id', 'alarm.view_id')
    .select(['view.id', 'view.name'])
    .where('alarm.id', '=', alarmId)
    .executeTakeFirstOrThrow()
  const once = onceAnHour('ahead', actor, view.id, now)
  const entry = { action: 'view.pictures-fetched', objectType: 'view', objectId: view.id, objectName: view.name, once }
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
