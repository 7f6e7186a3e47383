import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'

/** Creates the partitions of this month and the next. As the owner, since the runtime role may not change definitions. */
export async function ensurePartitions(owner: Db): Promise<void> {
  await sql`select app.ensure_partitions(now()), app.ensure_partitions(now() + interval '1 month')`.execute(owner)
}

/** Drops monthly partitions that retention has emptied. A partition with any row left stays. */
export async function dropEmptyPartitions(owner: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname in ('alarm', 'signal', 'frame') and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') < date_trunc('month', now()) - interval '1 month'`.execute(owner)
  const dropped: string[] = []
  for (const { name } of rows) {
    const isDropped = await owner.transaction().execute(async (tx) => {
      await sql`select set_config('app.system', 'on', true)`.execute(tx)
      await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(tx)
      const { rows: left } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
      if (left.length > 0) return false
      await sql`drop table ${sql.table(name)}`.execute(tx)
      return true
    })
    if (isDropped) dropped.push(name)
  }
  return dropped
}
