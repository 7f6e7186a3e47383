import { ARM_DISARM, decideAt, dueToJudge, nextDue, readStandingFacts } from '@winnow/domain'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { inSystem, inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Tick } from '../../platform/jobs/job.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import type { Logger } from '../../platform/log.ts'
import { scheduleFactsOfSite } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { publishLive } from '../live/index.ts'
import { tellContacts } from './tell-contacts.ts'

/** A site is looked at again after this time at the latest, so that a change of its time zone counts soon. */
const LOOK_AGAIN_MS = 15 * 60_000
const BATCH = 500

export interface JudgeDueDeps {
  db: Db
  clock: Clock
  queue: Queue
  log: Logger
  /** The product's name, as the author in the audit. */
  productName: string
}

interface Site {
  id: string
  company_id: string
}

const findSites = (db: Db, now: Date): Promise<Site[]> =>
  inSystem(db, async (tx) => {
    // What is to be looked at far ahead was planned before the clock was set back.
    const { rows } = await sql<Site>`
      select d.site_id as id, d.company_id from arming_due d
      where d.look_at <= ${now} or d.look_at > ${new Date(now.getTime() + 2 * LOOK_AGAIN_MS)}
      order by d.look_at limit ${BATCH}`.execute(tx)
    return rows
  })

interface DueRow {
  name: string
  project_id: string
  device_type: number | null
  zone: string
  minute: number
  days: number[]
  judged_until: Date
  judged_day: string | null
  facts: unknown
}

/** Locks the setting, so that no two processes judge the same time. */
async function lockDue(tx: Tx, { id }: Site): Promise<DueRow | undefined> {
  const { rows } = await sql<DueRow>`
    select site.name, site.project_id, site.schedule_device_type as device_type, d.minute, d.days, d.judged_until,
      d.judged_day::text as judged_day,
      coalesce(site.timezone, (select c.default_site_timezone from company c where c.id = site.company_id)) as zone,
      jsonb_build_object('site', jsonb_build_object('active', site.active and site.deleted_at is null,
        'pausedUntil', site.paused_until), 'schedule', ${scheduleFactsOfSite}) as facts
    from arming_due d join site on site.id = d.site_id where d.site_id = ${id} for update of d`.execute(tx)
  return rows[0]
}

/** Judges one site. Of each time only once, whatever the answer: a site that is disarmed later was armed in time. */
async function judge({ db, queue, productName }: JudgeDueDeps, site: Site, now: Date): Promise<void> {
  await inTenant(db, site.company_id, async (tx) => {
    const row = await lockDue(tx, site)
    if (!row) return
    const due = dueToJudge(row, row.zone, now, { until: row.judged_until, day: row.judged_day })
    const next = nextDue(row, row.zone, now)
    const soon = new Date(now.getTime() + LOOK_AGAIN_MS)
    await tx
      .updateTable('arming_due')
      .set({
        look_at: next && next < soon ? next : soon,
        ...(due ? { judged_until: due.instant, judged_day: due.day } : {}),
      })
      .where('site_id', '=', site.id)
      .execute()
    const isDisarmed =
      row.device_type === ARM_DISARM && decideAt(readStandingFacts(row.facts), now).reason === 'disarmed'
    if (!due || !isDisarmed) return
    const { instant } = due
    const entry = { action: 'site.not-armed', objectType: 'site', objectId: site.id, objectName: row.name } as const
    await recordAudit(tx, { companyId: site.company_id, name: productName }, { ...entry, after: { due: instant } }, now)
    const place = { projectId: row.project_id, siteId: site.id }
    await publishLive(tx, site.company_id, { type: 'arming.noticed', what: 'late', ...place })
    await tellContacts({ tx, queue }, { companyId: site.company_id, siteId: site.id, at: instant }, { is: 'late' })
  })
}

/** Judges all sites that had to be armed by now. A site that cannot be judged delays no other. */
export async function judgeDue(deps: JudgeDueDeps): Promise<void> {
  const now = deps.clock.now()
  for (let sites = await findSites(deps.db, now); sites.length > 0;) {
    for (const site of sites)
      await judge(deps, site, now).catch(async (err: unknown) => {
        deps.log.error(
          { err, siteId: site.id },
          'whether a site was armed in time could not be judged; it is tried again',
        )
        await putOff(deps.db, site, now)
      })
    sites = sites.length < BATCH ? [] : await findSites(deps.db, now)
  }
}

const putOff = (db: Db, { id, company_id: companyId }: Site, now: Date): Promise<unknown> =>
  inTenant(db, companyId, (tx) =>
    tx
      .updateTable('arming_due')
      .set({ look_at: new Date(now.getTime() + LOOK_AGAIN_MS) })
      .where('site_id', '=', id)
      .execute(),
  )

export const dueTicks = (deps: JudgeDueDeps): Tick[] => [
  { name: 'schedules.judge-due', cron: '* * * * *', run: () => judgeDue(deps) },
]
