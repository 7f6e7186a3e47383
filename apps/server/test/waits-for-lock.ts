import { sql, type Kysely } from 'kysely'
import type { DB } from '../src/platform/db/types.generated.ts'

/** Whether some transactions of this database wait for locks that others hold. */
export async function waitsForLock(db: Kysely<DB>, transactions = 1): Promise<boolean> {
  const { rows } = await sql`
    select distinct pid from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database()`.execute(db)
  return rows.length >= transactions
}
