import { sql, type RawBuilder } from 'kysely'

const ZONE = sql`coalesce(site.timezone, (select c.default_site_timezone from company c where c.id = site.company_id))`
// Where linked holidays come from is not stored with messages: the decision takes the days that follow from it.
const contentOf = (template: RawBuilder<unknown>) =>
  sql`(select t.content - 'holidays' from schedule_template t where t.id = ${template})`

const ARMING = sql`case when site.arm_state is not null then jsonb_build_object('state', site.arm_state,
  'changedAt', site.arm_changed_at, 'endsAt', site.arm_ends_at) end`

const built = (windows: RawBuilder<unknown>) => sql`jsonb_build_object('zone', ${ZONE},
  'deviceType', site.schedule_device_type, 'arming', ${ARMING}, 'windows', ${windows})`

/**
 * SQL on tables `view` and `site`: what says when the camera counts besides pauses, as `readStandingFacts` reads it. Null if nothing is set, and
 * nothing else is read then.
 */
export const scheduleFactsOfView = sql`case when site.schedule_device_type is not null
    or view.schedule_id is not null or view.own_schedule is not null
  then ${built(sql`case when site.schedule_device_type = 2 then null else coalesce(view.own_schedule - 'holidays',
    case when view.schedule_id is null then site.own_schedule - 'holidays' end,
    ${contentOf(sql`coalesce(view.schedule_id, site.schedule_id)`)}) end`)} end`

/** The same for a site, on table `site`: what its cameras without a schedule of their own count by. */
export const scheduleFactsOfSite = sql`case when site.schedule_device_type is not null
  then ${built(sql`case when site.schedule_device_type = 2 then null
    else coalesce(site.own_schedule - 'holidays', ${contentOf(sql`site.schedule_id`)}) end`)} end`
