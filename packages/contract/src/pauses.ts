import { z } from 'zod'
import { bulk, BULK_ERRORS, selectedViews } from './bulk.ts'
import { operation } from './operation.ts'
import { detailedSite, PAUSE_REASON_MAX, view } from './tree.ts'
import { idParams } from './values.ts'

const body = z.object({
  /**
   * The end of the pause, to the minute and at most 31 days ahead: an instant (`2026-03-29T02:30:00Z`), or a local time of the site
   * (`2026-03-29T02:30`). Null ends a pause that is active.
   */
  pauseEndTime: z.string().max(40).nullable(),
  reason: z.string().trim().max(PAUSE_REASON_MAX).optional(),
})
const errors = ['PAUSE_END_INVALID', 'PAUSE_END_SKIPPED', 'PAUSE_END_PAST', 'PAUSE_TOO_LONG'] as const

export const pauseSite = operation({
  id: 'tree.pauseSite',
  method: 'PUT',
  path: '/site/:id/pause',
  summary: 'Pause a site with its cameras: until the end their alarms are kept, but neither judged nor delivered',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'schedule.write',
  params: idParams,
  body,
  reply: detailedSite,
  errors,
})

export const pauseView = operation({
  id: 'tree.pauseView',
  method: 'PUT',
  path: '/view/:id/pause',
  summary: 'Pause a camera: until the end its alarms are kept, but neither judged nor delivered',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  permission: 'schedule.write',
  params: idParams,
  body,
  reply: view,
  errors,
})

export const pauseViews = operation({
  ...bulk,
  id: 'bulk.pause',
  method: 'PUT',
  path: '/v1/views/pause',
  summary: 'Pause cameras, or end their pauses; a local time is one of the site of each camera',
  permission: 'schedule.write',
  body: z.object({ ...selectedViews, ...body.shape }),
  errors: [...BULK_ERRORS, ...errors],
})
