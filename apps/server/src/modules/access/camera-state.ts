import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { CameraSystems } from '../../platform/connect/camera-systems.ts'

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

/** A lost connection is no failure before that, since devices restart and networks have gaps. */
export const LOST_MINUTES = 5

/** SQL to be named `connection`: the connections of cameras, and those of the systems behind which they stand. */
const connections = (systems: CameraSystems): RawBuilder<unknown> => sql`(
  select connection.view_id, connection.is_up, connection.lease_until, connection.since, connection.last_up_at, connection.problem
    from connection where connection.view_id is not null
  union all select systems.view_id, systems.is_up, systems.lease_until, systems.since, systems.last_up_at, systems.problem from (${systems}) systems)`

/**
 * SQL condition on table `connection`: it is down, and for long enough to tell. One that was never up is told with its first reason. While
 * no process calls devices, its lease has run out, and it is down since then.
 */
const isDown = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(not ${isUp(now)} and case when connection.last_up_at is null then connection.problem is not null
    else ${downSince} <= ${now}::timestamptz - make_interval(mins => ${LOST_MINUTES}) end)`

/**
 * SQL condition on table `view`: a connection of it, or of a system behind which it stands, is down for so long that it counts as lost. Unlike
 * `isFailing`, one that was never up, and a message that was refused, do not count at once.
 */
export const isLost = (now: Date, systems: CameraSystems): RawBuilder<SqlBool> =>
  sql<SqlBool>`(view.id in (select connection.view_id from ${connections(systems)} connection where ${isDown(now)}
    and ${downSince} <= ${now}::timestamptz - make_interval(mins => ${LOST_MINUTES})))`

/** SQL condition on table `connection`: it is up, and its owner still says so. */
export const isUp = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(connection.is_up and coalesce(connection.lease_until >= ${now}::timestamptz, false))`

/** SQL on table `connection`: since when it is down, if it is. */
const downSince = sql`(case when connection.is_up then coalesce(connection.lease_until, connection.since) else connection.since end)`

/** SQL condition on table `view`: the last thing that its device sent was refused. */
const isRefused = sql<SqlBool>`coalesce(view.refused_at > coalesce(view.last_signal_at, '-infinity'), false)`

/** SQL condition on table `view`: its device, or the system behind which it stands, does not get through, or cannot be reached. */
export const isFailing = (now: Date, systems: CameraSystems): RawBuilder<SqlBool> =>
  sql<SqlBool>`(view.id in (select connection.view_id from ${connections(systems)} connection where ${isDown(now)})
    or ${isRefused})`

/** SQL condition on tables `view` and `site`: something is set up for its device, as far as this server knows. */
const isSetUp = (systems: CameraSystems): RawBuilder<SqlBool> =>
  sql<SqlBool>`(view.integration <> 'email' or view.device_password_hash is not null or site.smtp_user is not null
  or exists (select 1 from ${connections(systems)} connection where connection.view_id = view.id))`

/** SQL on tables `view`, `site` and `company`: the state of the way in of a camera (`WAY_IN_STATES` of the contract). */
export const wayInState = (now: Date, systems: CameraSystems): RawBuilder<string> => sql<string>`(case
  when ${isFailing(now, systems)} then case when view.last_signal_at is null and not exists (select 1 from ${connections(systems)} connection
      where connection.view_id = view.id and connection.last_up_at is not null) then 'unconnected' else 'failing' end
  when view.last_signal_at is null and not exists (select 1 from ${connections(systems)} connection where connection.view_id = view.id and ${isUp(now)})
    then case when ${isSetUp(systems)} then 'unconnected' else 'empty' end
  when ${isSilent(now)} then 'silent' else 'working' end)`
