import {
  CALLED_MAKERS,
  type CalledMaker,
  deleteConnection,
  deviceAddress,
  getSiteWaysIn,
  getWayIn,
  type ReplyOf,
  setConnection,
  type WayInState,
} from '@winnow/contract'
import { sql } from 'kysely'
import type { CameraSystems } from '../../platform/connect/camera-systems.ts'
import type { Platform } from '../../platform/create-platform.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { ListFacts } from '../../platform/modules/module-list.ts'
import type { Register } from '../../platform/http/register.ts'
import { requireConfigurableById, viewInGrants, wayInState } from '../access/index.ts'
import { addressOf, failureByCode } from '../device-tests/index.ts'
import { findWayIn } from './find-way-in.ts'
import { connectCamera } from './connect-camera.ts'

export type ConnectionRouteDeps = Pick<Platform, 'cameraGuard' | 'keys' | 'wakes'> & Pick<ListFacts, 'cameraSystems'>

/** Cameras of a site that are listed one by one. */
const MOST_LISTED = 50

export function registerConnections(register: Register, deps: ConnectionRouteDeps): void {
  const { cameraGuard, keys, wakes, cameraSystems } = deps
  register.write(setConnection, {
    async prepare({ body }) {
      const checked = await cameraGuard.check(addressOf(body))
      // A name that is not known now may be known later, so it is stored, and its state tells.
      return checked.ok || checked.code === 'unresolvable' ? null : failureByCode(checked.code, body.host)
    },
    async change({ tx, actor, companyId, now, params: { id }, body, prepared: failure, audit, publish }) {
      const view = await tx
        .selectFrom('view')
        .select(['name', 'site_id', 'project_id'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await requireConfigurableById(tx, actor, id)
      const { password, maker, ...settings } = body
      if (!failure) {
        const secret =
          password === undefined ? await secretFor(tx, id, { maker, host: settings.host }) : { secret: password }
        await connectCamera(tx, { keys, wakes, now }, { companyId, viewId: id, maker, settings, ...secret })
        await publish({ type: 'tree.changed', projectId: view.project_id, siteId: view.site_id, viewId: id })
      }
      const after = failure ? { refused: failure.problem } : { connection: { maker, ...settings } }
      await audit({ action: 'view.changed', objectType: 'view', objectId: id, objectName: view.name, after })
      return { failure }
    },
  })

  register.write(deleteConnection, async ({ tx, actor, params: { id }, audit, publish, afterCommit }) => {
    await requireConfigurableById(tx, actor, id)
    const view = await tx
      .selectFrom('view')
      .select(['name', 'site_id', 'project_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const gone = await tx
      .deleteFrom('connection')
      .where('view_id', '=', id)
      .where('kind', 'in', CALLED_MAKERS)
      .returning(['kind', 'settings'])
      .executeTakeFirst()
    await audit({
      action: 'view.changed',
      objectType: 'view',
      objectId: id,
      objectName: view.name,
      before: { connection: gone ? { maker: gone.kind, ...(gone.settings as object) } : null },
      after: { connection: null },
    })
    await publish({ type: 'tree.changed', projectId: view.project_id, siteId: view.site_id, viewId: id })
    afterCommit(() => wakes.wake('connect'))
    return { success: true as const }
  })

  registerWaysIn(register, cameraSystems)
}

/**
 * What becomes of a stored password when none is sent: it stays for the same host only. It is never sent to a host that was named by somebody
 * who may not know it.
 */
async function secretFor(
  tx: Tx,
  viewId: string,
  { maker, host }: { maker: CalledMaker; host: string },
): Promise<{ secret?: null }> {
  const before = await tx
    .selectFrom('connection')
    .select('settings')
    .where('view_id', '=', viewId)
    .where('kind', '=', maker)
    .forUpdate()
    .executeTakeFirst()
  const stored = deviceAddress.safeParse(before?.settings)
  return stored.success && stored.data.host === host ? {} : { secret: null }
}

/** How alarms of cameras come in, of a camera and of all cameras of a site. */
function registerWaysIn(register: Register, systems: CameraSystems): void {
  register.read(getWayIn, async ({ tx, params, now }) => {
    const found = await findWayIn(tx, params.id, { now, systems })
    if (!found) throw notFound()
    return found
  })

  register.read(getSiteWaysIn, async ({ tx, actor, params, now }) => {
    const { rows } = await sql<{ id: string; name: string; state: WayInState; seen: Date | null }>`
      select view.id, view.name, ${wayInState(now, systems)} as state, view.last_signal_at as seen
      from view join site on site.id = view.site_id join company on company.id = view.company_id
      where view.site_id = ${params.id} and view.deleted_at is null and ${viewInGrants(actor.grants, 'view')}
      order by view.name_key, view.id`.execute(tx)
    return bySeverity(rows)
  })
}

/** The order of what is wrong, the worst first. */
const SEVERITY: readonly WayInState[] = ['failing', 'unconnected', 'silent', 'empty']

function bySeverity(
  rows: readonly { id: string; name: string; state: WayInState; seen: Date | null }[],
): ReplyOf<typeof getSiteWaysIn> {
  const numberOf = (state: WayInState): number => rows.filter((row) => row.state === state).length
  return {
    counts: {
      empty: numberOf('empty'),
      unconnected: numberOf('unconnected'),
      silent: numberOf('silent'),
      failing: numberOf('failing'),
      working: numberOf('working'),
    },
    cameras: SEVERITY.flatMap((state) => rows.filter((row) => row.state === state))
      .slice(0, MOST_LISTED)
      .map(({ id, name, state, seen }) => ({ id, name, state, lastSeenAt: seen?.toISOString() ?? null })),
  }
}
