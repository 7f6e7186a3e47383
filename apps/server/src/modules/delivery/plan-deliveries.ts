import { deliveryKindOf, type DeliveryChoice, type Verdict } from '@winnow/domain'
import { sql } from 'kysely'
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
import { listMails, mailsToRelay, relayedMails } from './relayed-mails.ts'

/** A statement of PostgreSQL's protocol can have 65,535 parameters, and a row has thirteen. */
const ROWS_AT_ONCE = 5_000

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
  /** Which mails of the camera it relays; null if none. */
  mails: 'first' | 'each' | null
}

/** Settings that are missing, as those of receivers from before there was a choice, are as the form begins. */
const choiceOfReceiver = sql<DeliveryChoice>`jsonb_build_object(
  'trueAlarms', coalesce(config -> 'trueAlarms' <> 'false', true), 'unverified', coalesce(config -> 'unverified' <> 'false', true),
  'filtered', coalesce(config -> 'filtered' = 'true', false), 'corrections', coalesce(config -> 'corrections' <> 'false', true))`

/** A relay passes on each mail, so only its filtered ones are gathered. */
const gatheringOfReceiver = sql<Gathering>`jsonb_build_object(
  'debounceSeconds', case when kind <> 'relay' then (config ->> 'debounceSeconds')::int end,
  'digestMinutes', (config ->> 'digestMinutes')::int)`

/** The active receivers of each site, by its id. */
async function listReceivers(tx: Tx, siteIds: readonly string[]): Promise<Map<string, Planned[]>> {
  const rows = await tx
    .selectFrom('receiver')
    .select([
      'id',
      'site_id',
      relayedMails.as('mails'),
      choiceOfReceiver.as('choice'),
      gatheringOfReceiver.as('gathering'),
    ])
    .where('site_id', '=', sql<string>`any(${siteIds}::uuid[])`)
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  return Map.groupBy(rows, (row) => row.site_id)
}

/**
 * Writes the messages that new verdicts require to the outbox, in the transaction that writes the verdicts. Each receiver of the site gets
 * what it has chosen. Corrections go only to receivers that got a message about the alarm before. Each change of a verdict is sent once,
 * including a change back to an earlier verdict.
 */
export async function planDeliveries(tx: Tx, alarms: readonly DecidedAlarm[], now: Date): Promise<void> {
  const receivers = await listReceivers(tx, [...new Set(alarms.map(({ siteId }) => siteId))])
  if (receivers.size === 0) return
  const ids = alarms.map(({ id }) => id)
  const told = await listTold(tx, ids)
  const relays = [...receivers.values()].flat().some(({ mails }) => mails !== null)
  const mailsOf = relays ? await listMails(tx, ids) : new Map<string, string[]>()
  const rows = alarms.flatMap((alarm) =>
    (receivers.get(alarm.siteId) ?? []).flatMap(({ id: receiverId, choice, gathering, mails }): PlannedDelivery[] => {
      const before = told.get(`${alarm.id} ${receiverId}`)
      const previous = before?.verdict ?? null
      const type = deliveryKindOf(alarm.after, previous, choice)
      if (!type) return []
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
          carrier_id: null,
          is_digest: false,
        },
      ]
    }),
  )
  const moved = await gatherDeliveries(tx, rows, gatheringOf(receivers), now)
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
