import {
  type CameraStream,
  deleteViewStream,
  getSiteRtspStatus,
  getViewRtspStatus,
  getViewStream,
  ONVIF_PORT,
  setViewStream,
} from '@winnow/contract'
import type { Platform } from '../../platform/create-platform.ts'
import { afterCommit, type Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { requireConfigurableById, viewInGrants } from '../access/index.ts'
import { storeConnection } from '../connect/index.ts'
import { requireHybrid, requireRoomForStream } from './require-room.ts'
import { placeOf, STREAM_KIND, streamSettings } from './stream-settings.ts'
import { NO_STREAM, streamState } from './stream-state.ts'

export type StreamRouteDeps = Pick<Platform, 'keys' | 'wakes'>

const STATE = [
  'connection.is_up',
  'connection.lease_until',
  'connection.since',
  'connection.last_up_at',
  'connection.seen_at',
  'connection.event_at',
  'connection.problem',
  'connection.problem_setting',
  'connection.problem_at',
] as const

const ofView = (tx: Tx, viewId: string) =>
  tx.selectFrom('connection').where('view_id', '=', viewId).where('kind', '=', STREAM_KIND)

async function findStream(tx: Tx, viewId: string): Promise<CameraStream | null> {
  const row = await ofView(tx, viewId).select(['settings', 'sealed']).executeTakeFirst()
  return row ? { ...streamSettings.parse(row.settings), hasPassword: row.sealed !== null } : null
}

/** Locks a camera, so that its stream and its type change together. */
async function lockView(tx: Tx, id: string) {
  const view = await tx
    .selectFrom('view')
    .select(['name', 'project_id', 'site_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!view) throw notFound()
  return {
    name: view.name,
    changed: { type: 'tree.changed', projectId: view.project_id, siteId: view.site_id, viewId: id } as const,
  }
}

export function registerStreams(register: Register, { keys, wakes }: StreamRouteDeps): void {
  register.read(getViewStream, async ({ tx, params }) => ({ stream: await findStream(tx, params.id) }))

  register.write(setViewStream, async ({ tx, actor, companyId, now, params: { id }, body, audit, publish }) => {
    await requireConfigurableById(tx, actor, id)
    const { name, changed } = await lockView(tx, id)
    const before = await findStream(tx, id)
    if (!before) await requireRoomForStream(tx, companyId)
    const { url, username = '', password, coolDownSeconds, trigger = before?.trigger ?? 'motion' } = body
    const { onvifPort = before?.onvifPort ?? ONVIF_PORT } = body
    if (trigger === 'mail' && before?.trigger !== 'mail') await requireHybrid(tx, companyId)
    // A stored password is never sent to a host that was named by somebody who may not know it.
    const isSameHost = before !== null && placeOf(before.url).host === placeOf(url).host
    const secret = password === undefined ? (isSameHost ? undefined : null) : password || null
    await storeConnection(
      tx,
      { keys, wakes, now },
      {
        companyId,
        siteId: null,
        viewId: id,
        kind: STREAM_KIND,
        settings: { url, username, coolDownSeconds, trigger, onvifPort },
        ...(secret === undefined ? {} : { secret }),
      },
    )
    await tx.updateTable('view').set({ integration: 'rtsp' }).where('id', '=', id).execute()
    const stream = await findStream(tx, id)
    if (!stream) throw new Error('a stored stream is missing')
    await audit({
      action: 'view.stream-changed',
      objectType: 'view',
      objectId: id,
      objectName: name,
      before: before ?? undefined,
      after: stream,
    })
    await publish(changed)
    return { stream }
  })

  register.write(deleteViewStream, async ({ tx, actor, params: { id }, audit, publish }) => {
    await requireConfigurableById(tx, actor, id)
    const { name, changed } = await lockView(tx, id)
    const before = await findStream(tx, id)
    if (!before) throw notFound()
    await tx.deleteFrom('connection').where('view_id', '=', id).where('kind', '=', STREAM_KIND).execute()
    await tx
      .updateTable('view')
      .set({ integration: 'email' })
      .where('id', '=', id)
      .where('integration', '=', 'rtsp')
      .execute()
    afterCommit(tx, () => wakes.wake('connect'))
    await audit({ action: 'view.stream-removed', objectType: 'view', objectId: id, objectName: name, before })
    await publish(changed)
    return { success: true as const }
  })

  registerStates(register)
}

/** Whether streams run, of a camera and of all cameras of a site. */
function registerStates(register: Register): void {
  register.read(getViewRtspStatus, async ({ tx, now, params }) => {
    const row = await ofView(tx, params.id)
      .select([...STATE])
      .executeTakeFirst()
    return row ? streamState(row, now) : NO_STREAM
  })

  register.read(getSiteRtspStatus, async ({ tx, actor, now, params }) => {
    const rows = await tx
      .selectFrom('connection')
      .innerJoin('view', 'view.id', 'connection.view_id')
      .select(['view.id', 'view.name', ...STATE])
      .where('view.site_id', '=', params.id)
      .where('view.deleted_at', 'is', null)
      .where('connection.kind', '=', STREAM_KIND)
      .where(viewInGrants(actor.grants, 'view'))
      .orderBy('view.name')
      .orderBy('view.id')
      .execute()
    return { views: rows.map(({ id, name, ...row }) => ({ id, name, ...streamState(row, now) })) }
  })
}
