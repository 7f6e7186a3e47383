import { escapeIdentifier, type Client } from 'pg'

/**
 * Fills tables without their indexes and builds the indexes afterwards, which is some ten times faster for millions of rows.
 * Primary keys stay, because ids are inserted in order.
 */
export async function withoutIndexes(
  client: Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any(select format('public.%I', t)::regclass from unnest($1::text[]) t) and not i.indisprimary`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${escapeIdentifier(name)}`)
  await work()
  await client.query(`set maintenance_work_mem = '512MB'`)
  // The definition of an index on a partitioned table contains ONLY. Without ONLY, the partitions get their indexes too.
  for (const { definition } of rows) await client.query(definition.replace(' ON ONLY ', ' ON '))
}

/** Runs work with autovacuum disabled for the tables, because autovacuum would read rows that are still being written. */
export async function withoutAutovacuum(
  client: Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  await setAutovacuum(client, tables, 'set (autovacuum_enabled = off)')
  await work()
  await setAutovacuum(client, tables, 'reset (autovacuum_enabled)')
}

/** Changes the setting on the partitions, because a partitioned table itself does not have it. */
async function setAutovacuum(client: Client, tables: readonly string[], change: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relid::text as name from unnest($1::text[]) t, pg_partition_tree(format('public.%I', t)::regclass) where isleaf`,
    [tables],
  )
  for (const { name } of rows) await client.query(`alter table ${name} ${change}`)
}
