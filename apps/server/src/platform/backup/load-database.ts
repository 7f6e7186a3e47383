import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { escapeIdentifier } from 'pg'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withClient } from '../db/with-client.ts'
import { StartError } from '../start-error.ts'
import { holdDeliveries } from './hold-deliveries.ts'
import { backupPaths } from './manifest.ts'
import type { DumpedTable, Manifest } from './manifest.ts'

const quoted = (schema: string, name: string) => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`

/** Whether the database is unused: it may have tables, but no company. */
export async function isUnused(ownerUrl: string): Promise<boolean> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass('public.company') is not null as there`)
    if (!rows[0]?.there) return true
    await client.query('begin')
    await client.query(`select set_config('app.system', 'on', true)`)
    return (await client.query('select 1 from company limit 1')).rows.length === 0
  })
}

/**
 * Loads the rows of a backup into a database with its schema and no rows. It uses one transaction, so either all rows are loaded or none.
 * Foreign keys are checked. Messages to receivers are held until somebody releases them.
 * @throws StartError when the rows differ from the manifest
 */
export async function loadDatabase(ownerUrl: string, dir: string, manifest: Manifest): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query('begin')
    await client.query(`select set_config('app.system', 'on', true), set_config('statement_timeout', '0', true)`)
    await createPartitions(client, manifest.partitions)
    // COPY cannot write to tables while row-level security applies to this role. Triggers are disabled, since their effects are part of the
    // backup.
    const forced = await forcedTables(client)
    for (const table of forced) await client.query(`alter table ${table} no force row level security`)
    for (const table of manifest.tables) await loadTable(client, dir, table)
    for (const table of forced) await client.query(`alter table ${table} force row level security`)
    for (const { schema, name, value } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2::bigint)', [quoted(schema, name), value])
    }
    // The workers that held these jobs no longer exist.
    await client.query(
      'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null',
    )
    await client.query(
      'update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null',
    )
    await holdDeliveries(client)
    await client.query('commit')
    await client.query('analyze')
  })
}

async function loadTable(client: Client, dir: string, table: DumpedTable): Promise<void> {
  const name = quoted(table.schema, table.name)
  const columns = table.columns.map((column) => escapeIdentifier(column)).join(', ')
  await client.query(`alter table ${name} disable trigger user`)
  // Migrations may have inserted rows that the backup contains too.
  await client.query(`delete from ${name}`)
  const sink = client.query(copyFrom(`copy ${name} (${columns}) from stdin`))
  await pipeline(createReadStream(backupPaths(dir).table(table)), createZstdDecompress(), sink)
  await client.query(`alter table ${name} enable trigger user`)
  if (sink.rowCount !== table.rows) {
    throw new StartError(
      `The backup is damaged: ${name} has ${sink.rowCount} rows instead of ${table.rows}. Nothing was restored.`,
    )
  }
}

async function createPartitions(client: Client, partitions: Manifest['partitions']): Promise<void> {
  for (const { name, parent, bound } of partitions) {
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
      quoted('public', name),
    ])
    if (rows[0]?.there) continue
    await client.query(`create table ${quoted('public', name)} partition of ${quoted('public', parent)} ${bound}`)
  }
}

async function forcedTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relforcerowsecurity and relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  return rows.map(({ name }) => quoted('public', name))
}
