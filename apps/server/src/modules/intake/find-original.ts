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
  /** The camera counted when it was received. */
  counted: boolean
}

/** The first signal with this key; undefined when it is this one. */
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
 * The signal that this one is a resend of. Some keys identify an alarm for a limited time only. After that time, counted from the first
 * signal, the key belongs to the later one. A device that rings every minute is therefore not ignored forever. The same holds if the camera
 * did not count when the first was received, and does now.
 */
export async function findOriginal(tx: Tx, signal: ClaimedSignal, parsed: ParsedSignal): Promise<Original | undefined> {
  const { idempotencyKey, repeatWithinMs } = parsed
  // One mail to two cameras is two signals, and a test picture never counts as the original of an alarm.
  const key = `${signal.view_id}:${signal.is_test ? 'test:' : ''}${idempotencyKey}`
  const original = await findKeyOwner(tx, signal, key)
  if (original === undefined) return undefined
  // The original was not analysed, because its camera did not count then. Now it counts.
  const isMissed = !original.counted && standingOf(signal) === null
  const apart = Math.abs(signal.received_at.getTime() - (original.receivedAt?.getTime() ?? Infinity))
  if (!isMissed && (repeatWithinMs === null || apart <= repeatWithinMs)) return original
  await sql`
    update signal_key set signal_id = ${signal.id}, created_at = now()
    where company_id = ${signal.company_id} and key = ${key}`.execute(tx)
  return undefined
}
