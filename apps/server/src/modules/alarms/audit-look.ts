import type { Operation } from '@winnow/contract'
import type { Actor } from '../../platform/http/actor.ts'
import type { Changing } from '../../platform/http/handlers.ts'

type Telling = Pick<Changing<Operation>, 'tx' | 'actor' | 'now' | 'audit'>

const HOUR_MS = 3_600_000

/** The key under which repeated actions of one caller on one object within an hour count once. A token counts separately from its maker. */
function onceAnHour(what: string, actor: Actor, id: string, now: Date): string {
  const who = actor.tokenId ?? actor.userId ?? actor.name
  const as = actor.impersonator ? ` as ${actor.impersonator.userId}` : ''
  return `${what} ${who}${as} ${id} ${Math.floor(now.getTime() / HOUR_MS)}`
}

/**
 * Records in the audit log who saw an alarm's pictures: once per user, alarm and hour, since one view takes many requests. The list shows
 * views of one camera within an hour as one.
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
 * Records in the audit log whose pictures were prefetched: once per user, camera and hour. They may never be viewed, but the caller has
 * them.
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

/** Every download of an original file is recorded. */
export async function auditDownload({ audit }: Telling, alarmId: string): Promise<void> {
  await audit({ action: 'alarm.downloaded', objectType: 'alarm', objectId: alarmId })
}
