import { z } from 'zod'
import { pictureSize } from './alarm-frames.ts'
import { operation } from './operation.ts'
import { id, idParams, isoTime, queryFlag } from './values.ts'

/** Returns the latest picture of a camera. A test picture is returned only if the camera has sent no other picture. */
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
    /** Ignored by the server. A new value makes a browser request the picture again. */
    v: z.string().max(100).optional(),
    /** Whether the picture is one of many in a list. The audit log then records that pictures of the camera were fetched. */
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
    /** Path of the picture; `thumbnailUrl`: path of its small copy. */
    url: z.string(),
    thumbnailUrl: z.string(),
  }),
  errors: ['NO_PICTURE', 'UNAVAILABLE'],
})
