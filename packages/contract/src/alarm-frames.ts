import { z } from 'zod'
import { frame } from './alarm-values.ts'
import { operation } from './operation.ts'
import { id, idParams, queryFlag } from './values.ts'

export const listFrames = operation({
  id: 'alarms.frames',
  method: 'GET',
  path: '/alarm/:id/frame',
  summary: 'The frames of an alarm',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  params: idParams,
  reply: z.array(frame),
})

/** The size of a picture. `full`: the picture as it was sent, or a converted copy if browsers cannot show it. `thumbnail`: a small copy. */
export const pictureSize = z.enum(['full', 'thumbnail']).default('full')

/**
 * Position of a frame. Pictures extracted from a clip have positions above those of all files of their alarm, so the highest position is
 * not the number of frames.
 */
const framePosition = z.coerce.number().int().min(0).max(32_767)

export const getFrameImage = operation({
  id: 'alarms.frameImage',
  method: 'GET',
  path: '/v1/alarm/:id/frame/:position/image',
  summary: 'A frame as a picture. With `original`: a download of the picture or clip as the device sent it',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  params: z.object({ id, position: framePosition }),
  query: z.object({
    original: queryFlag.optional(),
    /**
     * The picture is fetched before a user views it. The audit log then records that pictures of the camera were fetched, not that a user
     * viewed them. The client reports a later view with `alarms.viewed`. Requests with an API token ignore this flag.
     */
    prefetch: queryFlag.optional(),
    /** `thumbnail`: a small copy, at most 320 pixels wide and high. */
    size: pictureSize,
  }),
  replyType: 'binary',
  // A picture is requested together with an alarm that the user opened, or is prefetched for a new alarm. The request itself is therefore
  // no sign of an active user.
  background: true,
})

/** Pictures for receivers, which have no session. The address is signed and expires. */
export const getSignedFrame = operation({
  id: 'alarms.signedFrame',
  method: 'GET',
  path: '/v1/signed/alarm/:id/frame/:position',
  summary: 'A frame by signed address, as in messages to receivers',
  tag: 'Alarms',
  scope: 'signed',
  params: z.object({ id, position: framePosition }),
  query: z.object({ expires: z.string(), key: z.string(), signature: z.string() }),
  replyType: 'binary',
  errors: ['NOT_FOUND'],
})

/** Clips for receivers, which have no session. The address is signed and expires. */
export const getSignedClip = operation({
  id: 'alarms.signedClip',
  method: 'GET',
  path: '/v1/signed/alarm/:id/clip/:side',
  summary: 'The pictures of an alarm as an MP4 by signed address, as in messages to receivers',
  tag: 'Alarms',
  scope: 'signed',
  // The longer side in pixels, at most.
  params: z.object({ id, side: z.coerce.number().int().min(1).max(4_096) }),
  query: z.object({ expires: z.string(), key: z.string(), signature: z.string() }),
  replyType: 'binary',
  errors: ['NOT_FOUND'],
})
