import type { DeliveryState } from '@winnow/contract'
import type { DeliveryResult, ReceiverSession } from '@winnow/delivery'
import { admitDelivery } from '@winnow/domain'
import { afterCommit, inSystem } from '../../platform/db/transaction.ts'
import { buildPayload } from './build-payload.ts'
import { LEASE_SECONDS, renewDelivery, type DueDelivery } from './claim-deliveries.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { settleGathered } from './gather-deliveries.ts'
import { sendTo, type ReceiverRow } from './send-delivery.ts'
import { sessionOf } from './receiver-session.ts'
import { settleAttempt } from './settle-attempt.ts'

const RENEW_MS = (LEASE_SECONDS * 1000) / 3

interface Admitted {
  receiver: ReceiverRow & { updates: number }
  session: ReceiverSession | undefined
}

/** Returns the receiver if a message may be sent to it now. Otherwise it postpones the message, which does not count as an attempt. */
async function admit(
  deps: DeliveryDeps,
  delivery: DueDelivery,
  count: (state: DeliveryState) => void,
  now: Date,
): Promise<Admitted | undefined> {
  return inSystem(deps.db, async (tx) => {
    const receiver = await tx
      .selectFrom('receiver')
      .select(['id', 'kind', 'config', 'secrets', 'failures', 'circuit_until', 'active', 'deleted_at', 'updates'])
      .where('id', '=', delivery.receiver_id)
      // Messages to the receiver can be written meanwhile.
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!receiver || receiver.deleted_at || !receiver.active) {
      await tx
        .updateTable('delivery')
        .set({ state: 'dead', finished_at: now, lease_until: null, last_error: 'receiver-off' })
        .where('id', '=', delivery.id)
        .execute()
      await settleGathered(tx, [delivery.id])
      afterCommit(tx, () => count('given-up'))
      return undefined
    }
    const decision = admitDelivery({ failures: receiver.failures, until: receiver.circuit_until }, now)
    if (!decision.send) {
      await tx
        .updateTable('delivery')
        .set({ next_at: decision.at, planned_at: now, lease_until: null })
        .where('id', '=', delivery.id)
        .execute()
      // Each claim would look at what it is sent for too.
      await settleGathered(tx, [delivery.id])
    } else if (decision.isProbe)
      await tx
        .updateTable('receiver')
        .set({ circuit_until: decision.circuit.until })
        .where('id', '=', receiver.id)
        .execute()
    return decision.send ? { receiver, session: await sessionOf(tx, receiver, delivery) } : undefined
  })
}

/** Builds and sends the message. An internal error is a failed attempt like any other: it is counted and shown, and not retried forever. */
async function attempt(
  deps: DeliveryDeps,
  delivery: DueDelivery,
  alarm: { id: string; version: number },
  { receiver, session }: Admitted,
  now: Date,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const { type } = delivery
  if (type === 'test') return { ok: false, retry: false, ms: 0, code: 'aborted', detail: 'A test is not sent again.' }
  try {
    const outgoing = {
      id: delivery.id,
      receiverId: delivery.receiver_id,
      companyId: delivery.company_id,
      alarmId: alarm.id,
      alarmVersion: alarm.version,
      type,
      previousVerdict: delivery.previous_verdict,
    }
    const payload = await inSystem(deps.db, (tx) => buildPayload(tx, deps, outgoing, now))
    if (!payload) return { ok: false, retry: false, ms: 0, code: 'aborted', detail: 'The alarm is gone.' }
    return await sendTo(deps, receiver, {
      id: delivery.id,
      companyId: delivery.company_id,
      payload,
      attempt: delivery.attempts + 1,
      served: delivery.served,
      mails: delivery.mails ?? [],
      ...(session ? { session } : {}),
      signal,
    })
  } catch (err) {
    deps.log.error({ err, deliveryId: delivery.id }, 'a message could not be made')
    return { ok: false, retry: true, ms: 0, code: 'aborted', detail: 'An error on our side.' }
  }
}

/** Returns an aborted message to the queue as if it had not been tried. Recipients that already got it do not get it again. */
async function putBack(
  deps: DeliveryDeps,
  delivery: DueDelivery,
  result: Exclude<DeliveryResult, { ok: true }>,
): Promise<void> {
  const now = deps.clock.now()
  await inSystem(deps.db, (tx) =>
    tx
      .updateTable('delivery')
      .set({
        next_at: now,
        planned_at: now,
        lease_until: null,
        ...(result.served ? { served: [...result.served] } : {}),
      })
      .where('id', '=', delivery.id)
      .where('state', '=', 'pending')
      .execute(),
  )
  deps.log.info({ deliveryId: delivery.id, receiverId: delivery.receiver_id }, 'delivery broken off at the stop')
}

/**
 * Makes one attempt to send a claimed message, and stores the result.
 * @param count called with the resulting state of the message
 * @param signal aborts the attempt, which then does not count
 */
export async function deliver(
  deps: DeliveryDeps,
  delivery: DueDelivery,
  count: (state: DeliveryState) => void,
  signal: AbortSignal,
): Promise<void> {
  const now = deps.clock.now()
  const admitted = await admit(deps, delivery, count, now)
  const { alarm_id: alarmId, alarm_version: version } = delivery
  if (!admitted || alarmId === null || version === null) return
  const renewal = setInterval(() => {
    renewDelivery(deps.db, delivery.id, deps.clock.now()).catch((err: unknown) =>
      deps.log.warn({ err, deliveryId: delivery.id }, 'lease could not be renewed'),
    )
  }, RENEW_MS)
  try {
    const result = await attempt(deps, delivery, { id: alarmId, version }, admitted, now, signal)
    // A renewal in flight must not restore the lease after it was released.
    clearInterval(renewal)
    if (!result.ok && result.code === 'aborted' && signal.aborted) return await putBack(deps, delivery, result)
    const tried = { delivery, updates: admitted.receiver.updates }
    const state = await inSystem(deps.db, (tx) => settleAttempt(tx, tried, result, deps.clock.now()))
    count(state)
    const fields = {
      deliveryId: delivery.id,
      receiverId: delivery.receiver_id,
      alarmId,
      state,
      ms: Math.round(result.ms),
    }
    deps.log.info({ ...fields, ...(result.ok ? {} : { code: result.code }) }, 'delivery attempted')
  } finally {
    clearInterval(renewal)
  }
}
