import { z } from 'zod'
import { bulk, BULK_ERRORS, selectedViews } from './bulk.ts'
import { operation } from './operation.ts'
import { detailedSite, PAUSE_REASON_MAX, view } from './tree.ts'
import { idParams } from './values.ts'

const fields = {
  /**
   * The end of the pause, to the minute and at most 31 days ahead: an instant (`2026-03-29T02:30:00Z`), or a local time of the site
   * (`2026-03-29T02:30`). Null ends a pause that is active.
   */
  pauseEndTime: z.string().max(40).nullable(),
  /** Why the cameras pause. Every pause needs one, except that of a site (`REASON_NOT_GIVEN`). */
  reason: z.string().trim().min(1).max(PAUSE_REASON_MAX).optional(),
}

/** The reason that is stored for a pause of a site of which its caller told the end alone, as programs do that know the call in its old form. */
export const REASON_NOT_GIVEN = 'No reason given by the caller'

const hasReason = (body: { pauseEndTime: string | null; reason?: string | undefined }) =>
  body.pauseEndTime === null || body.reason !== undefined
const HAS_REASON = { message: 'Say why the cameras pause', path: ['reason'] }
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
  body: z.object(fields),
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
  body: z.object(fields).refine(hasReason, HAS_REASON),
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
  body: z.object({ ...selectedViews, ...fields }).refine(hasReason, HAS_REASON),
  errors: [...BULK_ERRORS, ...errors],
})
