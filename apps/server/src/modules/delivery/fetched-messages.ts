import { receivers, type DeliveryAlarm } from '@winnow/delivery'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { isCarried, settleGathered } from './gather-deliveries.ts'

/** The kinds whose messages are fetched. */
export const PULLED: readonly string[] = receivers.filter(({ pulled }) => pulled).map(({ kind }) => kind)

/** The most messages that get a number at once. */
const NUMBERED_AT_ONCE = 10_000
/** How often the time at which the station asked is written, in ms. */
const NOTE_EVERY_MS = 5_000

/** A message as it waits to be fetched. */
export interface FetchedRow {
  id: string
  company_id: string
  alarm_id: string | null
  alarm_version: number | null
  type: DeliveryAlarm['type']
  previous_verdict: string | null
  created_at: Date
  sequence: number
}

/**
 * Gives the messages of a receiver their numbers, by which they are fetched. Ids would not do: a message with a smaller id can be committed
 * after one with a greater id was fetched, and would never be seen. The receiver stays locked until the end of the transaction, but new
 * messages to it can be written meanwhile. Messages about one alarm keep their order.
 * @returns the last number
 */
export async function numberMessages(tx: Tx, receiverId: string, now: Date): Promise<number> {
  const receiver = await tx
    .selectFrom('receiver')
    .select(['sequence', 'session'])
    .where('id', '=', receiverId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // A statement of its own, which sees what was committed before the lock was had.
  const { rows } = await sql<{ id: string }>`
    with keyed as (
      select id, alarm_version, max(id::text) over (partition by coalesce(alarm_id, id) order by alarm_version) as place
      from delivery d where receiver_id = ${receiverId} and state = 'pending' and sequence is null and next_at <= ${now} and not (${isCarried})),
    fresh as (
      select id, row_number() over (order by place, alarm_version, id) as n from keyed
      order by n limit ${NUMBERED_AT_ONCE})
    update delivery set sequence = ${receiver.sequence} + fresh.n, sent_at = coalesce(sent_at, ${now}) from fresh where delivery.id = fresh.id
    returning delivery.id`.execute(tx)
  const last = receiver.sequence + rows.length
  const { readAt } = Object(receiver.session) as { readAt?: string }
  const isNoted = readAt !== undefined && Math.abs(now.getTime() - Date.parse(readAt)) < NOTE_EVERY_MS
  if (rows.length > 0 || !isNoted)
    await tx
      .updateTable('receiver')
      .set({ sequence: last, session: JSON.stringify({ readAt: now.toISOString() }) })
      .where('id', '=', receiverId)
      .execute()
  return last
}

/** The messages after a number, or from the first that nobody has acknowledged. */
export async function findMessages(
  tx: Tx,
  receiverId: string,
  after: number | undefined,
  limit: number,
): Promise<FetchedRow[]> {
  const messages = tx
    .selectFrom('delivery')
    .select(['id', 'company_id', 'alarm_id', 'alarm_version', 'type', 'previous_verdict', 'created_at', 'sequence'])
    .where('receiver_id', '=', receiverId)
    .where('sequence', 'is not', null)
  const wanted =
    after === undefined
      ? messages.where('state', '=', 'pending')
      : messages.where('sequence', '>', after).where('state', 'in', ['pending', 'delivered'])
  const rows = await wanted.orderBy('sequence').limit(limit).execute()
  return rows as FetchedRow[]
}

/** Marks messages up to a number as delivered. @returns how many were not yet */
export async function acknowledge(tx: Tx, receiverId: string, cursor: number, now: Date): Promise<number> {
  const rows = await tx
    .updateTable('delivery')
    .set({
      state: 'delivered',
      attempts: sql<number>`attempts + 1`,
      first_attempt_at: sql<Date>`coalesce(first_attempt_at, ${now}::timestamptz)`,
      next_at: null,
      finished_at: now,
      last_error: null,
    })
    .where('receiver_id', '=', receiverId)
    .where('state', '=', 'pending')
    .where('sequence', '<=', cursor)
    .returning('id')
    .execute()
  if (rows.length === 0) return 0
  await settleGathered(
    tx,
    rows.map(({ id }) => id),
  )
  await tx.updateTable('receiver').set({ last_success_at: now }).where('id', '=', receiverId).execute()
  return rows.length
}

/** Gives up what waits for a receiver that is deleted and whose messages nobody can fetch any more. */
export async function giveUpFetched(tx: Tx, receiverId: string, now: Date): Promise<void> {
  await sql`
    update delivery set state = 'dead', finished_at = ${now}, last_error = 'receiver-off'
    where receiver_id = ${receiverId} and state = 'pending'
      and exists (select from receiver r where r.id = delivery.receiver_id and r.kind = any(${PULLED}::text[]))`.execute(
    tx,
  )
}
