import {
  CALLED_MAKERS,
  CAMERA_SYSTEM_KINDS,
  type ConnectionProblem,
  deviceAddress,
  type DeviceWayIn,
  type Refusal,
  SYSTEM_PROBLEMS,
} from '@winnow/contract'
import { sql } from 'kysely'
import type { CameraSystem, CameraSystems } from '../../platform/connect/camera-systems.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isUp, wayInState } from '../access/index.ts'

interface Row {
  state: DeviceWayIn['state']
  last_signal_at: Date | null
  last_event_at: Date | null
  refused_at: Date | null
  refused_why: Refusal | null
  kind: string | null
  settings: unknown
  has_password: boolean
  is_up: boolean
  since: Date | null
  problem: ConnectionProblem | null
  problem_setting: string | null
  problem_at: Date | null
  is_stream: boolean | null
  system: InJson<
    Pick<CameraSystem, 'kind' | 'name' | 'is_up' | 'seen_at' | 'problem' | 'problem_setting' | 'problem_at'>
  > | null
}

/** A row within a JSON value, in which times are texts. */
type InJson<T> = { [K in keyof T]: Date extends T[K] ? string | null : T[K] }

interface Look {
  now: Date
  /** The systems behind which cameras stand. */
  systems: CameraSystems
}

/** The way in of a camera: its state, and what is wrong. Undefined if there is no such camera. */
export async function findWayIn(tx: Tx, viewId: string, { now, systems }: Look): Promise<DeviceWayIn | undefined> {
  const { rows } = await sql<Row>`
    select ${wayInState(now, systems)} as state, view.last_signal_at, view.refused_at, view.refused_why,
      (select signal.received_at from signal where signal.company_id = view.company_id and signal.view_id = view.id
        order by signal.id desc limit 1) as last_event_at,
      connection.kind, connection.settings, connection.sealed is not null as has_password, coalesce(${isUp(now)}, false) as is_up, connection.since,
      down.problem, down.problem_setting, down.problem_at, down.is_stream, to_jsonb(behind.*) as system
    from view join site on site.id = view.site_id join company on company.id = view.company_id
      left join connection on connection.view_id = view.id and connection.kind = any(${[...CALLED_MAKERS]}::text[])
      left join lateral (select connection.problem, connection.problem_setting, connection.problem_at,
          connection.kind = 'rtsp' as is_stream from connection
        where connection.view_id = view.id and not ${isUp(now)} and connection.problem is not null
        order by connection.problem_at desc limit 1) down on true
      -- Of several systems the one is told that does not work.
      left join lateral (select connection.kind, connection.name, connection.seen_at, connection.problem, connection.problem_setting,
          connection.problem_at, ${isUp(now)} as is_up from (${systems}) connection
        where connection.view_id = view.id order by ${isUp(now)}, connection.problem_at desc nulls last, connection.name limit 1) behind on true
    where view.id = ${viewId}`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const address = deviceAddress.safeParse(row.settings)
  const maker = CALLED_MAKERS.find((one) => one === row.kind)
  return {
    state: row.state,
    lastEventAt: row.last_event_at?.toISOString() ?? null,
    lastSeenAt: row.last_signal_at?.toISOString() ?? null,
    problem: problemOf(row),
    system: systemOf(row),
    connection:
      address.success && row.since && maker
        ? { ...address.data, maker, hasPassword: row.has_password, isUp: row.is_up, since: row.since.toISOString() }
        : null,
  }
}

/** The system behind which a camera stands, and what is wrong with it. */
function systemOf({ system }: Row): DeviceWayIn['system'] {
  const kind = CAMERA_SYSTEM_KINDS.find((one) => one === system?.kind)
  if (!system || !kind) return null
  const { name, is_up: isUpNow, seen_at: seenAt, problem, problem_setting: setting, problem_at: at } = system
  const code = isUpNow ? undefined : SYSTEM_PROBLEMS.find((one) => one === problem)
  return {
    kind,
    name,
    isUp: isUpNow,
    lastSeenAt: timeOf(seenAt),
    problem: code ? { code, setting, at: timeOf(at) } : null,
  }
}

const timeOf = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString())

/** What is wrong: with a connection that is down, of whatever kind, else with what the device sent. */
function problemOf(row: Row): DeviceWayIn['problem'] {
  if (row.problem)
    return {
      code: row.problem,
      setting: row.problem_setting,
      at: row.problem_at?.toISOString() ?? null,
      isStream: row.is_stream ?? false,
    }
  const isRefused = row.refused_at !== null && row.refused_at > (row.last_signal_at ?? new Date(0))
  if (isRefused && row.refused_why)
    return { code: row.refused_why, setting: null, at: row.refused_at?.toISOString() ?? null, isStream: false }
  return null
}
