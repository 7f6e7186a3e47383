import { type RawBuilder, sql } from 'kysely'

/** How the system goes behind which a camera stands. The columns of table `connection` with the same names say the same. */
export interface CameraSystem {
  view_id: string
  /** Which module keeps the system (`CAMERA_SYSTEM_KINDS` of the contract). */
  kind: string
  /** The name by which people know the system. */
  name: string
  is_up: boolean
  /** Until when that it is up holds. `infinity` where nobody has to renew it. */
  lease_until: Date | null
  /** Since when it is up or down. Never null while it is down. */
  since: Date | null
  last_up_at: Date | null
  seen_at: Date | null
  problem: string | null
  problem_setting: string | null
  problem_at: Date | null
}

/**
 * SQL of the systems behind which cameras stand, one row per camera and system. Modules say it in SQL, so that a list of hundreds of thousands
 * of cameras stays one query; conditions on `view_id` and on the state are pushed down into each module's part.
 */
export type CameraSystems = RawBuilder<CameraSystem>

/** The systems of no module: no row. */
const NONE: CameraSystems = sql<CameraSystem>`select null::uuid as view_id, null::text as kind, null::text as name, false as is_up,
  null::timestamptz as lease_until, null::timestamptz as since, null::timestamptz as last_up_at, null::timestamptz as seen_at,
  null::text as problem, null::text as problem_setting, null::timestamptz as problem_at where false`

/** The systems of all modules as one query. */
export const allCameraSystems = (parts: readonly { cameraSystems?: CameraSystems }[]): CameraSystems => {
  const known = parts.flatMap(({ cameraSystems }) => cameraSystems ?? [])
  return known.length === 0 ? NONE : sql<CameraSystem>`${sql.join(known, sql` union all `)}`
}
