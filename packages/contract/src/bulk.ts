import { z } from 'zod'
import { backgroundJob } from './background-jobs.ts'
import { operation } from './operation.ts'
import { id, idParams, objectClass } from './values.ts'
import { cameraSelection } from './view-filter.ts'

const LIST_OF_IDS = 'viewIds should be a list of UUIDs'
/** Maximum number of cameras that a request can name by id. More cameras are selected with `filters` or `allViews`. */
const MAX_NAMED = 10_000
/** Maximum size of the body in bytes, enough for `MAX_NAMED` ids in each of its two lists. */
const BULK_BYTES = 1024 * 1024
/** Maximum number of cameras of a request that does not run as a background job. */
export const MAX_AT_ONCE = 1_000

/**
 * The cameras of a bulk call: those named by id, those of a selection in the tree (`filters`), or all. A camera in `viewIds` that is
 * deleted or not visible becomes a failure of the job.
 */
export const selectedViews = {
  viewIds: z
    .array(z.uuid({ error: LIST_OF_IDS }), { error: LIST_OF_IDS })
    .max(MAX_NAMED, { error: `At most ${MAX_NAMED} cameras. Use filters or allViews for more` })
    .optional(),
  allViews: z.boolean().optional(),
  /** An unknown flag is refused, since without it the call would act on more cameras than were meant. */
  filters: z.strictObject(cameraSelection).optional(),
  /**
   * Whether the work runs as a background job. Otherwise the call ends when the work is done, and accepts at most `MAX_AT_ONCE` cameras.
   */
  asBackgroundJob: z.boolean().default(false),
  companyId: id.optional(),
}
const selectionObject = z.object(selectedViews)
export type ViewSelection = z.output<typeof selectionObject>

const bulkReply = z.union([z.object({ job: backgroundJob }), z.object({ numberOfAffectedCameras: z.number().int() })])
export type BulkReply = z.output<typeof bulkReply>

/** Errors of every bulk call. */
export const BULK_ERRORS = ['NO_VIEWS_MATCHED', 'NO_VALID_VIEWS', 'JOB_RUNNING'] as const

const ofBodyCompany = { in: 'body', at: 'companyId', kind: 'company', optional: true } as const
/** The parts that all bulk calls on cameras share. */
export const bulk = {
  tag: 'Bulk',
  scope: [ofBodyCompany],
  maxBytes: BULK_BYTES,
  reply: bulkReply,
  errors: BULK_ERRORS,
} as const

export const setViewsActive = operation({
  ...bulk,
  id: 'bulk.setActive',
  method: 'PUT',
  path: '/views/active',
  summary: 'Switch cameras on or off',
  permission: 'node.write',
  body: z.object({ ...selectedViews, isActive: z.boolean({ error: 'isActive should be true or false' }) }),
})

export const activateTampering = operation({
  ...bulk,
  id: 'bulk.activateTampering',
  method: 'POST',
  path: '/view/activate-tampering-detection',
  summary: 'Mark cameras as watched for tampering',
  permission: 'tampering.write',
  body: z.object(selectedViews),
})

export const deactivateTampering = operation({
  ...bulk,
  id: 'bulk.deactivateTampering',
  method: 'POST',
  path: '/view/deactivate-tampering-detection',
  summary: 'Mark cameras as not watched for tampering',
  permission: 'tampering.write',
  body: z.object(selectedViews),
})

export const setViewsSettings = operation({
  ...bulk,
  id: 'bulk.setSettings',
  method: 'PUT',
  path: '/v1/views/settings',
  summary: 'Set sensitivity, wanted classes or both for cameras; a field that is left out stays',
  permission: 'node.write',
  body: z.object({
    ...selectedViews,
    sensitivity: z.number().int().min(1).max(5).optional(),
    wantedClasses: z.array(objectClass).min(1).optional(),
  }),
})

export const refreshSnapshots = operation({
  ...bulk,
  id: 'bulk.refreshSnapshots',
  method: 'PUT',
  path: '/views/refresh-snapshots',
  summary: 'Take a new snapshot of cameras; one that has no picture is a failure of the job',
  permission: 'node.write',
  body: z.object(selectedViews),
})

export const moveViews = operation({
  ...bulk,
  id: 'bulk.move',
  method: 'PUT',
  path: '/v1/views/site',
  summary: 'Move cameras to another site; their addresses stay, and their past alarms stay where they happened',
  permission: 'node.write',
  scope: [ofBodyCompany, { in: 'body', at: 'siteId', kind: 'site' }],
  body: z.object({ ...selectedViews, siteId: id }),
})

export const deleteViews = operation({
  ...bulk,
  id: 'bulk.delete',
  method: 'DELETE',
  path: '/company/:id/views',
  summary: 'Delete cameras; the job of the deletion can be undone',
  permission: 'node.write',
  scope: [{ in: 'path', at: 'id', kind: 'company' }, ofBodyCompany],
  params: idParams,
  body: z.object(selectedViews),
})

export const restoreViews = operation({
  id: 'bulk.restore',
  method: 'POST',
  path: '/v1/background-jobs/:id/restore',
  summary: 'Restore, as a job, the cameras that a job has deleted',
  tag: 'Bulk',
  permission: 'node.write',
  scope: [{ in: 'path', at: 'id', kind: 'job' }],
  params: idParams,
  reply: z.object({ job: backgroundJob }),
  errors: [...BULK_ERRORS, 'CONFLICT'],
})
