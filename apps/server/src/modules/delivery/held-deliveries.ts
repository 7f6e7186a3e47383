import { sql } from 'kysely'
import { z } from 'zod'
import { DELIVERIES_HELD } from '../../platform/backup/hold-deliveries.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { recordAudit, type Author } from '../audit/index.ts'

/** Whether messages to receivers are held back, for a query that sees all rows. */
export const areHeld = sql<boolean>`exists (select from system_setting where key = ${DELIVERIES_HELD})`

/**
 * Since when messages to receivers are held back, as they are after a restore; undefined when they go out.
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
 * Lets messages to receivers go out. Those that were tried before the backup get the whole time for further attempts: it went by while nobody
 * could try.
 * @param tx one that sees all rows
 * @returns since when they were held; undefined when they were not, and nothing was done
 */
export async function releaseHeld(tx: Tx, author: Author, now: Date, requestId?: string): Promise<Date | undefined> {
  const since = await heldSince(tx)
  const { numDeletedRows } = await tx
    .deleteFrom('system_setting')
    .where('key', '=', DELIVERIES_HELD)
    .executeTakeFirstOrThrow()
  // Somebody else was quicker.
  if (since === undefined || numDeletedRows === 0n) return undefined
  await tx
    .updateTable('delivery')
    .set({ first_attempt_at: null })
    .where('state', '=', 'pending')
    .where('first_attempt_at', 'is not', null)
    .execute()
  const entry = { action: 'deliveries.released', objectType: 'delivery', before: { heldSince: since.toISOString() } }
  await recordAudit(tx, author, entry, now, requestId)
  return since
}
