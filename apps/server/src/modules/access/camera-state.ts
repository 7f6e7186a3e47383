import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** SQL condition on tables `view` and `site`: the camera and its site are switched on. */
export const isOn = sql<SqlBool>`(view.active and site.active)`

/** SQL condition on tables `view` and `site`: the camera or its site is paused. */
export const isPaused = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`coalesce(greatest(view.paused_until, site.paused_until) > ${now}::timestamptz, false)`

/**
 * SQL condition on tables `view` and `company`: the hours without messages come from the camera's own rhythm, because its product
 * `advanced_idle_detection` is in force (`productsInForce` of the domain) and its rhythm is known.
 */
export const hasOwnIdleHours = sql<SqlBool>`(view.usual_idle_hours is not null
  and view.products @> array['advanced_idle_detection'] and not view.products_taken @> array['advanced_idle_detection']
  and company.unlocks @> '{"isAdvancedAlarmUnlocked": true}')`

/** SQL on tables `view`, `site` and `company`: the number of hours without messages that are allowed, by its own rhythm or by its site. */
export const idleHours = sql<number>`(case when ${hasOwnIdleHours} then view.usual_idle_hours
  else coalesce(site.idle_hours, company.site_idle_hours) end)`

/** SQL condition on tables `view`, `site` and `company`: the camera sent nothing for longer than its site allows. */
export const isSilent = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(coalesce(view.last_signal_at, view.created_at) < ${now}::timestamptz - make_interval(hours => ${idleHours}))`
