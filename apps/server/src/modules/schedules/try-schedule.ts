import { TRY_DAYS, trySchedule } from '@winnow/contract'
import { readSchedule, rememberedScheduleAt } from '@winnow/domain'
import { sql } from 'kysely'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { inGrants } from '../access/index.ts'
import { keepHolidays } from './keep-holidays.ts'
import { toStored } from './stored-content.ts'

/** The alarms of one minute. Windows begin and end at full minutes, so all of them would have counted, or none. */
interface Minute {
  at: Date
  received: number
  counted: number
}

export function registerTry(register: Register): void {
  register.read(trySchedule, {
    async read({ tx, actor, body, now }) {
      const { siteId, viewId } = body
      if ((siteId === undefined) === (viewId === undefined)) {
        const message = 'Give either a site or a camera'
        throw new AppError('VALIDATION', message, { fields: [{ field: 'siteId', message }] })
      }
      const since = new Date(now.getTime() - TRY_DAYS * 86_400_000)
      const of = viewId === undefined ? sql`alarm.site_id = ${siteId}` : sql`alarm.view_id = ${viewId}`
      const { rows } = await sql<Minute>`
        select date_trunc('minute', alarm.received_at) as at, count(*)::int as received,
          count(*) filter (where alarm.outside is null)::int as counted
        from alarm where ${of} and not alarm.is_test and ${inGrants(actor.grants, 'alarm')}
          and alarm.received_at >= ${since} and alarm.received_at < ${now} group by 1 order by 1`.execute(tx)
      const place =
        viewId === undefined ? sql`${siteId}::uuid` : sql`(select view.site_id from view where view.id = ${viewId})`
      const zones = await sql<{ zone: string }>`
        select coalesce(site.timezone, company.default_site_timezone) as zone
        from site join company on company.id = site.company_id where site.id = ${place}`.execute(tx)
      return { minutes: rows, zone: zones.rows[0]?.zone ?? 'UTC', since }
    },
    // Evaluating a month takes some time, and needs no transaction.
    async reply({ body, now, result: { minutes, zone, since } }) {
      const schedule = readSchedule(toStored(body, await keepHolidays(body.holidays, null, now)))
      const sum = (of: readonly Minute[], by: 'received' | 'counted') => of.reduce((total, each) => total + each[by], 0)
      // In order of time, each state is found once: a month of minutes one by one would hold up everything else for seconds.
      const inside = minutes.filter(({ at }) => !schedule || rememberedScheduleAt(schedule, zone, at).counts)
      return {
        since: since.toISOString(),
        till: now.toISOString(),
        received: sum(minutes, 'received'),
        counted: sum(minutes, 'counted'),
        wouldCount: sum(inside, 'received'),
      }
    },
  })
}
