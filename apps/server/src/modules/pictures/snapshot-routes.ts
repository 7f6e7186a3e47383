import { API_BASE, getSnapshot, listCameras, takeSnapshot } from '@winnow/contract'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { auditAhead, auditLook, onceAnHour, serveFrame, type ShownPictures, type Thumbnails } from '../alarms/index.ts'
import { listCameras as selectCameras } from './list-cameras.ts'
import type { FirstSnapshot, Snapshots } from './snapshots.ts'

export interface PicturesDeps {
  media: MediaStore
  shown: ShownPictures
  thumbnails: Thumbnails
  snapshots: Snapshots
}

/** Records who got the picture of a camera that belongs to no alarm: once per user, camera and hour. */
const auditFirst = (
  { actor, now, audit }: Pick<Changing<typeof getSnapshot>, 'actor' | 'now' | 'audit'>,
  { view }: FirstSnapshot,
): Promise<void> =>
  audit({
    action: 'view.pictures-fetched',
    objectType: 'view',
    objectId: view.id,
    objectName: view.name,
    once: onceAnHour('ahead', actor, view.id, now),
  })

export function registerSnapshots(register: Register, { media, shown, thumbnails, snapshots }: PicturesDeps): void {
  register.write(getSnapshot, {
    async prepare({ actor, params, read }) {
      const snapshot = await snapshots.find(read, { viewId: params.id, grants: actor.grants })
      return { snapshot, first: snapshot ? undefined : await snapshots.findFirst(read, params.id) }
    },
    async change({ prepared: { snapshot, first }, ...asked }) {
      if (first) {
        await auditFirst(asked, first)
        return first
      }
      if (!snapshot) throw notFound()
      const { actor, query } = asked
      const isAhead = query.prefetch === true && actor.kind === 'user'
      await (isAhead ? auditAhead : auditLook)(asked, snapshot.files.alarmId)
      return snapshot.files
    },
    async reply({ query, result: files, request, reply }) {
      if ('key' in files) return serveFrame(media, files.key, request, reply)
      const key = await (query.size === 'thumbnail' ? thumbnails : shown).keyOf(files)
      if (key === undefined) throw notFound()
      return serveFrame(media, key, request, reply)
    },
  })

  register.read(listCameras, ({ tx, actor, query, now }) => selectCameras(tx, actor, query, now))

  register.read(takeSnapshot, {
    async reply({ actor, params: { id }, read }) {
      const snapshot = await snapshots.take(read, { viewId: id, grants: actor.grants })
      const first = snapshot ? undefined : await snapshots.findFirst(read, id)
      const found = snapshot ?? first
      if (!found) throw new AppError('NO_PICTURE', 'This camera has sent no picture yet')
      const version = snapshot?.files.alarmId ?? found.takenAt.getTime()
      const url = `${API_BASE}/v1/view/${id}/snapshot?v=${version}`
      return { viewId: id, takenAt: found.takenAt.toISOString(), url, thumbnailUrl: `${url}&size=thumbnail` }
    },
  })
}
