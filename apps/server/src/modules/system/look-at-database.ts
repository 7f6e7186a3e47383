import type { BlockingReason, DegradingReason } from '@winnow/contract'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db } from '../../platform/db/transaction.ts'
import { within } from './within.ts'

/** PostgreSQL's code for having no connections left. */
const TOO_MANY_CONNECTIONS = '53300'

interface Found {
  blocking: BlockingReason[]
  degraded: DegradingReason[]
}

async function ask(db: Db): Promise<Found> {
  const { rows } = await sql<{ readOnly: boolean; free: number }>`
    select current_setting('transaction_read_only')::bool as "readOnly",
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select sum(numbackends)::int from pg_stat_database) as free`.execute(db)
  const row = rows[0]
  return {
    blocking: row?.readOnly ? ['database-read-only'] : [],
    degraded: row !== undefined && row.free <= 0 ? ['connections-exhausted'] : [],
  }
}

/**
 * Checks the database through a connection from the pool that intake uses. If the pool gives no connection but the database answers on a
 * separate one, all connections of the pool are in use.
 * @param answers whether the database answers on a separate connection
 */
export async function lookAtDatabase(db: Db, answers: () => Promise<boolean>, patienceMs: number): Promise<Found> {
  const [found, isThere] = await Promise.all([
    within<Found, { error?: unknown }>(ask(db), patienceMs, (error) => ({ error })),
    within(answers(), patienceMs, () => false),
  ])
  if ('blocking' in found) return found
  const { error } = found
  const isFull = error instanceof DatabaseError && error.code === TOO_MANY_CONNECTIONS
  return { blocking: [isFull || isThere ? 'database-no-connection' : 'database-unreachable'], degraded: [] }
}
