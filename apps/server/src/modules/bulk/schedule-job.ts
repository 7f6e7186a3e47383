import { sql } from 'kysely'
import { z } from 'zod'
import { defineBackgroundJob } from '../../platform/jobs/background-job.ts'
import { entryOf, failuresOf, linkOfView, lockViews, missingOf, type Refusal, type ViewBefore } from './view-batch.ts'

interface Found extends ViewBefore {
  schedule_id: string | null
  has_own: boolean
  template_name: string | null
}

const COLUMNS = sql`view.schedule_id, view.own_schedule is not null as has_own,
  (select t.name from schedule_template t where t.id = view.schedule_id) as template_name`

const KEPT: Refusal = { code: 'SCHEDULE_KEPT', message: 'It has a schedule of its own, which was kept' }
const GONE: Refusal = { code: 'NOT_FOUND', message: 'The schedule was deleted meanwhile' }

const params = z.object({ templateId: z.uuid(), overwrite: z.boolean() })

/** Has cameras follow a template. Those that follow it already are not changed. */
export const followSchedule = defineBackgroundJob({
  line: 'views',
  category: 'view',
  permission: 'schedule.write',
  batch: 500,
  link: linkOfView,
  name: 'views.schedule',
  group: 'view.schedule',
  params,
  async apply(step, items) {
    const { tx, job, audit } = step
    const { templateId, overwrite } = job.params
    const views = await lockViews<Found>(step, items, COLUMNS)
    // Locked, so that it is not deleted before the cameras follow it.
    const template = await tx
      .selectFrom('schedule_template')
      .select('name')
      .where('id', '=', templateId)
      .forKeyShare()
      .executeTakeFirst()
    if (!template)
      return [
        ...missingOf(items, views),
        ...failuresOf(
          items,
          views.map((view) => [view, GONE] as const),
        ),
      ]
    const others = views.filter((view) => view.schedule_id !== templateId)
    const kept = overwrite ? [] : others.filter((view) => view.schedule_id !== null || view.has_own)
    const changed = others.filter((view) => !kept.includes(view))
    await sql`update view set schedule_id = ${templateId}, own_schedule = null, schedule_version = schedule_version + 1
      where id = any(${changed.map(({ id }) => id)}::uuid[])`.execute(tx)
    await audit(
      changed.map((view) =>
        entryOf('view.schedule-changed', view, {
          before: { template: view.template_name, hasOwn: view.has_own },
          after: { template: template.name },
        }),
      ),
    )
    return [
      ...missingOf(items, views),
      ...failuresOf(
        items,
        kept.map((view) => [view, KEPT] as const),
      ),
    ]
  },
})
