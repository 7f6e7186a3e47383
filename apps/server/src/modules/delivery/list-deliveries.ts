import type { Delivery, DeliveryState } from '@winnow/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { progressOf, type DeliveryRow } from '../alarms/index.ts'

/** The most messages that are counted. A receiver can have millions. */
const MOST_COUNTED = 10_000

interface Row extends DeliveryRow {
  id: string
  receiver_id: string
  alarm_id: string | null
  type: string
  verdict: string | null
  next_at: Date | null
  finished_at: Date | null
  view_id: string | null
  view_name: string | null
  is_outage: boolean
}

/** A choice of messages: by their state, and by the id of an alarm, alone or in its address. */
export interface DeliveryFilter {
  state: DeliveryState | 'all'
  search?: string | undefined
}

/** Selects messages together with the state of their receivers. */
const selectDeliveries = (tx: Tx) =>
  tx
    .selectFrom('delivery')
    .innerJoin('receiver', 'receiver.id', 'delivery.receiver_id')
    .leftJoin('alarm', 'alarm.id', 'delivery.alarm_id')
    .leftJoin('view', (join) => join.on(sql<SqlBool>`view.id = coalesce(delivery.view_id, alarm.view_id)`))
    .selectAll('delivery')
    .select([
      'view.name as view_name',
      'receiver.failing_since',
      'receiver.last_error as receiver_error',
      'receiver.last_status as receiver_status',
      'receiver.last_detail as receiver_detail',
    ])

/** The same rules as `deliveryStateOf`, in SQL. */
const IN_STATE = {
  waiting: sql<boolean>`delivery.state = 'pending' and delivery.attempts = 0 and receiver.failing_since is null`,
  retrying: sql<boolean>`delivery.state = 'pending' and (delivery.attempts > 0 or receiver.failing_since is not null)`,
  sent: sql<boolean>`delivery.state = 'delivered'`,
  'given-up': sql<boolean>`delivery.state = 'dead'`,
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** SQL condition on `delivery` and `receiver`: the message fits a filter. */
export function fits({ state, search = '' }: DeliveryFilter): RawBuilder<SqlBool> {
  const ofState: RawBuilder<SqlBool> = state === 'all' ? sql<SqlBool>`true` : IN_STATE[state]
  if (search === '') return ofState
  const alarmId = ID.exec(search)?.[0]
  return alarmId === undefined ? sql<SqlBool>`false` : sql<SqlBool>`${ofState} and delivery.alarm_id = ${alarmId}`
}

const present = (row: Row): Delivery => ({
  id: row.id,
  receiverId: row.receiver_id,
  // What happened to a camera has an id of its own there.
  alarmId: row.view_id === null ? row.alarm_id : null,
  viewName: row.view_name,
  inDigest: row.is_outage,
  type: row.type as Delivery['type'],
  verdict: row.verdict,
  ...progressOf(row),
  attempts: row.attempts,
  nextAt: row.next_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

/** @throws where there is none */
export const getDelivery = async (tx: Tx, id: string): Promise<Delivery> =>
  present(await selectDeliveries(tx).where('delivery.id', '=', id).executeTakeFirstOrThrow())

/** One page of the messages to a receiver, the newest first. */
export async function findDeliveries(
  tx: Tx,
  of: { receiverId: string; companyId: string },
  { page, limit, ...filter }: DeliveryFilter & { page: number; limit: number },
): Promise<Delivery[]> {
  const rows = await selectDeliveries(tx)
    .where('delivery.receiver_id', '=', of.receiverId)
    .where('delivery.company_id', '=', of.companyId)
    .where(fits(filter))
    .orderBy('delivery.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map(present)
}

/** The number of messages to a receiver that fit a filter, exact up to the limit. */
export async function countDeliveries(
  tx: Tx,
  { receiverId, companyId }: { receiverId: string; companyId: string },
  filter: DeliveryFilter,
): Promise<{ count: number; countIsExact: boolean }> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from delivery join receiver on receiver.id = delivery.receiver_id
      where delivery.receiver_id = ${receiverId} and delivery.company_id = ${companyId} and ${fits(filter)}
      limit ${MOST_COUNTED + 1}) counted`.execute(tx)
  const n = rows[0]?.n ?? 0
  return { count: Math.min(n, MOST_COUNTED), countIsExact: n <= MOST_COUNTED }
}
