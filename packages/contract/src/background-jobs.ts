import { z } from 'zod'
import { operation } from './operation.ts'
import { id, idParams, isoTime, paged, pageQuery } from './values.ts'

/** The types of background jobs, from which the console makes their titles. The type of a job on a
 * product is followed by a dot and the product: `views.product-on.detect`. Another version of the server may have more types. */
export const JOB_TYPES = [
  'views.activate',
  'views.deactivate',
  'views.tampering-on',
  'views.tampering-off',
  'views.refresh-snapshots',
  'views.settings',
  'views.pause',
  'views.resume',
  'views.schedule',
  'views.product-on',
  'views.product-off',
  'views.move',
  'views.delete',
  'views.restore',
  'tree.import',
  'site.add-cameras',
  'deliveries.resend',
] as const

export const JOB_STATUSES = ['queued', 'running', 'done'] as const

/** An item that a job could not process. */
export const jobFailure = z.object({
  id: id.nullable(),
  name: z.string(),
  /** Client and site of a camera, as they were when it failed; null for other items. */
  place: z.string().nullable(),
  /** Path of the item's page in the console; null for an item without one. */
  link: z.string().nullable(),
  /** A code of the error list. */
  code: z.string(),
  message: z.string(),
})
export type JobFailure = z.output<typeof jobFailure>

export const backgroundJob = z.object({
  id,
  /** The group of the job, such as `view.toggle-active`. Jobs of one group change the same property. */
  group: z.string(),
  /** One of `JOB_TYPES`. */
  type: z.string(),
  /** The kind of the items of the job, such as `view`. */
  category: z.string(),
  status: z.enum(JOB_STATUSES),
  /** Number of all items of the job. It grows while the job still searches for its items. */
  statQueued: z.number().int(),
  /** Number of items that were tried, including the failed ones. */
  statProcessed: z.number().int(),
  statFailed: z.number().int(),
  /** The first hundred failures. `jobs.failures` has all. */
  logFailed: z.array(jobFailure),
  /** Who ended the job before its last item; null if nobody did. */
  cancelledBy: z.string().nullable(),
  /** Why the job ended by itself before its last item; null if it did not. */
  error: z.string().nullable(),
  userName: z.string(),
  createdAt: isoTime,
  finishedAt: isoTime.nullable(),
})
export type BackgroundJob = z.output<typeof backgroundJob>

/**
 * The id of a job that the caller may see. Callers see their own jobs. A caller who sees all clients of the company sees all of its jobs.
 * Other callers do not, because a job can show the names of cameras that they must not see.
 */
const ofJob = { in: 'path', at: 'id', kind: 'job' } as const

export const listJobs = operation({
  id: 'jobs.list',
  method: 'GET',
  path: '/v1/background-jobs',
  summary: 'Background jobs, latest first: those that are queued or running, those that are done, or all',
  tag: 'Background jobs',
  scope: 'self',
  permission: 'node.read',
  background: true,
  query: z.object({ status: z.enum(['active', 'done']).optional(), ...pageQuery({ usual: 30, most: 100 }) }),
  reply: paged(backgroundJob),
})

export const getJobState = operation({
  id: 'jobs.state',
  method: 'GET',
  path: '/v1/background-jobs/:id/state',
  summary: 'A background job with its counts and first failures',
  tag: 'Background jobs',
  scope: [ofJob],
  permission: 'node.read',
  background: true,
  params: idParams,
  reply: backgroundJob,
})

export const listJobFailures = operation({
  id: 'jobs.failures',
  method: 'GET',
  path: '/v1/background-jobs/:id/failures',
  summary: 'The items that a background job could not do, in their order',
  tag: 'Background jobs',
  scope: [ofJob],
  permission: 'node.read',
  params: idParams,
  query: z.object(pageQuery({ usual: 100, most: 500 })),
  reply: paged(jobFailure),
})

export const listActiveJobs = operation({
  id: 'jobs.active',
  method: 'POST',
  path: '/v1/background-jobs/:id/active',
  summary: 'The queued and running jobs of a company, and the named ones whatever their state',
  tag: 'Background jobs',
  scope: [
    { in: 'path', at: 'id', kind: 'company' },
    { in: 'body', at: 'watchIds', kind: 'job', many: true, optional: true, foreign: 'empty' },
  ],
  permission: 'node.read',
  background: true,
  params: idParams,
  body: z.object({ watchIds: z.array(id).max(100).optional() }),
  reply: z.array(backgroundJob),
  unaudited: 'It changes nothing. It is a POST because the list of ids is long.',
})

export const cancelJob = operation({
  id: 'jobs.cancel',
  method: 'POST',
  path: '/v1/background-jobs/:id/cancel',
  summary:
    'End a background job: your own, or any one if you may change the whole company; what it has done stays done',
  tag: 'Background jobs',
  scope: [ofJob],
  permission: 'node.read',
  params: idParams,
  reply: backgroundJob,
})
