import { sql } from 'kysely'
import type { CameraSystem, CameraSystems } from '../../platform/connect/camera-systems.ts'
import { channelNumber } from '../intake/index.ts'

/**
 * SQL condition on table `videofied_panel`: it was not served since it was heard. What is wrong is over once it is heard again, without a change
 * of the columns that tell it.
 */
export const isUnserved = sql<boolean>`(problem is not null and (seen_at is null or problem_at >= seen_at))`

/** The panels behind which cameras stand: those of the site whose channel can be the number of a detector. */
export const videofiedSystems: CameraSystems = sql<CameraSystem>`
  select view.id as view_id, 'videofied' as kind, serial as name, seen_at is not null and not ${isUnserved} as is_up,
    timestamptz 'infinity' as lease_until, coalesce(failing_since, seen_at) as since, seen_at as last_up_at, seen_at,
    problem, null::text as problem_setting, problem_at
  from videofied_panel join view on view.site_id = videofied_panel.id
  where view.deleted_at is null and ${channelNumber} is not null`
