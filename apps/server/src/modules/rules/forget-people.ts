import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** The time after which nothing of people is remembered, in milliseconds. */
const LONGEST_MS = 3_600_000

/**
 * Forgets the people and bags that cameras without further alarms saw. With a further alarm what is over ends by itself. Hits stay for the timeouts
 * of their rules.
 */
export async function forgetPeople(tx: Tx, now: Date): Promise<void> {
  await sql`update rule_memory set memory = memory || '{"things": [], "looks": []}'
    where updated_at <= ${new Date(now.getTime() - LONGEST_MS)}
      and (memory -> 'things' <> '[]' or memory -> 'looks' <> '[]')`.execute(tx)
}
