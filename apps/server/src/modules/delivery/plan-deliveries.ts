import { deliveryKindOf, type Verdict } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { DecidedAlarm } from '../alarms/index.ts'

/** A statement of PostgreSQL's protocol can have 65,535 parameters, and a row has ten. */
const ROWS_AT_ONCE = 5_000

/**
 * The last verdict about each alarm that was sent, or waits to be sent, to each receiver.
 * @returns verdicts by `<alarm id> <receiver id>`
 */
async function listLastVerdicts(tx: Tx, alarmIds: readonly string[]): Promise<Map<string, Verdict>> {
  const rows = await tx
    .selectFrom('delivery')
    .select(['alarm_id', 'receiver_id', 'verdict'])
    .where('alarm_id', '=', sql<string>`any(${alarmIds}::uuid[])`)
    .orderBy('alarm_version')
    .execute()
  return new Map(rows.map((row) => [`${row.alarm_id} ${row.receiver_id}`, row.verdict as Verdict]))
}

/** The active receivers of each site, by its id, and whether they want filtered alarms too. */
async function listReceivers(
  tx: Tx,
  siteIds: readonly string[],
): Promise<Map<string, { id: string; filtered: boolean }[]>> {
  const rows = await tx
    .selectFrom('receiver')
    .select(['id', 'site_id', sql<boolean>`coalesce(config -> 'filtered' = 'true', false)`.as('filtered')])
    .where('site_id', '=', sql<string>`any(${siteIds}::uuid[])`)
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  return Map.groupBy(rows, (row) => row.site_id)
}

/**
 * Writes the messages that new verdicts require to the outbox, in the transaction that writes the verdicts. All receivers of the site get
 * true and unverified alarms, and those that want them filtered alarms. Corrections go only to receivers that got a message about the alarm
 * before. Each change of a verdict is sent once, including a change back to an earlier verdict.
 */
export async function planDeliveries(tx: Tx, alarms: readonly DecidedAlarm[], now: Date): Promise<void> {
  const receivers = await listReceivers(tx, [...new Set(alarms.map(({ siteId }) => siteId))])
  if (receivers.size === 0) return
  const lastVerdicts = await listLastVerdicts(
    tx,
    alarms.map(({ id }) => id),
  )
  const rows = alarms.flatMap((alarm) =>
    (receivers.get(alarm.siteId) ?? []).flatMap(({ id: receiverId, filtered }) => {
      const previous = lastVerdicts.get(`${alarm.id} ${receiverId}`) ?? null
      const isFiltered = previous === null && alarm.after === 'false'
      const type = isFiltered && filtered ? 'alarm.created' : deliveryKindOf(alarm.after, previous)
      if (!type) return []
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
          next_at: now,
          created_at: now,
        },
      ]
    }),
  )
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx
      .insertInto('delivery')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
