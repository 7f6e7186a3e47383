import { sql } from 'kysely'
import { z } from 'zod'
import { DELIVERIES_HELD } from '../../platform/backup/hold-deliveries.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { recordAudit, type Author } from '../audit/index.ts'

/** SQL condition: messages to receivers are held. For transactions that see all rows. */
export const areHeld = sql<boolean>`exists (select from system_setting where key = ${DELIVERIES_HELD})`

/**
 * The time since which messages to receivers are held, as after a restore; undefined if they are not.
 * @param tx one that sees all rows
 */
export async function heldSince(tx: Tx): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('system_setting')
    .select('value')
    .where('key', '=', DELIVERIES_HELD)
    .executeTakeFirst()
  return row && z.coerce.date().parse(row.value)
}

/**
 * Releases held messages. Messages that were tried before the backup get their full retry time again, since nobody could send them
 * meanwhile.
 * @param tx one that sees all rows
 * @returns the time since which they were held; undefined if they were not held, and nothing was changed
 */
export async function releaseHeld(tx: Tx, author: Author, now: Date, requestId?: string): Promise<Date | undefined> {
  const since = await heldSince(tx)
  const { numDeletedRows } = await tx
    .deleteFrom('system_setting')
    .where('key', '=', DELIVERIES_HELD)
    .executeTakeFirstOrThrow()
  // Another process or user has just released them.
  if (since === undefined || numDeletedRows === 0n) return undefined
  await tx
    .updateTable('delivery')
    .set({ first_attempt_at: null })
    .where('state', '=', 'pending')
    .where('first_attempt_at', 'is not', null)
    .execute()
  const entry = {
    action: 'deliveries.released',
    objectType: 'delivery' as const,
    before: { heldSince: since.toISOString() },
  }
  await recordAudit(tx, author, entry, now, requestId)
  return since
}
