import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'

/** Creates the partitions of this month and the next. As the owner, since the runtime role may not change definitions. */
export async function ensurePartitions(owner: Db): Promise<void> {
  await sql`select app.ensure_partitions(now()), app.ensure_partitions(now() + interval '1 month')`.execute(owner)
}

/** PostgreSQL's code for a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03'

const isLockTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === LOCK_NOT_AVAILABLE

interface Partition {
  name: string
  parent: string
}

/**
 * Drops an empty partition. The table is locked before its partition, as every query locks them, since the other order would end in a
 * deadlock. Whoever asks for the table meanwhile waits, so the wait for queries that run is short.
 * @returns false if it has a row, or if a long query holds the table; the next run tries again
 */
async function dropIfEmpty(owner: Db, { name, parent }: Partition): Promise<boolean> {
  try {
    return await owner.transaction().execute(async (tx) => {
      await sql`select set_config('app.system', 'on', true), set_config('lock_timeout', '2s', true)`.execute(tx)
      const isEmpty = async () => (await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)).rows.length === 0
      if (!(await isEmpty())) return false
      await sql`lock table only ${sql.table(parent)} in access exclusive mode`.execute(tx)
      await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(tx)
      if (!(await isEmpty())) return false
      await sql`drop table ${sql.table(name)}`.execute(tx)
      return true
    })
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}

/** Drops monthly partitions that retention has emptied. A partition with any row left stays. */
export async function dropEmptyPartitions(owner: Db): Promise<string[]> {
  const { rows } = await sql<Partition>`
    select c.relname as name, p.relname as parent
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname in ('alarm', 'signal', 'frame') and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') < date_trunc('month', now()) - interval '1 month'`.execute(owner)
  const dropped: string[] = []
  for (const partition of rows) if (await dropIfEmpty(owner, partition)) dropped.push(partition.name)
  return dropped
}
