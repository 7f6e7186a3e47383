import {
  activateTampering,
  applySchedule,
  deactivateTampering,
  deleteViews,
  MAX_AT_ONCE,
  moveViews,
  pauseViews,
  refreshSnapshots,
  restoreViews,
  setViewsActive,
  setViewsSettings,
  type BulkReply,
  type ViewSelection,
} from '@winnow/contract'
import { sql } from 'kysely'
import type { $ZodType } from 'zod/v4/core'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import type { JobParams, StartableKind } from '../../platform/jobs/background-job.ts'
import { findJob, type StartBackgroundJob, type Starting } from '../background-jobs/index.ts'
import { changeSettings, toggleActive, toggleTampering } from './column-jobs.ts'
import { pauseCameras } from './pause-jobs.ts'
import { deleteSelected, moveToSite, restoreDeleted } from './place-jobs.ts'
import { followSchedule } from './schedule-job.ts'
import { refreshOf, type RefreshDeps } from './refresh-snapshots.ts'
import type { StreamPlaces } from '../camera-streams/index.ts'
import type { Consents } from '../consent/index.ts'
import type { ProductPlan } from '../products/index.ts'
import { getTemplate } from '../schedules/index.ts'
import { requirePossibleEnd } from '../tree/index.ts'
import { selectConfigurable, selectViews } from './select-views.ts'

export interface BulkDeps extends RefreshDeps {
  startJob: StartBackgroundJob
  productPlan: ProductPlan
  streamPlaces: StreamPlaces
  consents: Consents
}

/**
 * Starts a job on the selected cameras, or does its work at once if the caller wants no job.
 * @param select finds the cameras: `selectConfigurable` for jobs that configure them
 */
export const onViews =
  ({ startJob }: Pick<BulkDeps, 'startJob'>, select = selectViews) =>
  <S extends $ZodType>(
    context: Starting & { body: ViewSelection },
    kind: StartableKind<S>,
    params: JobParams<S>,
  ): Promise<BulkReply> => {
    const items = select(context.actor, context.body)
    return startJob(context, kind, {
      params,
      items,
      ...(context.body.asBackgroundJob ? {} : { atOnce: { most: MAX_AT_ONCE } }),
    })
  }

/** Changes that people make to many cameras at once. */
export function registerBulk(register: Register, deps: BulkDeps): void {
  const start = onViews(deps)
  const configure = onViews(deps, selectConfigurable)
  const undoDeletion = restoreDeleted(deps)

  register.write(setViewsActive, (context) => configure(context, toggleActive, { isActive: context.body.isActive }))
  register.write(activateTampering, (context) => configure(context, toggleTampering, { isOn: true }))
  register.write(deactivateTampering, (context) => configure(context, toggleTampering, { isOn: false }))

  register.write(setViewsSettings, (context) => {
    const { sensitivity, wantedClasses } = context.body
    const message = 'Give a sensitivity, wanted classes or both'
    if (sensitivity === undefined && wantedClasses === undefined)
      throw new AppError('VALIDATION', message, { fields: [{ field: 'sensitivity', message }] })
    return configure(context, changeSettings, { sensitivity, wantedClasses })
  })

  register.write(pauseViews, (context) => {
    const { pauseEndTime: end, reason } = context.body
    requirePossibleEnd(end, context.now)
    return start(context, pauseCameras, { end, reason: reason ?? null })
  })

  register.write(applySchedule, async (context) => {
    const { params, body } = context
    const template = await getTemplate(context, params.id)
    return start(context, followSchedule, { templateId: template.id, overwrite: body.overwrite })
  })

  const refresh = refreshOf(deps)
  register.write(refreshSnapshots, (context) => start(context, refresh, {}))

  register.write(moveViews, (context) => configure(context, moveToSite, { siteId: context.body.siteId }))
  register.write(deleteViews, (context) => start(context, deleteSelected, {}))

  register.write(restoreViews, async (context) => {
    const { tx, actor, params } = context
    const job = await findJob(tx, actor, params.id)
    if (!job) throw notFound()
    if (job.kind !== deleteSelected.name) throw new AppError('CONFLICT', 'This job has deleted nothing')
    if (job.status !== 'done') throw new AppError('JOB_RUNNING', 'The deletion is still running')
    const items = sql`
      select i.object_id, null::text as refused, null::text as name from background_job_item i
      where i.job_id = ${job.id} and i.position < ${job.next_position} and i.refused is null
        and not exists (select from background_job_failure f where f.job_id = i.job_id and f.position = i.position)
      order by i.position`
    const reply = await deps.startJob(context, undoDeletion, {
      params: { deletedAt: job.created_at.toISOString() },
      items,
    })
    if (!('job' in reply)) throw new Error('a restoration is a job')
    return reply
  })
}
