import type { deletePelcoCamera, ReplyOf } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Changing } from '../../platform/http/handlers.ts'

/** A camera that was registered by a serial. */
export interface Connected {
  id: string
  name: string
  channel: string | null
}

/** The cameras of a site with this serial. A camera with several sensors is several here. */
export const findConnected = (tx: Tx, siteId: string, serial: string): Promise<Connected[]> =>
  tx
    .selectFrom('view')
    .select(['id', 'name', 'channel'])
    .where('site_id', '=', siteId)
    .where('serial_number', '=', serial)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

type Deletion = Changing<typeof deletePelcoCamera, readonly (Connected & { isReleased: boolean })[]>

/** Deletes the cameras that the cloud has let go of, and tells who is looking. */
export async function deleteReleased({
  tx,
  now,
  params,
  prepared,
  audit,
  publish,
}: Deletion): Promise<ReplyOf<typeof deletePelcoCamera>> {
  const site = await tx.selectFrom('site').select('project_id').where('id', '=', params.id).executeTakeFirstOrThrow()
  const place = { projectId: site.project_id, siteId: params.id }
  const released = prepared.filter(({ isReleased }) => isReleased)
  for (const { id, name } of released) {
    // Without the serial, so that a camera that is restored does not claim to be registered.
    await tx.updateTable('view').set({ deleted_at: now, serial_number: null }).where('id', '=', id).execute()
    await audit({ action: 'view.deleted', objectType: 'view', objectId: id, objectName: name })
    await publish({ type: 'tree.changed', ...place, viewId: id })
  }
  if (released.length > 0) await publish({ type: 'DISCONNECT', ...place, viewIds: released.map(({ id }) => id) })
  return {
    views: prepared.map(({ id, name, isReleased }) => ({ id, name, viewStatus: isReleased ? 'deleted' : 'error' })),
  }
}
