import { setImmediate as afterOthers } from 'node:timers/promises'
import { decideAt, rememberedScheduleAt, type ArmingFacts, type Decision, type StandingFacts } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { keptSchedules, type Windows } from './kept-schedules.ts'

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
  table: Windows['table'] | null
  key: string | null
  armState: string | null
  armChangedAt: Date | null
  armEndsAt: Date | null
}

interface Wanted {
  /** SQL on table `view` for the node by which cameras are told apart. */
  node: RawBuilder<unknown>
  /** SQL condition on table `view`. */
  fits: RawBuilder<SqlBool>
  now: Date
}

const BY_WINDOWS = sql`site.schedule_device_type is distinct from 2`
const HAS_OWN = sql`c.own is not null or c.schedule_id is not null`

/**
 * Cameras with equal windows and the same zone are one row, however many there are: equal windows are evaluated once. Cameras of a site that
 * are alike are put together first, so that few rows are joined with sites.
 */
const alikeOf = ({ node, fits, now }: Wanted): RawBuilder<Alike> => sql<Alike>`
  with c as (
    select ${node} as node, view.site_id, view.active, view.products = '{}' as has_no_product,
      case when view.paused_until > ${now} then view.paused_until end as paused_until, view.schedule_id, view.own_key as own, count(*) as n
    from view where ${fits} group by 1, 2, 3, 4, 5, 6, 7
  ), alike as (
    select c.node, sum(c.n)::int as cameras, c.active and site.active as is_on, c.has_no_product, c.paused_until as view_pause,
      case when site.paused_until > ${now} then site.paused_until end as site_pause, site.schedule_device_type as device_type,
      site.company_id, site.timezone, site.schedule_device_type is not null or ${HAS_OWN} as has_schedule,
      case when ${BY_WINDOWS} then c.own end as own,
      case when ${BY_WINDOWS} and c.own is null then coalesce(c.schedule_id, site.schedule_id) end as template,
      case when ${BY_WINDOWS} and not (${HAS_OWN}) then site.own_key end as site_key,
      case when not (${BY_WINDOWS}) then site.arm_state end as arm_state,
      case when not (${BY_WINDOWS}) then site.arm_ends_at end as arm_ends_at, max(site.arm_changed_at) as arm_changed_at
    from c join site on site.id = c.site_id group by 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  select alike.node, alike.cameras, alike.is_on as "isOn", alike.has_no_product as "hasNoProduct", alike.view_pause as "viewPause",
    alike.site_pause as "sitePause", alike.has_schedule as "hasSchedule", alike.device_type as "deviceType",
    coalesce(alike.timezone, company.default_site_timezone) as zone,
    case when alike.own is not null then 'view' when t.id is not null then 'schedule_template' when alike.site_key is not null then 'site' end as "table",
    coalesce(alike.own, t.content_key, alike.site_key) as key,
    alike.arm_state as "armState", alike.arm_changed_at as "armChangedAt", alike.arm_ends_at as "armEndsAt"
  from alike join company on company.id = alike.company_id left join schedule_template t on t.id = alike.template`

const windowsOf = ({ table, key }: Alike): Windows | undefined =>
  table !== null && key !== null ? { table, key } : undefined

function armingOf({ armState: state, armChangedAt: changedAt, armEndsAt: endsAt }: Alike): ArmingFacts | null {
  return changedAt && (state === 'armed' || state === 'disarmed') ? { state, changedAt, endsAt } : null
}

function factsOf(alike: Alike, schedules: Awaited<ReturnType<typeof keptSchedules>>): StandingFacts {
  const { isOn, sitePause, viewPause, hasNoProduct, hasSchedule, zone, deviceType, key } = alike
  return {
    site: { active: isOn, pausedUntil: sitePause },
    view: { pausedUntil: viewPause, products: hasNoProduct ? [] : undefined },
    schedule: hasSchedule
      ? {
          zone,
          deviceType,
          arming: armingOf(alike),
          windows: key === null ? null : schedules.get(key),
        }
      : undefined,
  }
}

/** How many rows are read and decided at once. Others take their turn after them. */
const STRETCH = 1_000

/** A row within a JSON text, in which instants are texts. */
type InText<T> = { [K in keyof T]: Date extends T[K] ? string | null : T[K] }

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

const readRow = (row: InText<Alike>): Alike => ({
  ...row,
  viewPause: dateOf(row.viewPause),
  sitePause: dateOf(row.sitePause),
  armChangedAt: dateOf(row.armChangedAt),
  armEndsAt: dateOf(row.armEndsAt),
})

/**
 * Rows in stretches, each of which comes as one text: all rows at once would be parsed without a break, which holds up everything else for a long
 * time. A cursor would do the same, but PostgreSQL runs no query of a cursor on several processors.
 */
async function* inStretches(tx: Tx, query: RawBuilder<Alike>, stretch: number): AsyncGenerator<Alike[]> {
  const { rows } = await sql<{ part: string }>`
    select json_agg(numbered)::text as part
    from (select a.*, row_number() over () as n from (${query}) a) numbered group by n / ${sql.lit(stretch)}`.execute(
    tx,
  )
  for (const { part } of rows) {
    yield (JSON.parse(part) as InText<Alike>[]).map(readRow)
    await afterOthers()
  }
}

async function decideAll(tx: Tx, rows: readonly Alike[], now: Date): Promise<CamerasInState[]> {
  const schedules = await keptSchedules(
    tx,
    rows.flatMap((row) => windowsOf(row) ?? []),
  )
  return rows.map((row) => {
    const { node, cameras } = row
    return { node, cameras, decision: decideAt(factsOf(row, schedules), now, rememberedScheduleAt) }
  })
}

/**
 * Whether some cameras, such as those of a page, count at a moment, why, and until when. For lists: schedules that were read before and the
 * states that follow from them are kept. Where alarms are taken, nothing of this is used.
 */
export async function statesOfCameras(tx: Tx, wanted: Wanted): Promise<CamerasInState[]> {
  const { rows } = await alikeOf(wanted).execute(tx)
  return decideAll(tx, rows, wanted.now)
}

/** Does the same for any number of cameras, in stretches. */
export async function* statesInStretches(tx: Tx, wanted: Wanted, stretch = STRETCH): AsyncGenerator<CamerasInState[]> {
  for await (const rows of inStretches(tx, alikeOf(wanted), stretch)) yield decideAll(tx, rows, wanted.now)
}
