import { deliveryKindOf, localDay, type DeliveryChoice, type Verdict } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { DecidedAlarm } from '../alarms/index.ts'
import {
  gatherDeliveries,
  moveGathered,
  releaseGathered,
  type Gathering,
  type PlannedDelivery,
} from './gather-deliveries.ts'
import { shareSites } from './lock-sites.ts'
import { siteZone } from './mails-of-site.ts'
import { listMails, mailsToRelay, relayedMails } from './relayed-mails.ts'

/** A statement of PostgreSQL's protocol can have 65,535 parameters, and a row has seventeen. */
const ROWS_AT_ONCE = 3_500

/** What a receiver was told of an alarm so far, sent or waiting to be sent. */
interface Told {
  /** The last verdict. */
  verdict: Verdict
  mails: ReadonlySet<string>
}

/** @returns what was told, by `<alarm id> <receiver id>` */
async function listTold(tx: Tx, alarmIds: readonly string[]): Promise<Map<string, Told>> {
  const rows = await tx
    .selectFrom('delivery')
    .select(['alarm_id', 'receiver_id', 'verdict', 'mails'])
    .where('alarm_id', '=', sql<string>`any(${alarmIds}::uuid[])`)
    .orderBy('alarm_version')
    .execute()
  const told = new Map<string, Told>()
  for (const row of rows) {
    const key = `${row.alarm_id} ${row.receiver_id}`
    const mails = new Set([...(told.get(key)?.mails ?? []), ...(row.mails ?? [])])
    told.set(key, { verdict: row.verdict as Verdict, mails })
  }
  return told
}

interface Planned {
  id: string
  choice: DeliveryChoice
  gathering: Gathering
  /** Whether it waits for another one to fail. */
  standby: boolean
  /** Which mails of the camera it relays; null if none. */
  mails: 'first' | 'each' | null
  /** The goal of its site, in seconds. */
  goal: number
  zone: string
}

/** Settings that are missing, as those of receivers from before there was a choice, are as the form begins. */
const choiceOfReceiver = sql<DeliveryChoice>`jsonb_build_object(
  'trueAlarms', coalesce(config -> 'trueAlarms' <> 'false', true), 'unverified', coalesce(config -> 'unverified' <> 'false', true),
  'filtered', coalesce(config -> 'filtered' = 'true', false), 'corrections', coalesce(config -> 'corrections' <> 'false', true))`

/** A relay passes on each mail, so only its filtered ones are gathered. */
const gatheringOfReceiver = sql<Gathering>`jsonb_build_object(
  'debounceSeconds', case when receiver.kind <> 'relay' then (config ->> 'debounceSeconds')::int end,
  'digestMinutes', (config ->> 'digestMinutes')::int)`

/** A receiver that stands in for others gets no alarms while each of them works. What it was told before is corrected nevertheless. */
export const isStandby = sql<boolean>`(exists (select from receiver p where p.backup_id = receiver.id and p.deleted_at is null)
  and not exists (select from receiver p where p.backup_id = receiver.id and p.deleted_at is null and (p.down_since is not null or not p.active)))`

/** The active receivers of each site, by its id. */
async function listReceivers(tx: Tx, siteIds: readonly string[]): Promise<Map<string, Planned[]>> {
  const rows = await tx
    .selectFrom('receiver')
    .innerJoin('site', 'site.id', 'receiver.site_id')
    .innerJoin('company', 'company.id', 'site.company_id')
    .select([
      'receiver.id',
      'site_id',
      'site.response_goal_seconds as goal',
      siteZone.as('zone'),
      relayedMails.as('mails'),
      choiceOfReceiver.as('choice'),
      gatheringOfReceiver.as('gathering'),
      isStandby.as('standby'),
    ])
    .where('site_id', '=', sql<string>`any(${siteIds}::uuid[])`)
    .where('receiver.active', '=', true)
    .where('receiver.deleted_at', 'is', null)
    .execute()
  return Map.groupBy(rows, (row) => row.site_id)
}

/**
 * Writes the messages that new verdicts require to the outbox, in the transaction that writes the verdicts. Each receiver of the site gets
 * what it has chosen. Corrections go only to receivers that got a message about the alarm before. Each change of a verdict is sent once,
 * including a change back to an earlier verdict.
 */
export async function planDeliveries(tx: Tx, alarms: readonly DecidedAlarm[], now: Date): Promise<void> {
  const siteIds = [...new Set(alarms.map(({ siteId }) => siteId))]
  // Not while a receiver of the sites falls: its back-up would miss what is not committed then. See `lockSites`.
  await shareSites(tx, siteIds)
  await planFor(tx, await listReceivers(tx, siteIds), alarms, now)
}

/** How long ago a message can have been given up that the back-up is told of, as where the receiver asked never to be called again. */
const LATELY_MS = 5 * 60_000

