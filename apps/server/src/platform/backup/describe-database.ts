import type { Client } from 'pg'

export interface Table {
  schema: string
  name: string
  columns: string[]
}

const SCHEMAS = ['public', 'graphile_worker']

/**
 * Tables whose rows are not backed up. The migrations are in the manifest. Live events contain transaction numbers of their server, which
 * are meaningless on another server; browsers load their data again instead. Heartbeats belong to processes that do not exist after the
 * restore.
 */
const LEFT_OUT = [
  'public.schema_migration',
  'public.live_event',
  'public.worker_heartbeat',
  'public.detector_machine',
  'graphile_worker.migrations',
]

/** The tables with their stored columns. Each table comes after the tables that it refers to. Partitions are part of their table. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers_to: string[] }>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select distinct fn.nspname || '.' || f.relname from pg_constraint k
         join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers_to
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
     order by 1, 2`,
    [SCHEMAS],
  )
  const wanted = rows.filter((table) => !LEFT_OUT.includes(nameOf(table)))
  return inOrder(wanted).map(({ schema, name, columns }) => ({ schema, name, columns }))
}

/** The existing partitions; the program creates new ones over time. */
export async function listPartitions(client: Client): Promise<{ name: string; parent: string; bound: string }[]> {
  const { rows } = await client.query<{ name: string; parent: string; bound: string }>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     order by 1`,
  )
  return rows
}

/** The current value of each sequence. Unused sequences are left out. */
export async function listSequences(client: Client): Promise<{ schema: string; name: string; value: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string; value: string }>(
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
     where schemaname = any($1) and last_value is not null order by 1, 2`,
    [SCHEMAS],
  )
  return rows
}

function inOrder<T extends Table & { refers_to: string[] }>(tables: T[]): T[] {
  const waiting = new Map(tables.map((table) => [nameOf(table), table]))
  const ordered: T[] = []
  while (waiting.size > 0) {
    const next = [...waiting.values()].find((table) => !table.refers_to.some((name) => waiting.has(name)))
    if (!next) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    waiting.delete(nameOf(next))
    ordered.push(next)
  }
  return ordered
}

function nameOf(table: { schema: string; name: string }): string {
  return `${table.schema}.${table.name}`
}
