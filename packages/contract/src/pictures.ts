import { z } from 'zod'
import { pictureSize } from './alarms.ts'
import { operation } from './operation.ts'
import { id, idParams, isoTime, queryFlag } from './values.ts'

/**
 * The latest picture of a camera. A test picture is used only for a camera that has sent no other.
 */
export const getSnapshot = operation({
  id: 'pictures.getSnapshot',
  method: 'GET',
  path: '/v1/view/:id/snapshot',
  summary: 'The latest picture of a camera; 404 if it has none',
  tag: 'Pictures',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  permission: 'alarm.read',
  params: idParams,
  query: z.object({
    size: pictureSize,
    /** Not used: another value makes a browser ask again. */
    v: z.string().max(100).optional(),
    /** The picture is one of many in a list. The audit log records that pictures of the camera were fetched. */
    prefetch: queryFlag.optional(),
  }),
  replyType: 'binary',
  background: true,
})

export const takeSnapshot = operation({
  id: 'pictures.takeSnapshot',
  method: 'POST',
  path: '/v1/view/:id/snapshot',
  summary: 'Take a new snapshot of a camera: for cameras that cannot be asked, the latest picture that they sent',
  tag: 'Pictures',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  permission: 'node.write',
  unaudited: 'it only makes a small copy of a picture that the camera has sent',
  params: idParams,
  reply: z.object({
    viewId: id,
    /** When the camera sent the picture. */
    takenAt: isoTime,
    /** Paths of the picture and of its small copy. */
    url: z.string(),
    thumbnailUrl: z.string(),
  }),
  errors: ['NO_PICTURE', 'UNAVAILABLE'],
})
