import type { CameraEvent } from '@winnow/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { CameraSystems } from '../../platform/connect/camera-systems.ts'
import { afterCommit, inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Tick } from '../../platform/jobs/job.ts'
import { isLost, isOn, isPaused, isSilent, LOST_MINUTES, wayInState } from '../access/index.ts'
import { shareSites } from './lock-sites.ts'
import { planCameraEvents, type EventSetting, type Happened } from './plan-camera-events.ts'

/** When cameras are looked at, and the systems behind which they stand. */
interface Look {
  now: Date
  systems: CameraSystems
}

/** What receivers can be told of cameras: when it begins, and when it is over. */
interface Condition {
  name: 'idle' | 'lost'
  /** The setting of the receivers that want to hear of it. */
  setting: EventSetting
  began: CameraEvent
  ended: CameraEvent
  /** SQL conditions on tables `view`, `site` and `company`. */
  begins: (look: Look) => RawBuilder<SqlBool>
  /** Whether it lasts for long enough to tell; the same with table `camera_condition`. */
  hasLasted: (look: Look) => RawBuilder<SqlBool>
  isOver: (look: Look) => RawBuilder<SqlBool>
}

const CONDITIONS: readonly Condition[] = [
  {
    name: 'idle',
    setting: 'idle',
    began: 'idle',
    ended: 'idle.ended',
    // A camera that was never heard is not set up yet.
    begins: ({ now }) => sql<SqlBool>`(view.last_signal_at is not null and ${isSilent(now)})`,
    hasLasted: () => sql<SqlBool>`true`,
    isOver: ({ now }) => sql<SqlBool>`not ${isSilent(now)}`,
  },
  {
    name: 'lost',
    setting: 'connection',
    began: 'connection.lost',
    ended: 'connection.restored',
    begins: ({ now, systems }) => sql<SqlBool>`(${wayInState(now, systems)} = 'failing')`,
    // A single message that is refused makes a camera failing until its next one, and anybody can send such. What came in meanwhile counts.
    hasLasted: ({ now, systems }) =>
      sql<SqlBool>`(greatest(camera_condition.since, view.last_signal_at) <= ${now}::timestamptz - make_interval(mins => ${LOST_MINUTES}) or ${isLost(now, systems)})`,
    // Where the connection was taken away by hand, nothing was restored.
    isOver: ({ now, systems }) => sql<SqlBool>`(${wayInState(now, systems)} in ('working', 'silent'))`,
  },
]

/** SQL condition on table `site`: a receiver of it wants to hear of the condition. */
const isWanted = (setting: string): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from receiver r where r.site_id = site.id and r.active and r.deleted_at is null and r.config -> ${setting} = 'true')`

/**
 * Keeps the conditions that begin now. One that a camera has already does not begin again.
 * @returns those that last for long enough to tell, once
 */
async function begin(tx: Tx, { name, setting, begins, hasLasted }: Condition, look: Look): Promise<Happened[]> {
  const { now } = look
  const canBegin = sql<SqlBool>`view.deleted_at is null and site.deleted_at is null and ${isOn} and not ${isPaused(now)} and ${begins(look)}`
  await sql`
    insert into camera_condition (view_id, condition, company_id, id, since, is_told)
    select view.id, ${name}, view.company_id, gen_random_uuid(), ${now}, false
    from view join site on site.id = view.site_id join company on company.id = view.company_id
    where ${isWanted(setting)}
      and not exists (select from camera_condition c where c.view_id = view.id and c.condition = ${name}) and ${canBegin}
    -- Thousands are lost at once with a video system. Sorted, all are found before the first is written, else each look passes what was written.
    order by view.id
    on conflict (view_id, condition) do nothing`.execute(tx)
  const { rows } = await sql<Happened>`
    update camera_condition set is_told = true
    from view join site on site.id = view.site_id join company on company.id = view.company_id
    where view.id = camera_condition.view_id and camera_condition.condition = ${name} and not camera_condition.is_told
      and ${canBegin} and ${hasLasted(look)}
    returning camera_condition.id, camera_condition.company_id, camera_condition.view_id, view.site_id`.execute(tx)
  return rows
}

/** Forgets the conditions that are over, or of which nobody wants to hear. @returns the first, as far as their begin was told */
async function end(tx: Tx, { name, setting, isOver }: Condition, look: Look): Promise<Happened[]> {
  const { rows } = await sql<Happened & { is_over: boolean; is_told: boolean }>`
    with looked as (
      select c.view_id, view.site_id, view.deleted_at is null and site.deleted_at is null and ${isOver(look)} as is_over,
        ${isWanted(setting)} as is_wanted, view.deleted_at is not null or site.deleted_at is not null as is_deleted
      from camera_condition c join view on view.id = c.view_id join site on site.id = view.site_id
        join company on company.id = view.company_id
      where c.condition = ${name}),
    gone as (
      delete from camera_condition c using looked
      where c.view_id = looked.view_id and c.condition = ${name} and (looked.is_over or looked.is_deleted or not looked.is_wanted)
      returning c.id, c.company_id, c.view_id, looked.site_id, looked.is_over, c.is_told)
    select * from gone`.execute(tx)
  return rows.filter((row) => row.is_over && row.is_told)
}

interface Telling {
  db: Db
  cameraSystems: CameraSystems
  onDelivery: () => void
}

/**
 * Looks at all cameras whose receivers want to hear of more than alarms, and writes each change to the outbox once: what a camera has is
 * stored in the transaction of its message.
 * @param options.onlyEnds leaves out what begins
 */
export async function tellOfCameras(
  { db, cameraSystems: systems, onDelivery }: Telling,
  now: Date,
  { onlyEnds = false }: { onlyEnds?: boolean } = {},
): Promise<void> {
  const look = { now, systems }
  for (const condition of CONDITIONS)
    // oxlint-disable-next-line no-await-in-loop -- one transaction after another
    await inSystem(db, async (tx) => {
      const over = await end(tx, condition, look)
      const begun = onlyEnds ? [] : await begin(tx, condition, look)
      // Both at once: whoever waits for several sites in turns could wait for somebody who waits for the first of them.
      await shareSites(
        tx,
        [...over, ...begun].map((each) => each.site_id),
      )
      await planCameraEvents(tx, over, { type: condition.ended, version: 2 }, now)
      await planCameraEvents(tx, begun, { type: condition.began, version: 1 }, now)
      afterCommit(tx, onDelivery)
    })
}

/** After a start, devices that were not called meanwhile are called again, and what they sent meanwhile comes in. Until then nothing begins. */
const GRACE_MS = LOST_MINUTES * 60_000

export function cameraTicks({ clock, ...telling }: Telling & { clock: Clock }) {
  const startedAt = clock.now().getTime()
  return [
    {
      name: 'delivery.cameras',
      cron: '* * * * *',
      run() {
        const now = clock.now()
        return tellOfCameras(telling, now, { onlyEnds: now.getTime() - startedAt < GRACE_MS })
      },
    },
  ] satisfies Tick[]
}
