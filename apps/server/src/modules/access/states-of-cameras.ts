import { decideAt, rememberedScheduleAt, type ArmingFacts, type Decision, type StandingFacts } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { setImmediate as turn } from 'node:timers/promises'
import type { Tx } from '../../platform/db/transaction.ts'
import { keptSchedules, versionOf, type Holder } from './kept-schedules.ts'

/** Cameras of a node that count, or do not, for the same reason and as long. */
export interface CamerasInState {
  node: string
  cameras: number
  decision: Decision
}

/** Cameras that are alike in everything that decides, as the query returns them. */
interface Alike {
  node: string
  cameras: number
  isOn: boolean
  hasNoProduct: boolean
  viewPause: Date | null
  sitePause: Date | null
  hasSchedule: boolean
  deviceType: number | null
  zone: string
  table: Holder['table'] | null
  holder: string | null
  version: string | null
  arming: { state: string; changedAt: string; endsAt: string | null } | null
}

/** SQL condition on tables `view` and `site`: something says when the camera counts. */
export const HAS_SCHEDULE = sql<SqlBool>`(site.schedule_device_type is not null or view.schedule_id is not null
  or view.own_schedule is not null)`

const BY_WINDOWS = sql`site.schedule_device_type is distinct from 2`
const FOLLOWS_SITE = sql`view.own_schedule is null and view.schedule_id is null`

interface Wanted {
  /** SQL on table `view` for the node by which cameras are told apart. */
  node: RawBuilder<unknown>
  /** SQL condition on tables `view` and `site`. */
  fits: RawBuilder<SqlBool>
  now: Date
}

/** Cameras with the same schedule and zone are one row, however many there are: each schedule is evaluated once. */
const alikeOf = ({ node, fits, now }: Wanted): RawBuilder<Alike> => sql<Alike>`
  with alike as (
    select ${node} as node, count(*)::int as cameras, view.active and site.active as is_on, view.products = '{}' as has_no_product,
      case when view.paused_until > ${now} then view.paused_until end as view_pause,
      case when site.paused_until > ${now} then site.paused_until end as site_pause,
      ${HAS_SCHEDULE} as has_schedule, site.schedule_device_type as device_type, site.timezone, view.company_id,
      case when ${BY_WINDOWS} then coalesce(view.schedule_id, case when view.own_schedule is null then site.schedule_id end) end as template,
      case when not (${BY_WINDOWS}) or ${FOLLOWS_SITE} and site.own_schedule is not null then site.id end as site,
      case when ${BY_WINDOWS} and view.own_schedule is not null then view.id end as view
    from view join site on site.id = view.site_id
    where ${fits} group by 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
  select alike.node, alike.cameras, alike.is_on as "isOn", alike.has_no_product as "hasNoProduct", alike.view_pause as "viewPause",
    alike.site_pause as "sitePause", alike.has_schedule as "hasSchedule", alike.device_type as "deviceType",
    coalesce(alike.timezone, company.default_site_timezone) as zone,
    case when v.id is not null then 'view' when t.id is not null then 'schedule_template'
      when s.id is not null and alike.device_type is distinct from 2 then 'site' end as "table",
    coalesce(v.id, t.id, s.id) as holder, coalesce(${versionOf('v')}, ${versionOf('t')}, ${versionOf('s')}) as version,
    case when alike.device_type = 2 and s.arm_state is not null then jsonb_build_object('state', s.arm_state,
      'changedAt', s.arm_changed_at, 'endsAt', s.arm_ends_at) end as arming
  from alike join company on company.id = alike.company_id
    left join schedule_template t on t.id = alike.template left join site s on s.id = alike.site left join view v on v.id = alike.view`

const holderOf = ({ table, holder, version }: Alike): Holder | undefined =>
  table !== null && holder !== null && version !== null ? { table, id: holder, version } : undefined

function armingOf({ arming }: Alike): ArmingFacts | null {
  if (arming?.state !== 'armed' && arming?.state !== 'disarmed') return null
  const { state, changedAt, endsAt } = arming
  return { state, changedAt: new Date(changedAt), endsAt: endsAt === null ? null : new Date(endsAt) }
}

function factsOf(alike: Alike, schedules: Awaited<ReturnType<typeof keptSchedules>>): StandingFacts {
  const { isOn, sitePause, viewPause, hasNoProduct, hasSchedule, zone, deviceType, table, holder } = alike
  return {
    site: { active: isOn, pausedUntil: sitePause },
    view: { pausedUntil: viewPause, products: hasNoProduct ? [] : undefined },
    schedule: hasSchedule
      ? {
          zone,
          deviceType,
          arming: armingOf(alike),
          windows: table === null || holder === null ? null : schedules.get(holder),
        }
      : undefined,
  }
}

/** How long is decided without a break in milliseconds. Others wait for so long at most. */
const STRETCH_MS = 10

/**
 * Whether cameras count at a moment, why, and until when. For lists: schedules that were read before and the states that follow from them
 * are kept. Where alarms are taken, nothing of this is used.
 */
export async function statesOfCameras(tx: Tx, wanted: Wanted): Promise<CamerasInState[]> {
  const { rows } = await alikeOf(wanted).execute(tx)
  const schedules = await keptSchedules(
    tx,
    rows.flatMap((row) => holderOf(row) ?? []),
  )
  const states: CamerasInState[] = []
  let began = performance.now()
  for (const row of rows) {
    const { node, cameras } = row
    states.push({ node, cameras, decision: decideAt(factsOf(row, schedules), wanted.now, rememberedScheduleAt) })
    if (performance.now() - began < STRETCH_MS) continue
    // oxlint-disable-next-line no-await-in-loop -- others take their turn
    await turn()
    began = performance.now()
  }
  return states
}
