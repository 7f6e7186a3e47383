import { API_BASE, getSnapshot, listCameras, takeSnapshot } from '@winnow/contract'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { auditAhead, auditLook, serveFrame, type ShownPictures, type Thumbnails } from '../alarms/index.ts'
import { listCameras as selectCameras } from './list-cameras.ts'
import type { Snapshots } from './snapshots.ts'

export interface PicturesDeps {
  media: MediaStore
  shown: ShownPictures
  thumbnails: Thumbnails
  snapshots: Snapshots
}

export function registerSnapshots(register: Register, { media, shown, thumbnails, snapshots }: PicturesDeps): void {
  register.write(getSnapshot, {
    prepare: async ({ actor, params, read }) => snapshots.find(read, { viewId: params.id, grants: actor.grants }),
    async change({ prepared: snapshot, ...asked }) {
      if (!snapshot) throw notFound()
      const { actor, query } = asked
      const isAhead = query.prefetch === true && actor.kind === 'user'
      await (isAhead ? auditAhead : auditLook)(asked, snapshot.files.alarmId)
      return snapshot.files
    },
    async reply({ query, result: files, request, reply }) {
      const key = await (query.size === 'thumbnail' ? thumbnails : shown).keyOf(files)
      if (key === undefined) throw notFound()
      return serveFrame(media, key, request, reply)
    },
  })

  register.read(listCameras, ({ tx, actor, query, now }) => selectCameras(tx, actor, query, now))

  register.read(takeSnapshot, {
    async reply({ actor, params: { id }, read }) {
      const snapshot = await snapshots.take(read, { viewId: id, grants: actor.grants })
      if (!snapshot) throw new AppError('NO_PICTURE', 'This camera has sent no picture yet')
      const url = `${API_BASE}/v1/view/${id}/snapshot?v=${snapshot.files.alarmId}`
      return { viewId: id, takenAt: snapshot.takenAt.toISOString(), url, thumbnailUrl: `${url}&size=thumbnail` }
    },
  })
}
