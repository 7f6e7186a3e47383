import { readSchedule, type Schedule } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** Windows that are to be read: those of a template, or of a site's or camera's own. */
export interface Windows {
  table: 'schedule_template' | 'site' | 'view'
  /** A hash of the windows, which the database keeps in their row. So nothing that is kept by it is ever stale, and equal windows are read once. */
  key: string
}

const COLUMNS = {
  schedule_template: ['content', 'content_key'],
  site: ['own_schedule', 'own_key'],
  view: ['own_schedule', 'own_key'],
} as const

/** A read schedule takes about a kilobyte. If there are more, all are forgotten and read again. */
const MOST = 60_000
/** The number of rows that are read at once, so that nothing else waits while they are parsed. */
const BATCH = 1_000

/** By key. Undefined: it cannot be read. */
let kept = new Map<string, Schedule | undefined>()

async function read(
  tx: Tx,
  table: Windows['table'],
  keys: readonly string[],
): Promise<[string, Schedule | undefined][]> {
  const [content, key] = COLUMNS[table]
  const { rows } = await sql<{ key: string; content: unknown }>`
    select wanted.key, (select ${sql.ref(`h.${content}`)} - 'holidays' from ${sql.table(table)} h
      where ${sql.ref(`h.${key}`)} = wanted.key limit 1) as content
    from unnest(${[...keys]}::uuid[]) as wanted (key)`.execute(tx)
  return rows.map((row) => [row.key, readSchedule(row.content)])
}

/**
 * Schedules by the keys of their windows. Those that were read before are the same objects as before. For lists only: where alarms are taken,
 * the schedule is read with the message.
 */
export async function keptSchedules(tx: Tx, wanted: Iterable<Windows>): Promise<Map<string, Schedule | undefined>> {
  const found = new Map<string, Schedule | undefined>()
  const missing = new Map<Windows['table'], Set<string>>()
  for (const { table, key } of wanted) {
    if (kept.has(key)) found.set(key, kept.get(key))
    else missing.set(table, (missing.get(table) ?? new Set()).add(key))
  }
  for (const [table, of] of missing) {
    const keys = [...of]
    for (let from = 0; from < keys.length; from += BATCH)
      for (const [key, schedule] of await read(tx, table, keys.slice(from, from + BATCH))) {
        if (kept.size >= MOST) kept = new Map()
        kept.set(key, schedule)
        found.set(key, schedule)
      }
  }
  return found
}
