import type { CameraEvent } from '@winnow/contract'
import { endOfQuiet } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { shareSites } from './lock-sites.ts'
import { siteZone } from './mails-of-site.ts'
import { isMissed, isStandby } from './plan-deliveries.ts'

/** The settings of receivers that want to hear of more than alarms. */
export type EventSetting = 'idle' | 'connection' | 'tampering'

const SETTINGS: Readonly<Record<CameraEvent, EventSetting>> = {
  idle: 'idle',
  'idle.ended': 'idle',
  'connection.lost': 'connection',
  'connection.restored': 'connection',
  tampering: 'tampering',
  'tampering.ended': 'tampering',
}

/** What happened to a camera. */
export interface Happened {
  /** The same at the begin and the end. */
  id: string
  company_id: string
  site_id: string
  view_id: string
}

/** A receiver that can hear of cameras. */
interface Listener {
  id: string
  site_id: string
  quiet: string | null
  zone: string
  /** Whether it waits for another one to fail. */
  standby: boolean
  /** The settings that it has chosen. */
  wants: EventSetting[]
}

const listener = sql`
  select receiver.id, receiver.site_id, receiver.config ->> 'quietHours' as quiet, ${siteZone} as zone, ${isStandby} as standby,
    array(select name from unnest(${[...new Set(Object.values(SETTINGS))]}::text[]) as name where receiver.config -> name = 'true') as wants
  from receiver join site on site.id = receiver.site_id join company on company.id = receiver.company_id
  where receiver.active and receiver.deleted_at is null`

interface PlannedEvent {
  company_id: string
  alarm_id: string
  alarm_version: number
  view_id: string
  type: CameraEvent
  created_at: Date
}

const ROWS_AT_ONCE = 5_000

/** Writes messages to the outbox. In quiet hours of their receivers they wait for the end. One that is there already is left as it is. */
async function store(tx: Tx, planned: readonly { to: Listener; event: PlannedEvent }[], now: Date): Promise<void> {
  const rows = planned.map(({ to, event }) => ({
    ...event,
    id: newId(now.getTime()),
    receiver_id: to.id,
    next_at: endOfQuiet(to.quiet ?? '', to.zone, now) ?? now,
  }))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx
      .insertInto('delivery')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** @returns what receivers were told of, as `<id> <receiver id>` */
async function listTold(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('delivery')
    .select(['alarm_id', 'receiver_id'])
    .where('alarm_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Set(rows.map((row) => `${row.alarm_id} ${row.receiver_id}`))
}

/**
 * Writes the messages about what happened to the outbox, to those receivers of the sites that want it. One that stands in for others hears
 * only of the end of what it was told.
 */
export async function planCameraEvents(
  tx: Tx,
  happened: readonly Happened[],
  { type, version }: { type: CameraEvent; version: 1 | 2 },
  now: Date,
): Promise<void> {
  if (happened.length === 0) return
  const siteIds = [...new Set(happened.map((each) => each.site_id))]
  await shareSites(tx, siteIds)
  const { rows } = await sql<Listener>`${listener} and receiver.site_id = any(${siteIds}::uuid[])`.execute(tx)
  const listeners = rows.filter(({ wants }) => wants.includes(SETTINGS[type]))
  const mayKnow = version > 1 && listeners.some(({ standby }) => standby)
  const told = mayKnow
    ? await listTold(
        tx,
        happened.map(({ id }) => id),
      )
    : new Set<string>()
  const bySite = Map.groupBy(listeners, (each) => each.site_id)
  const planned = happened.flatMap(({ id, company_id, site_id, view_id }) =>
    (bySite.get(site_id) ?? [])
      .filter((to) => !to.standby || told.has(`${id} ${to.id}`))
      .map((to) => ({
        to,
        event: { company_id, alarm_id: id, alarm_version: version, view_id, type, created_at: now },
      })),
  )
  await store(tx, planned, now)
}

/** Writes the messages about cameras that wait for a receiver to its back-up too, with the time at which they were first written. */
export async function planEventsForBackup(
  tx: Tx,
  { id, backupId }: { id: string; backupId: string },
  now: Date,
): Promise<void> {
  const { rows: backups } = await sql<Listener>`${listener} and receiver.id = ${backupId}`.execute(tx)
  const { rows: missed } = await sql<PlannedEvent>`
    select delivery.company_id, delivery.alarm_id, delivery.alarm_version, delivery.view_id, delivery.type, delivery.created_at
    from delivery where delivery.view_id is not null and delivery.alarm_id is not null and ${isMissed(id, now)}
    order by delivery.id`.execute(tx)
  const planned = backups.flatMap((to) =>
    missed.filter(({ type }) => to.wants.includes(SETTINGS[type])).map((event) => ({ to, event })),
  )
  await store(tx, planned, now)
}
