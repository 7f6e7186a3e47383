import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { inSystem, inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Tick } from '../../platform/jobs/job.ts'
import type { Logger } from '../../platform/log.ts'
import { recordAudit } from '../audit/index.ts'
import { publishLive } from '../live/index.ts'
import type { PelcoCloud } from './pelco-cloud.ts'

/** A deletion can be undone for 15 seconds in the console. Within this time the cloud is not told, so that an undo restores a registered camera. */
const UNDO_MS = 30_000
/** Longer than a call of the cloud takes. Then another process may ask. */
const CLAIM_MS = 2 * 60_000
const LONGEST_PAUSE_MS = 60 * 60_000
const BATCH = 100

export interface ReleaseDeps {
  db: Db
  clock: Clock
  log: Logger
  /** The product's name, as the author in the audit. */
  productName: string
}

interface Deleted {
  id: string
  company_id: string
}

interface Claimed {
  serial: string
  channel: string
}

/** The pause after an attempt: a minute, two, four, and so on up to an hour. It is tried until the cloud lets go. */
const pauseAfter = (attempts: number): number => Math.min(60_000 * 2 ** Math.min(attempts, 10), LONGEST_PAUSE_MS)

/**
 * Deleted cameras that the cloud still knows, by whatever way they were deleted: alone, or with their site or client. What is deleted with
 * something has its time of deletion.
 */
const findDue = (db: Db, now: Date): Promise<Deleted[]> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<Deleted>`
      select v.id, v.company_id from view v left join pelco_release r on r.view_id = v.id
      where v.serial_number is not null and v.deleted_at <= ${new Date(now.getTime() - UNDO_MS)}
        and coalesce(r.ask_at, v.deleted_at) <= ${now} and (r.claimed_until is null or r.claimed_until <= ${now})
      order by v.deleted_at, v.id limit ${BATCH}`.execute(tx)
    return rows
  })

/** Takes a camera for this process. Undefined if it is not deleted any more, or another process has it. */
async function claim(tx: Tx, { id, company_id: companyId }: Deleted, now: Date): Promise<Claimed | undefined> {
  const view = await tx
    .selectFrom('view')
    .select(['serial_number', 'channel'])
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!view?.serial_number) return undefined
  const { rows } = await sql`
    insert into pelco_release as r (view_id, company_id, attempts, ask_at, claimed_until)
    values (${id}, ${companyId}, 1, ${new Date(now.getTime() + pauseAfter(0))}, ${new Date(now.getTime() + CLAIM_MS)})
    on conflict (view_id) do update set attempts = r.attempts + 1, claimed_until = excluded.claimed_until
      where r.claimed_until is null or r.claimed_until <= ${now}
    returning r.view_id`.execute(tx)
  return rows.length === 0 ? undefined : { serial: view.serial_number, channel: view.channel ?? '' }
}

/** The cloud let go: the camera has no serial any more, also if somebody restored it meanwhile. */
async function forget(tx: Tx, { id, company_id: companyId }: Deleted, deps: ReleaseDeps): Promise<void> {
  const view = await tx
    .updateTable('view')
    .set({ serial_number: null })
    .where('id', '=', id)
    .returning(['name', 'site_id', 'project_id', 'deleted_at'])
    .executeTakeFirst()
  await tx.deleteFrom('pelco_release').where('view_id', '=', id).execute()
  if (!view) return
  const entry = { action: 'view.disconnected', objectType: 'view', objectId: id, objectName: view.name } as const
  await recordAudit(tx, { companyId, name: deps.productName }, entry, deps.clock.now())
  const place = { projectId: view.project_id, siteId: view.site_id }
  // Nobody is led away from a camera that was restored: its page says then that it is disconnected.
  if (view.deleted_at === null) await publishLive(tx, companyId, { type: 'tree.changed', ...place, viewId: id })
  else await publishLive(tx, companyId, { type: 'DISCONNECT', ...place, viewIds: [id] })
}

/** Has the cloud let go of one camera. What it does not let go of now is asked again later. */
async function release(deps: ReleaseDeps, cloud: PelcoCloud, view: Deleted): Promise<void> {
  const { db, clock, log } = deps
  const claimed = await inTenant(db, view.company_id, (tx) => claim(tx, view, clock.now()))
  if (!claimed) return
  const isReleased = await cloud.release(view.company_id, claimed.serial, claimed.channel).catch((err: unknown) => {
    log.warn({ err, viewId: view.id }, 'the cloud of Pelco could not be asked to let go of a deleted camera')
    return false
  })
  await inTenant(db, view.company_id, async (tx) => {
    if (isReleased) return forget(tx, view, deps)
    const row = await tx
      .selectFrom('pelco_release')
      .select('attempts')
      .where('view_id', '=', view.id)
      .forUpdate()
      .executeTakeFirst()
    const attempts = row?.attempts ?? 1
    log.warn({ viewId: view.id, attempts }, 'the cloud of Pelco did not let go of a deleted camera; it is asked again')
    await tx
      .updateTable('pelco_release')
      .set({ claimed_until: null, ask_at: new Date(clock.now().getTime() + pauseAfter(attempts - 1)) })
      .where('view_id', '=', view.id)
      .execute()
  })
}

/** Has the cloud let go of all cameras that were deleted here. One that fails delays no other. */
export async function releaseDeleted(deps: ReleaseDeps, cloud: PelcoCloud): Promise<void> {
  for (const view of await findDue(deps.db, deps.clock.now()))
    await release(deps, cloud, view).catch((err: unknown) => {
      deps.log.error({ err, viewId: view.id }, 'the release of a deleted camera of Pelco failed; it is tried again')
    })
}

/** Without a cloud nothing is asked, and what was deleted waits for one. */
export const releaseTicks = (deps: ReleaseDeps, cloud: PelcoCloud | undefined): Tick[] => [
  { name: 'pelco.release', cron: '* * * * *', run: async () => cloud && releaseDeleted(deps, cloud) },
]
