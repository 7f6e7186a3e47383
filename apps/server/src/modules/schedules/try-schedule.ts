import { TRY_DAYS, TRY_PARTS, trySchedule, type BodyOf } from '@winnow/contract'
import { ARM_DISARM, readSchedule, rememberedScheduleAt, type Schedule } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { inGrants } from '../access/index.ts'
import { keepHolidays } from './keep-holidays.ts'
import { toStored } from './stored-content.ts'

/** The alarms of one minute in one zone. Windows begin and end at full minutes, so all of them would have counted, or none. */
interface Minute {
  at: Date
  zone: string
  received: number
  counted: number
}

type Body = BodyOf<typeof trySchedule>

const TIME_MS = TRY_DAYS * 86_400_000
const PART_MS = TIME_MS / TRY_PARTS
/** The id of an alarm has the time at which it was made, which is a little after its first message was received. */
const SLACK_MS = 3_600_000

function refuse(field: string, message: string): AppError {
  return new AppError('VALIDATION', message, { fields: [{ field, message }] })
}

/** SQL condition on table `alarm`: its camera would count by the schedule. @throws AppError VALIDATION unless one of the three is named */
function isOf({ siteId, viewId, templateId }: Body): RawBuilder<SqlBool> {
  if ([siteId, viewId, templateId].filter((each) => each !== undefined).length !== 1)
    throw refuse('siteId', 'Give a site, a camera or a template')
  if (viewId !== undefined) return sql<SqlBool>`alarm.view_id = ${viewId}`
  if (siteId !== undefined) return sql<SqlBool>`alarm.site_id = ${siteId}`
  return sql<SqlBool>`alarm.view_id in (select v.id from view v join site s on s.id = v.site_id
    where s.schedule_device_type is distinct from ${ARM_DISARM} and v.deleted_at is null and s.deleted_at is null
      and coalesce(v.schedule_id, case when v.own_schedule is null then s.schedule_id end) = ${templateId})`
}

function timeOf({ part, till: wanted }: Body, now: Date): { since: Date; till: Date } {
  const end = wanted === undefined ? now : new Date(wanted)
  if (end > now) throw refuse('till', 'This time is still to come')
  if (part === undefined) return { since: new Date(end.getTime() - TIME_MS), till: end }
  const since = new Date(end.getTime() - TIME_MS + part * PART_MS)
  return { since, till: new Date(since.getTime() + PART_MS) }
}

/** Whether alarms would have counted; also where that cannot be evaluated. */
function counts(schedule: Schedule | undefined, { at, zone }: Minute): boolean {
  if (!schedule) return true
  try {
    return rememberedScheduleAt(schedule, zone, at).counts
  } catch (error) {
    // A zone that this runtime does not know.
    if (error instanceof RangeError) return true
    throw error
  }
}

export function registerTry(register: Register): void {
  register.read(trySchedule, {
    async read({ tx, actor, body, now }) {
      const { since, till } = timeOf(body, now)
      const { rows } = await sql<Minute>`
        select date_trunc('minute', alarm.received_at) as at, coalesce(site.timezone, company.default_site_timezone) as zone,
          count(*)::int as received, count(*) filter (where alarm.outside is null)::int as counted
        from alarm join site on site.id = alarm.site_id join company on company.id = alarm.company_id
        where ${isOf(body)} and not alarm.is_test and ${inGrants(actor.grants, 'alarm')}
          and alarm.company_id = ${actor.companyId} and alarm.id >= app.uuid_from_time(${since})
          and alarm.id < app.uuid_from_time(${new Date(till.getTime() + SLACK_MS)})
          and alarm.received_at >= ${since} and alarm.received_at < ${till} group by 1, 2 order by 2, 1`.execute(tx)
      return { minutes: rows, since, till }
    },
    // Evaluating a month takes some time, and needs no transaction.
    async reply({ body, now, result: { minutes, since, till } }) {
      const schedule = readSchedule(toStored(body, await keepHolidays(body.holidays, null, now)))
      const sum = (of: readonly Minute[], by: 'received' | 'counted') => of.reduce((total, each) => total + each[by], 0)
      // In order of time, each state is found once: a month of minutes one by one would hold up everything else for seconds.
      const inside = minutes.filter((minute) => counts(schedule, minute))
      return {
        since: since.toISOString(),
        till: till.toISOString(),
        received: sum(minutes, 'received'),
        counted: sum(minutes, 'counted'),
        wouldCount: sum(inside, 'received'),
      }
    },
  })
}
