import type { Operation } from '@winnow/contract'
import type { Actor } from '../../platform/http/actor.ts'
import type { Changing } from '../../platform/http/handlers.ts'

type Telling = Pick<Changing<Operation>, 'tx' | 'actor' | 'now' | 'audit'>

const HOUR_MS = 3_600_000

/** Returns a key that is the same for repeated actions of one caller on one object in the same hour. A token and its creator differ. */
export function onceAnHour(what: string, actor: Actor, id: string, now: Date): string {
  const who = actor.tokenId ?? actor.userId ?? actor.name
  const as = actor.impersonator ? ` as ${actor.impersonator.userId}` : ''
  return `${what} ${who}${as} ${id} ${Math.floor(now.getTime() / HOUR_MS)}`
}

/**
 * Records in the audit log who saw an alarm's pictures: once per user, alarm and hour, since one view takes many requests. The list shows
 * the views of one camera within an hour as one row.
 */
export async function auditLook({ tx, actor, now, audit }: Telling, alarmId: string): Promise<void> {
  const once = onceAnHour('look', actor, alarmId, now)
  const { view_id: viewId } = await tx
    .selectFrom('alarm')
    .select('view_id')
    .where('id', '=', alarmId)
    .executeTakeFirstOrThrow()
  const fold = onceAnHour('looks', actor, viewId, now)
  await audit({ action: 'alarm.viewed', objectType: 'alarm', objectId: alarmId, once, fold })
}

/**
 * Records in the audit log who prefetched pictures of which camera: once per user, camera and hour. The pictures may never be viewed, but
 * the caller has received them.
 */
export async function auditAhead({ tx, actor, now, audit }: Telling, alarmId: string): Promise<void> {
  const view = await tx
    .selectFrom('alarm')
    .innerJoin('view', 'view.id', 'alarm.view_id')
    .select(['view.id', 'view.name'])
    .where('alarm.id', '=', alarmId)
    .executeTakeFirstOrThrow()
  const once = onceAnHour('ahead', actor, view.id, now)
  await audit({ action: 'view.pictures-fetched', objectType: 'view', objectId: view.id, objectName: view.name, once })
}

/** Records every download of an original file in the audit log. */
export async function auditDownload({ audit }: Telling, alarmId: string): Promise<void> {
  await audit({ action: 'alarm.downloaded', objectType: 'alarm', objectId: alarmId })
}
