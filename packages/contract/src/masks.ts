import { z } from 'zod'
import { maskAreas } from './mask-area.ts'
import { operation } from './operation.ts'
import { id, idParams, isoTime, paged, pageQuery, polygon, queryList } from './values.ts'
import { view } from './tree.ts'

/** Maximum size in bytes of a body with two lists of areas: enough for the maximum number of corners, each with all its decimal digits. */
const MASK_BYTES = 640 * 1024
/** Maximum number of cameras to which masks are copied at once. */
export const MAX_COPIES = 200

/** A separate operation, because some users may change the masks of a camera but nothing else. */
export const setViewMasks = operation({
  id: 'tree.setViewMasks',
  method: 'PUT',
  path: '/v1/view/:id/masks',
  summary: 'Replace the masks of a camera',
  tag: 'Masks',
  scope: [
    { in: 'path', at: 'id', kind: 'view' },
    { in: 'body', at: 'alarmId', kind: 'alarm', optional: true },
  ],
  permission: 'mask.write',
  maxBytes: MASK_BYTES,
  params: idParams,
  body: z.object({
    mask: maskAreas,
    /** The masks that the caller changed. If the camera has other masks by now, the change is refused with CONFLICT. */
    basedOn: z.array(polygon).max(50).optional(),
    /** The alarm of this camera on whose picture the masks were drawn. Without it, the history shows the camera's latest picture. */
    alarmId: id.optional(),
    /** Whether the masks are restored from the history. */
    restored: z.boolean().optional(),
  }),
  reply: view,
  errors: ['CONFLICT', 'VIEW_BY_API'],
})

/** How the masks of a camera were changed. */
export const MASK_CHANGES = ['edited', 'copied', 'restored'] as const

/** One change of the masks of a camera. */
export const maskChange = z.object({
  id,
  time: isoTime,
  kind: z.enum(MASK_CHANGES),
  /** Null if the user was deleted, or if a program made the change. */
  userId: id.nullable(),
  userName: z.string(),
  viewId: id,
  viewName: z.string(),
  siteId: id,
  siteName: z.string(),
  clientId: id,
  projectName: z.string(),
  /** Time zone of the site. */
  timezone: z.string(),
  ptz: z.boolean(),
  /** Name of the camera from which the masks were copied. Null if they were not copied, or if the caller may not see that camera. */
  copiedFrom: z.string().nullable(),
  /** The masks before the change; `mask`: the masks after it. */
  before: z.array(polygon),
  mask: z.array(polygon),
  /** The picture that the camera showed at that time; null once retention has deleted it. */
  picture: z
    .object({ alarmId: id, url: z.string(), width: z.number().int().nullable(), height: z.number().int().nullable() })
    .nullable(),
})
export type MaskChange = z.output<typeof maskChange>

const filters = {
  viewId: id.optional(),
  siteId: id.optional(),
  /** Only changes at cameras of these clients. */
  clientIds: queryList(id)
    .refine((ids) => ids.length <= 200, { message: 'At most 200 ids' })
    .optional(),
  since: isoTime.optional(),
  till: isoTime.optional(),
}
const filterScope = [
  { in: 'query', at: 'viewId', kind: 'view', optional: true, foreign: 'empty' },
  { in: 'query', at: 'siteId', kind: 'site', optional: true, foreign: 'empty' },
  { in: 'query', at: 'clientIds', kind: 'project', many: true, optional: true, foreign: 'empty' },
] as const

export const listMaskHistory = operation({
  id: 'masks.history',
  method: 'GET',
  path: '/views/mask/history',
  summary: 'Changes of masks, the newest first',
  tag: 'Masks',
  scope: filterScope,
  permission: 'node.read',
  override: true,
  query: z.object({
    ...filters,
    ...pageQuery({ usual: 20, most: 50 }),
    /** Only changes older than this one: `next` of the page before. The page number then has no effect, and the changes are not counted. */
    after: id.optional(),
  }),
  /** `next`: the id to ask the next page with; null on the last page. */
  reply: paged(maskChange).extend({ next: id.nullable() }),
})

export const listMaskHistoryClients = operation({
  id: 'masks.historyClients',
  method: 'GET',
  path: '/views/mask/history/clients',
  summary: 'Clients at whose cameras masks were changed, the latest change first',
  tag: 'Masks',
  scope: filterScope,
  permission: 'node.read',
  override: true,
  query: z.object({ ...filters, ...pageQuery({ usual: 100, most: 200 }) }),
  reply: paged(
    z.object({
      id,
      name: z.string(),
      changeCount: z.number().int(),
      /** Number of cameras of the client whose masks were changed. */
      viewCount: z.number().int(),
      lastChangedAt: isoTime,
    }),
  ),
})

/** Why masks were not copied to a camera. */
export const COPY_REFUSALS = ['same-camera', 'by-api', 'ptz', 'too-many-areas'] as const

export const copyMasks = operation({
  id: 'masks.copy',
  method: 'POST',
  path: '/v1/view/:id/masks/copy',
  summary: 'Copy the masks of a camera to others; areas keep their place and size relative to the picture',
  tag: 'Masks',
  scope: [
    { in: 'path', at: 'id', kind: 'view' },
    { in: 'body', at: 'viewIds', kind: 'view', many: true },
  ],
  permission: 'mask.write',
  params: idParams,
  body: z.object({
    viewIds: z.array(id).min(1).max(MAX_COPIES),
    /** Whether the copied areas replace those of the other cameras or are added to them. */
    mode: z.enum(['replace', 'add']).default('replace'),
  }),
  reply: z.object({
    /** Ids of the cameras to which the masks were copied. */
    copied: z.array(id),
    refused: z.array(z.object({ viewId: id, name: z.string(), reason: z.enum(COPY_REFUSALS) })),
  }),
})
