import { z } from 'zod'
import { frame } from './alarm-values.ts'
import { MAX_MESSAGE_BYTES } from './body-limit.ts'
import { ingestReply, UPLOAD_ERRORS } from './intake.ts'
import { operation } from './operation.ts'
import { id, idParams, objectClass } from './values.ts'

/** Types of uploads with pictures. The type of each picture is read from its bytes. */
export const PICTURE_UPLOADS = ['multipart/form-data', 'application/json', 'image/*'] as const

/** The largest number of boxes on one frame. */
export const MAX_BOXES = 50

/** A part of the picture: from 0 to 1, inside the picture, and not empty. */
const share = z.number().min(0).max(1)
export const drawnBox = z
  .object({ x: share, y: share, width: share.gt(0), height: share.gt(0) })
  .refine(({ x, y, width, height }) => x + width <= 1.000_001 && y + height <= 1.000_001, {
    message: 'A box must lie inside the picture',
  })

export const addFrame = operation({
  id: 'intake.addFrame',
  method: 'POST',
  path: '/alarm/:id/frame',
  summary: 'Add pictures to an alarm. They are stored and analysed like pictures that arrive late',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.label',
  params: idParams,
  uploads: PICTURE_UPLOADS,
  maxBytes: MAX_MESSAGE_BYTES,
  reply: ingestReply.extend({
    /** The positions of the added frames. Empty if the pictures repeat those of an earlier request, or are filed a moment later. */
    positions: z.array(z.number().int()),
  }),
  errors: UPLOAD_ERRORS,
})

export const setBoxes = operation({
  id: 'alarms.setBoxes',
  method: 'POST',
  path: '/alarm/:id/frame/:frame',
  summary: 'Set the boxes of a frame. They replace those that the analysis found, and are shown as set by a person',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.label',
  params: z.object({ id, frame: z.coerce.number().int().min(0).max(32_767) }),
  body: z.object({
    /** Null: those that the analysis found are shown again. An empty list: the frame shows none. */
    boxes: z
      .array(z.object({ class: objectClass, box: drawnBox }))
      .max(MAX_BOXES)
      .nullable(),
  }),
  reply: z.array(frame),
})
