import type { CameraEvent } from '@winnow/contract'
import { endOfQuiet } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { afterCommit, inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Tick } from '../../platform/jobs/job.ts'
import { isLost, isOn, isPaused, isSilent, LOST_MINUTES, wayInState } from '../access/index.ts'
import { siteZone } from './mails-of-site.ts'
import { isStandby } from './plan-deliveries.ts'

/** The settings of receivers that want to hear of more than alarms. */
type EventSetting = 'idle' | 'connection' | 'tampering'

/** What receivers can be told of cameras: when it begins, and when it is over. */
interface Condition {
  name: 'idle' | 'lost'
  /** The setting of the receivers that want to hear of it. */
  setting: EventSetting
  began: CameraEvent
  ended: CameraEvent
  /** SQL conditions on tables `view`, `site` and `company`. */
  begins: (now: Date) => RawBuilder<SqlBool>
  /** Whether it lasts for long enough to tell; the same with table `camera_condition`. */
  hasLasted: (now: Date) => RawBuilder<SqlBool>
  isOver: (now: Date) => RawBuilder<SqlBool>
}

const CONDITIONS: readonly Condition[] = [
  {
    name: 'idle',
    setting: 'idle',
    began: 'idle',
    ended: 'idle.ended',
    // A camera that was never heard is not set up yet.
    begins: (now) => sql<SqlBool>`(view.last_signal_at is not null and ${isSilent(now)})`,
    hasLasted: () => sql<SqlBool>`true`,
    isOver: (now) => sql<SqlBool>`not ${isSilent(now)}`,
  },
  {
    name: 'lost',
    setting: 'connection',
    began: 'connection.lost',
    ended: 'connection.restored',
    begins: (now) => sql<SqlBool>`(${wayInState(now)} = 'failing')`,
    // A single message that is refused makes a camera failing until its next one, and anybody can send such. What came in meanwhile counts.
    hasLasted: (now) =>
      sql<SqlBool>`(greatest(camera_condition.since, view.last_signal_at) <= ${now}::timestamptz - make_interval(mins => ${LOST_MINUTES}) or ${isLost(now)})`,
    // Where the connection was taken away by hand, nothing was restored.
    isOver: (now) => sql<SqlBool>`(${wayInState(now)} in ('working', 'silent'))`,
  },
]

export interface Happened {
  /** The same at the begin and the end. */
  id: string
  company_id: string
  site_id: string
  view_id: string
}

/** SQL condition on table `site`: a receiver of it wants to hear of the condition. */
const isWanted = (setting: string): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from receiver r where r.site_id = site.id and r.active and r.deleted_at is null and r.config -> ${setting} = 'true')`

/**
 * Keeps the conditions that begin now. One that a camera has already does not begin again.
 * @returns those that last for long enough to tell, once
 */
async function begin(tx: Tx, { name, setting, begins, hasLasted }: Condition, now: Date): Promise<Happened[]> {
  const canBegin = sql<SqlBool>`view.deleted_at is null and site.deleted_at is null and ${isOn} and not ${isPaused(now)} and ${begins(now)}`
  await sql`
    insert into camera_condition (view_id, condition, company_id, id, since, is_told)
    select view.id, ${name}, view.company_id, gen_random_uuid(), ${now}, false
    from view join site on site.id = view.site_id join company on company.id = view.company_id
    where ${isWanted(setting)}
      and not exists (select from camera_condition c where c.view_id = view.id and c.condition = ${name}) and ${canBegin}
    on conflict (view_id, condition) do nothing`.execute(tx)
  const { rows } = await sql<Happened>`
    update camera_condition set is_told = true
    from view join site on site.id = view.site_id join company on company.id = view.company_id
    where view.id = camera_condition.view_id and camera_condition.condition = ${name} and not camera_condition.is_told
      and ${canBegin} and ${hasLasted(now)}
    returning camera_condition.id, camera_condition.company_id, camera_condition.view_id, view.site_id`.execute(tx)
  return rows
}

/** Forgets the conditions that are over, or of which nobody wants to hear. @returns the first, as far as their begin was told */
async function end(tx: Tx, { name, setting, isOver }: Condition, now: Date): Promise<Happened[]> {
  const { rows } = await sql<Happened & { is_over: boolean; is_told: boolean }>`
    with looked as (
      select c.view_id, view.site_id, view.deleted_at is null and site.deleted_at is null and ${isOver(now)} as is_over,
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

/** Writes the messages about what happened to the outbox, to those receivers of the sites that want it. In quiet hours they wait for their end. */
export async function planCameraEvents(
  tx: Tx,
  happened: readonly Happened[],
  { type, version, setting }: { type: CameraEvent; version: number; setting: EventSetting },
  now: Date,
): Promise<void> {
  if (happened.length === 0) return
  const { rows: receivers } = await sql<{ id: string; site_id: string; quiet: string | null; zone: string }>`
    select receiver.id, receiver.site_id, receiver.config ->> 'quietHours' as quiet,
      ${siteZone} as zone
    from receiver join site on site.id = receiver.site_id join company on company.id = receiver.company_id
    where receiver.site_id = any(${[...new Set(happened.map((each) => each.site_id))]}::uuid[])
      and receiver.active and receiver.deleted_at is null and receiver.config -> ${setting} = 'true' and not ${isStandby}`.execute(
    tx,
  )
  const bySite = Map.groupBy(receivers, (receiver) => receiver.site_id)
  const rows = happened.flatMap(({ id, company_id, site_id, view_id }) =>
    (bySite.get(site_id) ?? []).map((receiver) => ({
      id: newId(now.getTime()),
      company_id,
      receiver_id: receiver.id,
      alarm_id: id,
      alarm_version: version,
      view_id,
      type,
      next_at: endOfQuiet(receiver.quiet ?? '', receiver.zone, now) ?? now,
      created_at: now,
    })),
  )
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx
      .insertInto('delivery')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute()
}

const ROWS_AT_ONCE = 5_000

/**
 * Looks at all cameras whose receivers want to hear of more than alarms, and writes each change to the outbox once: what a camera has is
 * stored in the transaction of its message.
 * @param options.onlyEnds leaves out what begins
 */
export async function tellOfCameras(
  db: Db,
  now: Date,
  onDelivery: () => void,
  { onlyEnds = false }: { onlyEnds?: boolean } = {},
): Promise<void> {
  for (const condition of CONDITIONS)
    // oxlint-disable-next-line no-await-in-loop -- one transaction after another
    await inSystem(db, async (tx) => {
      const { setting, began, ended } = condition
      await planCameraEvents(tx, await end(tx, condition, now), { type: ended, version: 2, setting }, now)
      if (!onlyEnds)
        await planCameraEvents(tx, await begin(tx, condition, now), { type: began, version: 1, setting }, now)
      afterCommit(tx, onDelivery)
    })
}

/** After a start, devices that were not called meanwhile are called again, and what they sent meanwhile comes in. Until then nothing begins. */
const GRACE_MS = LOST_MINUTES * 60_000

export function cameraTicks({ db, clock, onDelivery }: { db: Db; clock: Clock; onDelivery: () => void }) {
  const startedAt = clock.now().getTime()
  return [
    {
      name: 'delivery.cameras',
      cron: '* * * * *',
      run() {
        const now = clock.now()
        return tellOfCameras(db, now, onDelivery, { onlyEnds: now.getTime() - startedAt < GRACE_MS })
      },
    },
  ] satisfies Tick[]
}
