import { REASON_NOT_GIVEN } from '@winnow/contract'
import { isPaused, planPause } from '@winnow/domain'
import { sql } from 'kysely'
import { z } from 'zod'
import { defineBackgroundJob, type JobStep } from '../../platform/jobs/background-job.ts'
import { PAUSE_REFUSALS } from '../tree/index.ts'
import { entryOf, failuresOf, linkOfView, lockViews, missingOf, type Refusal, type ViewBefore } from './view-batch.ts'

interface Found extends ViewBefore {
  paused_until: Date | null
  site_paused_until: Date | null
  zone: string
}

const COLUMNS = sql`view.paused_until,
  (select site.paused_until from site where site.id = view.site_id) as site_paused_until,
  (select coalesce(site.timezone, company.default_site_timezone) from site
    join company on company.id = site.company_id where site.id = view.site_id) as zone`

const params = z.object({ end: z.string().nullable(), reason: z.string().nullable() })
type Step = JobStep<z.output<typeof params>>

const SITE_PAUSED: Refusal = { code: 'SITE_PAUSED', message: 'Its site is paused: end the pause of the site' }

/** The reason of a job. Those that waited while the program was brought up to date may have none. */
const reasonOf = ({ job }: Step): string => job.params.reason ?? REASON_NOT_GIVEN

/** Pauses cameras. A local time means that of the site of each camera, so it can be right for one and skipped or past for another. */
async function pause(step: Step, views: readonly Found[], end: string) {
  const { tx, job, now, audit } = step
  const reason = reasonOf(step)
  const refused = new Map<Found, Refusal>()
  const paused: { view: Found; until: Date }[] = []
  for (const view of views) {
    const plan = planPause({ end, now, zone: view.zone })
    if (plan.ok) paused.push({ view, until: plan.until })
    else {
      const [code, message] = PAUSE_REFUSALS[plan.problem]
      refused.set(view, { code, message })
    }
  }
  const rows = paused.map(({ view, until }) => ({ id: view.id, until: until.toISOString() }))
  await sql`update view set paused_until = r.until, paused_at = ${now}, pause_reason = ${reason},
      paused_by = ${job.author.name}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, until timestamptz) where view.id = r.id`.execute(
    tx,
  )
  await audit(
    paused.map(({ view, until }) =>
      entryOf('view.paused', view, { after: { pause: { pauseEndTime: until, reason } } }),
    ),
  )
  return refused
}

/** Ends the pauses of cameras. A camera whose site is paused stays paused, which is a failure. */
async function resume({ tx, now, audit }: Step, views: readonly Found[]) {
  const ended = views.filter((view) => isPaused(view.paused_until, now))
  await sql`update view set paused_until = null where id = any(${ended.map(({ id }) => id)}::uuid[])`.execute(tx)
  await audit(
    ended.map((view) =>
      entryOf('view.resumed', view, { before: { pause: { pauseEndTime: view.paused_until } }, after: { pause: null } }),
    ),
  )
  return new Map(views.filter((view) => isPaused(view.site_paused_until, now)).map((view) => [view, SITE_PAUSED]))
}

export const pauseCameras = defineBackgroundJob({
  line: 'views',
  category: 'view',
  permission: 'schedule.write',
  batch: 500,
  link: linkOfView,
  name: 'views.pause',
  group: 'view.pause',
  params,
  typeOf: ({ end }) => (end === null ? 'views.resume' : 'views.pause'),
  async apply(step, items) {
    const { end } = step.job.params
    const views = await lockViews<Found>(step, items, COLUMNS)
    const refused = end === null ? await resume(step, views) : await pause(step, views, end)
    return [...missingOf(items, views), ...failuresOf(items, refused)]
  },
})
