import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** SQL condition on tables `view` and `site`: the camera and its site are switched on. */
export const isOn = sql<SqlBool>`(view.active and site.active)`

/** SQL condition on tables `view` and `site`: the camera or its site is paused. */
export const isPaused = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`coalesce(greatest(view.paused_until, site.paused_until) > ${now}::timestamptz, false)`

/** SQL on tables `site` and `company`: the number of hours without messages that the site allows. */
export const idleHours = sql<number>`coalesce(site.idle_hours, company.site_idle_hours)`

/** SQL condition on tables `view`, `site` and `company`: the camera sent nothing for longer than its site allows. */
export const isSilent = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(coalesce(view.last_signal_at, view.created_at) < ${now}::timestamptz - make_interval(hours => ${idleHours}))`
