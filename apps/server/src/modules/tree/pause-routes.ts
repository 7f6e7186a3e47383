import { pauseSite, pauseView, REASON_NOT_GIVEN, type BodyOf } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { endOfPause } from './pause-end.ts'
import { findSite } from './site-queries.ts'
import { findView } from './view-queries.ts'

type PauseBody = BodyOf<typeof pauseSite>

interface Change {
  tx: Tx
  actor: Actor
  body: PauseBody
  now: Date
}

/** Writes or ends a pause. When it ends, its reason and author stay stored, but have no meaning without an end time. */
async function setPause(table: 'site' | 'view', id: string, until: Date | null, change: Change): Promise<void> {
  const { tx, actor, body, now } = change
  const begun =
    until && sql`, paused_at = ${now}, pause_reason = ${body.reason ?? REASON_NOT_GIVEN}, paused_by = ${actor.name}`
  await sql`update ${sql.table(table)} set paused_until = ${until} ${begun ?? sql``} where id = ${id}`.execute(tx)
}

/** Operations on pauses of sites and cameras. No job ends a pause: each reader compares its end with the clock. */
export function registerPauses(register: Register): void {
  register.write(pauseSite, async ({ tx, actor, params: { id }, body, audit, publish, now }) => {
    const getOne = () => findSite(tx, actor.companyId, actor.grants, id)
    const before = await getOne()
    if (!before) throw notFound()
    const until = endOfPause(body.pauseEndTime, now, before.timezone)
    await setPause('site', id, until, { tx, actor, body, now })
    const after = await getOne()
    if (!after) throw notFound()
    const action = until ? 'site.paused' : 'site.resumed'
    const entry = { action, objectType: 'site', objectId: id, objectName: after.name } as const
    await audit({ ...entry, before: { pause: before.pause }, after: { pause: after.pause } })
    await publish({ type: 'tree.changed', projectId: after.projectId, siteId: id, viewId: null })
    return after
  })

  register.write(pauseView, async ({ tx, actor, params: { id }, body, audit, publish, now }) => {
    const getOne = () => findView(tx, actor.companyId, actor.grants, id)
    const before = await getOne()
    if (!before) throw notFound()
    const until = endOfPause(body.pauseEndTime, now, before.timezone)
    await setPause('view', id, until, { tx, actor, body, now })
    const after = await getOne()
    if (!after) throw notFound()
    const action = until ? 'view.paused' : 'view.resumed'
    const entry = { action, objectType: 'view', objectId: id, objectName: after.name } as const
    await audit({ ...entry, before: { pause: before.pause }, after: { pause: after.pause } })
    await publish({ type: 'tree.changed', projectId: after.clientId, siteId: after.siteId, viewId: id })
    return after
  })
}
