import { z } from 'zod'
import { operation } from './operation.ts'
import { externalKey } from './tree.ts'
import { id, INTEGRATION_TYPES, isoTime, product } from './values.ts'
import { scheduleOfCamera, viewFilter } from './view-filter.ts'

/** The columns by which cameras can be sorted. */
export const CAMERA_SORTS = ['name', 'masked', 'products', 'lastSignal', 'lastPicture', 'alarms', 'filtered'] as const
export type CameraSort = (typeof CAMERA_SORTS)[number]

/** A camera in a list, with figures of its last seven days. */
export const cameraRow = z.object({
  id,
  name: z.string(),
  externalKey,
  siteId: id,
  siteName: z.string(),
  clientId: id,
  projectName: z.string(),
  permission: z.enum(['read', 'write']),
  integration: z.enum(INTEGRATION_TYPES),
  status: z.object({ active: z.boolean() }),
  /** When alarms are judged and delivered again: the later end of the pauses of the camera and its site. Null if neither is paused. */
  pausedUntil: isoTime.nullable(),
  masked: z.boolean(),
  ptz: z.boolean(),
  thermal: z.boolean(),
  products: z.array(product),
  /** Those of `products` for which the company's plan has no room. */
  productsTaken: z.array(product),
  lastSignalAt: isoTime.nullable(),
  lastPictureAt: isoTime.nullable(),
  /** The time of the picture that represents the camera: its latest one, or one that somebody uploaded later. */
  shownPictureAt: isoTime.nullable(),
  /**
   * Number of alarms in the last seven days. `weekJudged`: those that have a verdict; `weekFiltered`: those that were filtered. The numbers
   * are updated once an hour.
   */
  weekAlarms: z.number().int(),
  weekJudged: z.number().int(),
  weekFiltered: z.number().int(),
  ...scheduleOfCamera,
})
export type CameraRow = z.output<typeof cameraRow>

export const listCameras = operation({
  id: 'pictures.listCameras',
  method: 'GET',
  path: '/v1/views/figures',
  summary: 'Cameras with their latest signal, latest picture and alarms a week, in any order, from one row to the next',
  tag: 'Pictures',
  scope: [
    { in: 'query', at: 'siteId', kind: 'site', optional: true, foreign: 'empty' },
    { in: 'query', at: 'projectId', kind: 'project', optional: true, foreign: 'empty' },
    { in: 'query', at: 'groupId', kind: 'group', optional: true, foreign: 'empty' },
  ],
  permission: 'node.read',
  override: true,
  query: z.object({
    ...viewFilter,
    siteId: id.optional(),
    projectId: id.optional(),
    groupId: id.optional(),
    sort: z.enum(CAMERA_SORTS).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
    limit: z.coerce.number().int().min(1).max(200).default(100),
    /** The value of `next` in the previous reply. */
    after: z.string().max(1_000).optional(),
  }),
  reply: z.object({
    rows: z.array(cameraRow),
    /** The value of `after` with which the next rows are requested; null after the last row. */
    next: z.string().nullable(),
  }),
})
