import type { ParsedSignal } from '@winnow/intake'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { ClaimedSignal } from './claim-signal.ts'
import { standingOf } from './signal-standing.ts'

/** The signal that another one repeats. */
export interface Original {
  id: string
  receivedAt: Date | undefined
  alarmId: string | null
  /** Whether alarms of the camera were analysed when this signal was received: it was active, not paused, and had a product. */
  counted: boolean
}

/** Finds the first signal with a key; undefined if that is the given signal itself. */
async function findKeyOwner(tx: Tx, signal: ClaimedSignal, full: string): Promise<Original | undefined> {
  const { rows } = await sql<{ signal_id: string }>`
    with added as (
      insert into signal_key (company_id, key, signal_id) values (${signal.company_id}, ${full}, ${signal.id})
      on conflict do nothing returning signal_id)
    select signal_id from added
    union all
    select signal_id from signal_key where company_id = ${signal.company_id} and key = ${full} and not exists (select 1 from added)`.execute(
    tx,
  )
  const owner = rows[0]?.signal_id
  if (owner === undefined || owner === signal.id) return undefined
  const first = await tx
    .selectFrom('signal')
    .select(['received_at', 'alarm_id', 'is_test', 'standing'])
    .where('id', '=', owner)
    .executeTakeFirst()
  return {
    id: owner,
    receivedAt: first?.received_at,
    alarmId: first?.alarm_id ?? null,
    counted: !first || standingOf(first) === null,
  }
}

/**
 * Finds the signal that the given signal repeats. Some keys identify an alarm only for a limited time after their first signal. After that
 * time, the key belongs to the later signal, so a device that sends the same message every minute is not ignored forever. The key also
 * belongs to the later signal if the first one was not analysed because of its camera's settings, and the later one is.
 */
export async function findOriginal(tx: Tx, signal: ClaimedSignal, parsed: ParsedSignal): Promise<Original | undefined> {
  const { idempotencyKey, repeatWithinMs } = parsed
  // One mail to two cameras is two signals, and a test picture never counts as the original of an alarm.
  const key = `${signal.for_alarm ?? signal.view_id}:${signal.is_test ? 'test:' : ''}${idempotencyKey}`
  const original = await findKeyOwner(tx, signal, key)
  if (original === undefined) return undefined
  // The original was not analysed, because its camera was switched off, paused or without product. Now it is not.
  const isMissed = !original.counted && standingOf(signal) === null
  const apart = Math.abs(signal.received_at.getTime() - (original.receivedAt?.getTime() ?? Infinity))
  if (!isMissed && (repeatWithinMs === null || apart <= repeatWithinMs)) return original
  await sql`
    update signal_key set signal_id = ${signal.id}, created_at = now()
    where company_id = ${signal.company_id} and key = ${key}`.execute(tx)
  return undefined
}