/** SQL condition on table `delivery`: the receiver has not taken it, as the back-up is to be told when that receiver falls. */
export const isMissed = (receiverId: string, now: Date): RawBuilder<SqlBool> => sql<SqlBool>`(
  delivery.receiver_id = ${receiverId} and (delivery.state = 'pending' or (delivery.state = 'dead' and delivery.finished_at >= (
    select least(r.failing_since, r.silent_since, ${new Date(now.getTime() - LATELY_MS)}::timestamptz)
    from receiver r where r.id = ${receiverId}))))`

/** Writes the messages about alarms that wait for a receiver to its back-up too, as far as that one was not told of them. */
export async function planForBackup(
  tx: Tx,
  { id, backupId, siteId }: { id: string; backupId: string; siteId: string },
  now: Date,
): Promise<void> {
  const { rows } = await sql<DecidedAlarm>`
    select a.id, a.company_id as "companyId", a.site_id as "siteId", a.received_at as "receivedAt",
      coalesce(a.verdict_at, a.received_at) as "decidedAt", a.verdict as before, a.verdict as after, a.version, a.is_test as "isTest",
      -- What waits because somebody chose so, or corrects what was told in time, is no answer of the back-up either.
      exists (select from delivery d where d.receiver_id = ${id} and d.alarm_id = a.id and d.state <> 'delivered'
        and d.goal_seconds is not null) as "isPrompt"
    from alarm a where a.verdict is not null and a.id in (
      select delivery.alarm_id from delivery where delivery.alarm_id is not null and ${isMissed(id, now)}) order by a.id`.execute(
    tx,
  )
  const active = (await listReceivers(tx, [siteId])).get(siteId)?.filter((receiver) => receiver.id === backupId) ?? []
  await planFor(tx, new Map([[siteId, active.map((receiver) => ({ ...receiver, standby: false }))]]), rows, now)
}

/**
 * The goal by which a message is measured: the first one about an alarm, when it was decided. One that becomes true long after it was
 * filtered, or that a person had analysed long after it was kept, is no answer to the camera.
 */
function goalOf(
  { isPrompt, receivedAt }: DecidedAlarm,
  type: PlannedDelivery['type'],
  { goal, zone }: Pick<Planned, 'goal' | 'zone'>,
): Pick<PlannedDelivery, 'goal_seconds' | 'goal_day'> {
  return type === 'alarm.created' && isPrompt
    ? { goal_seconds: goal, goal_day: localDay(receivedAt, zone) }
    : { goal_seconds: null, goal_day: null }
}

async function planFor(
  tx: Tx,
  receivers: ReadonlyMap<string, readonly Planned[]>,
  alarms: readonly DecidedAlarm[],
  now: Date,
): Promise<void> {
  if (receivers.size === 0 || alarms.length === 0) return
  const ids = alarms.map(({ id }) => id)
  const told = await listTold(tx, ids)
  const relays = [...receivers.values()].flat().some(({ mails }) => mails !== null)
  const mailsOf = relays ? await listMails(tx, ids) : new Map<string, string[]>()
  const rows = alarms.flatMap((alarm) =>
    (receivers.get(alarm.siteId) ?? []).flatMap(
      ({ id: receiverId, choice, gathering, mails, standby, goal, zone }): PlannedDelivery[] => {
        const before = told.get(`${alarm.id} ${receiverId}`)
        const previous = before?.verdict ?? null
        const type = deliveryKindOf(alarm.after, previous, choice)
        if (!type || (standby && previous === null)) return []
        const isDigested = alarm.after === 'false' && type === 'alarm.created' && gathering.digestMinutes !== null
        return [
          {
            id: newId(),
            company_id: alarm.companyId,
            receiver_id: receiverId,
            alarm_id: alarm.id,
            alarm_version: alarm.version,
            type,
            verdict: alarm.after,
            previous_verdict: previous,
            // A digest is written, and passes on no mail.
            mails: mails && (isDigested ? [] : mailsToRelay(mailsOf.get(alarm.id) ?? [], mails, before)),
            next_at: now,
            created_at: now,
            received_at: alarm.receivedAt,
            decided_at: alarm.decidedAt,
            ...goalOf(alarm, type, { goal, zone }),
            carrier_id: null,
            is_digest: false,
          },
        ]
      },
    ),
  )
  const moved = await gatherDeliveries(tx, rows, gatheringOf(receivers), now)
  // What is gathered waits because somebody chose so.
  for (const row of rows) if (row.next_at > now) row.goal_seconds = null
  await releaseGathered(
    tx,
    rows.filter(({ type }) => type === 'alarm.corrected'),
    now,
  )
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx
      .insertInto('delivery')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await moveGathered(tx, moved)
}

/** The receivers that get several alarms as one message, by their id. */
function gatheringOf(receivers: ReadonlyMap<string, readonly Planned[]>): Map<string, Gathering> {
  const all = [...receivers.values()].flat()
  const gathers = ({ gathering }: Planned) => gathering.debounceSeconds !== null || gathering.digestMinutes !== null
  return new Map(all.filter(gathers).map(({ id, gathering }) => [id, gathering]))
}
