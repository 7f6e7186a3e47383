import { sql, type Kysely } from 'kysely'
import type { DB } from '../src/platform/db/types.generated.ts'

/** Whether a transaction of this database waits for a lock that another one holds. */
export async function waitsForLock(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database()`.execute(db)
  return rows.length > 0
}
