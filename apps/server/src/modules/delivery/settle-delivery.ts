import { circuitAfter, planRetry } from '@winnow/domain'
import { isReceiverDown, type DeliveryResult } from '@winnow/delivery'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { publishLive } from '../live/index.ts'
import type { DELIVERY_PROBLEMS, DeliveryState } from '@winnow/contract'
import type { DueDelivery } from './claim-deliveries.ts'
import { settleGathered } from './gather-deliveries.ts'
import { gatherOutage } from './gather-outage.ts'

type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number]

function outcomeOf(result: DeliveryResult): Parameters<typeof circuitAfter>[1] {
  if (result.ok) return 'delivered'
  if (result.code === 'misconfigured') return 'misconfigured'
  return isReceiverDown(result) ? 'down' : 'unrelated'
}

/** When a message was sent first, as far as an attempt that ended now can tell. One that is sent again by hand keeps its first time. */
export const firstSent = ({ ms }: DeliveryResult, now: Date) =>
  sql<Date>`coalesce(sent_at, ${new Date(now.getTime() - Math.max(0, Math.round(ms)))}::timestamptz)`

const lockReceiver = (tx: Tx, id: string) =>
  tx
    .selectFrom('receiver')
    .innerJoin('site', 'site.id', 'receiver.site_id')
    .select([
      'receiver.failures',
      'receiver.failing_since',
      'receiver.circuit_until',
      'receiver.site_id',
      'site.project_id',
      sql<number | null>`(receiver.config ->> 'outageDigestMinutes')::int`.as('digestMinutes'),
    ])
    .where('receiver.id', '=', id)
    .forNoKeyUpdate('receiver')
    .executeTakeFirst()

/** Stores the result of an attempt: delivered, to be retried or given up. Also updates the state of the receiver. */
export async function settleDelivery(
  tx: Tx,
  delivery: DueDelivery,
  result: DeliveryResult,
  random: number,
  now: Date,
): Promise<DeliveryState> {
  // The receiver is locked before the message, as everywhere: what becomes of the message locks the receiver's sums until the commit.
  const receiver = await lockReceiver(tx, delivery.receiver_id)
  const attempts = delivery.attempts + 1
  const startedAt = delivery.first_attempt_at ?? now
  const retry =
    !result.ok && result.retry
      ? planRetry({ attempt: attempts, now, random, startedAt, retryAfterMs: result.retryAfterMs })
      : undefined
  const state = result.ok ? 'delivered' : retry?.at ? 'pending' : 'dead'
  await tx
    .updateTable('delivery')
    .set({
      state,
      attempts,
      lease_until: null,
      first_attempt_at: startedAt,
      sent_at: firstSent(result, now),
      next_at: retry?.at ?? null,
      planned_at: now,
      finished_at: state === 'pending' ? null : now,
      last_status: result.status ?? null,
      last_error: result.ok ? null : result.code,
      last_detail: result.detail?.slice(0, 500) ?? null,
      ...(!result.ok && result.served ? { served: [...result.served] } : {}),
    })
    .where('id', '=', delivery.id)
    .execute()
  await settleGathered(tx, [delivery.id])
  const said = state === 'pending' ? 'retrying' : state === 'dead' ? 'given-up' : 'sent'
  if (!receiver) return said
  const outcome = outcomeOf(result)
  const before = { failures: receiver.failures, until: receiver.circuit_until }
  const circuit = circuitAfter(before, outcome, now, result.ok ? 0 : result.retryAfterMs)
  await tx
    .updateTable('receiver')
    .set({
      failures: circuit.failures,
      circuit_until: circuit.until,
      failing_since: circuit.failures > 0 ? (receiver.failing_since ?? now) : null,
      ...(result.ok
        ? { last_success_at: now, last_error: null, last_status: null, last_detail: null }
        : {
            last_failure_at: now,
            last_error: result.code satisfies DeliveryProblem,
            last_status: result.status ?? null,
            last_detail: result.detail.slice(0, 500),
          }),
      ...(result.session ? { session: JSON.stringify(result.session) } : {}),
      ...(!result.ok && result.disable ? { active: false, disabled_reason: result.code } : {}),
    })
    .where('id', '=', delivery.receiver_id)
    .execute()
  // The receiver works again. Messages that were postponed to the end of its pause are due now.
  if (result.ok && receiver.circuit_until)
    await tx
      .updateTable('delivery')
      .set({ next_at: now, planned_at: now })
      .where('receiver_id', '=', delivery.receiver_id)
      .where('state', '=', 'pending')
      .where('next_at', '=', receiver.circuit_until)
      .execute()
  if (result.ok && receiver.failing_since) {
    const { failing_since: since, digestMinutes: minutes } = receiver
    await gatherOutage(tx, { receiverId: delivery.receiver_id, since, minutes }, now)
  }
  await publishLive(tx, delivery.company_id, {
    type: 'delivery.changed',
    id: delivery.id,
    receiverId: delivery.receiver_id,
    siteId: receiver.site_id,
    projectId: receiver.project_id,
  })
  return said
}
