import { mkdir } from 'node:fs/promises'
import { createZstdCompress } from 'node:zlib'
import { escapeIdentifier } from 'pg'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { withClient } from '../db/with-client.ts'
import { listPartitions, listSequences, listTables } from './describe-database.ts'
import type { Table } from './describe-database.ts'
import { writeHashedFile } from './hashed-file.ts'
import { backupPaths } from './manifest.ts'
import type { DumpedTable, Manifest } from './manifest.ts'

/**
 * Writes all tables, as of one instant, to files in PostgreSQL's text format. Other connections can read and write meanwhile.
 * @param ownerUrl the role that owns the tables
 */
export async function dumpDatabase(
  ownerUrl: string,
  dir: string,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'partitions' | 'sequences'>> {
  await mkdir(backupPaths(dir).tables, { mode: 0o700 })
  return withClient(ownerUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    // Row-level security applies to the owner too.
    await client.query(`select set_config('app.system', 'on', true), set_config('statement_timeout', '0', true)`)
    const migrations = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from schema_migration order by name',
    )
    const partitions = await listPartitions(client)
    const tables: DumpedTable[] = []
    for (const table of await listTables(client)) tables.push(await dumpTable(client, dir, table))
    // Sequences are not transactional. They are read last, so that their values are not below the ids of any row.
    return { migrations: migrations.rows, tables, partitions, sequences: await listSequences(client) }
  })
}

async function dumpTable(client: Client, dir: string, table: Table): Promise<DumpedTable> {
  const columns = table.columns.map((column) => escapeIdentifier(column)).join(', ')
  const from = `${escapeIdentifier(table.schema)}.${escapeIdentifier(table.name)}`
  const rows = client.query(copyTo(`copy (select ${columns} from ${from}) to stdout`))
  const { sha256 } = await writeHashedFile(backupPaths(dir).table(table), rows, createZstdCompress())
  return { ...table, rows: rows.rowCount, sha256 }
}
