import type { DeliveryState } from '@winnow/contract'
import type { DeliveryAlarm, DeliveryResult, ReceiverSession, Transcript } from '@winnow/delivery'
import { admitDelivery } from '@winnow/domain'
import { afterCommit, inSystem, type Tx } from '../../platform/db/transaction.ts'
import { buildCameraEvent } from './build-camera-event.ts'
import { buildPayload } from './build-payload.ts'
import { renewDelivery, type DueDelivery } from './claim-deliveries.ts'
import { LEASE_SECONDS } from './kinds-due.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { recordTry, transcriptFor } from './delivery-tries.ts'
import { settleGathered } from './gather-deliveries.ts'
import { quietUntil } from './quiet-until.ts'
import { sendTo, type ReceiverRow } from './send-delivery.ts'
import { sessionOf } from './receiver-session.ts'
import { messageForReceiver } from './message-for-receiver.ts'
import { settleAttempt } from './settle-attempt.ts'

/** Counts an attempt by the kind of its receiver and what became of the message. */
type Count = (kind: string, state: DeliveryState) => void

const RENEW_MS = (LEASE_SECONDS * 1000) / 3

interface Admitted {
  receiver: ReceiverRow & { name: string; updates: number }
  session: ReceiverSession | undefined
}

/** Returns the receiver if a message may be sent to it now. Otherwise it postpones the message, which does not count as an attempt. */
async function admit(
  deps: DeliveryDeps,
  delivery: DueDelivery,
  count: Count,
  now: Date,
): Promise<Admitted | undefined> {
  return inSystem(deps.db, async (tx) => {
    const receiver = await tx
      .selectFrom('receiver')
      .select([
        'id',
        'kind',
        'name',
        'config',
        'secrets',
        'failures',
        'circuit_until',
        'active',
        'deleted_at',
        'updates',
      ])
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
      afterCommit(tx, () => {
        count(receiver?.kind ?? 'unknown', 'given-up')
        const ids = { deliveryId: delivery.id, receiverId: delivery.receiver_id, alarmId: delivery.alarm_id }
        deps.log.info(ids, 'delivery given up: the receiver is off')
      })
      return undefined
    }
    const quiet = await quietUntil(tx, delivery, now)
    const decision = quiet
      ? ({ send: false, at: quiet } as const)
      : admitDelivery({ failures: receiver.failures, until: receiver.circuit_until }, now)
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

/** A message, and the alarm of which it tells. */
interface Due {
  delivery: DueDelivery
  alarm: { id: string; version: number }
}

/** What the message says now; undefined if what it is about is gone. */
function payloadOf(
  tx: Tx,
  deps: DeliveryDeps,
  { delivery, alarm }: Due,
  now: Date,
): Promise<DeliveryAlarm | undefined> {
  const { id, type } = delivery
  if (type !== 'alarm.created' && type !== 'alarm.corrected') return buildCameraEvent(tx, deps, id, now)
  const outgoing = {
    id,
    receiverId: delivery.receiver_id,
    companyId: delivery.company_id,
    alarmId: alarm.id,
    alarmVersion: alarm.version,
    type,
    previousVerdict: delivery.previous_verdict,
  }
  return buildPayload(tx, deps, outgoing, now)
}

/** Builds and sends the message. An internal error is a failed attempt like any other: it is counted and shown, and not retried forever. */
async function attempt(
  deps: DeliveryDeps,
  { delivery, alarm }: Due,
  { receiver, session }: Admitted,
  { now, signal, transcript }: { now: Date; signal: AbortSignal; transcript: Transcript },
): Promise<DeliveryResult> {
  const { type } = delivery
  if (type === 'test') return { ok: false, retry: false, ms: 0, code: 'aborted', detail: 'A test is not sent again.' }
  try {
    const payload = await inSystem(deps.db, async (tx) => {
      const said = await payloadOf(tx, deps, { delivery, alarm }, now)
      return said && messageForReceiver(tx, deps, { receiver, payload: said }, now)
    })
    // Whoever may read what was sent gets no link for people without a login.
    const token = payload?.sharedUrl?.split('#')[1]
    if (token !== undefined) transcript.hide(token)
    if (!payload) return { ok: false, retry: false, ms: 0, code: 'aborted', detail: 'The alarm or the camera is gone.' }
    return await sendTo(deps, receiver, {
      id: delivery.id,
      companyId: delivery.company_id,
      payload,
      attempt: delivery.attempts + 1,
      served: delivery.served,
      mails: delivery.mails ?? [],
      ...(session ? { session } : {}),
      signal,
      transcript,
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
 * @param signal aborts the attempt, which then does not count
 */
export async function deliver(
  deps: DeliveryDeps,
  delivery: DueDelivery,
  count: Count,
  signal: AbortSignal,
): Promise<void> {
  const now = deps.clock.now()
  const admitted = await admit(deps, delivery, count, now)
  const { alarm_id: alarmId, alarm_version: version } = delivery
  if (!admitted || alarmId === null || version === null) return
  const { receiver } = admitted
  const renewal = setInterval(() => {
    renewDelivery(deps.db, delivery.id, deps.clock.now()).catch((err: unknown) =>
      deps.log.warn({ err, deliveryId: delivery.id }, 'lease could not be renewed'),
    )
  }, RENEW_MS)
  try {
    const transcript = transcriptFor(deps, receiver)
    const result = await attempt(deps, { delivery, alarm: { id: alarmId, version } }, admitted, {
      now,
      signal,
      transcript,
    })
    // A renewal in flight must not restore the lease after it was released.
    clearInterval(renewal)
    if (!result.ok && result.code === 'aborted' && signal.aborted) return await putBack(deps, delivery, result)
    const tried = { delivery, updates: receiver.updates }
    const state = await inSystem(deps.db, async (tx) => {
      const settled = await settleAttempt(tx, tried, result, deps.clock.now())
      const wire = transcript.read()
      await recordTry(tx, { deliveryId: delivery.id, startedAt: now, result, state: settled, wire })
      return settled
    })
    count(receiver.kind, state)
    const fields = {
      deliveryId: delivery.id,
      receiverId: delivery.receiver_id,
      companyId: delivery.company_id,
      alarmId,
      kind: receiver.kind,
      attempt: delivery.attempts + 1,
      state,
      ms: Math.round(result.ms),
    }
    deps.log.info({ ...fields, ...(result.ok ? {} : { code: result.code }) }, 'delivery attempted')
  } finally {
    clearInterval(renewal)
  }
}
