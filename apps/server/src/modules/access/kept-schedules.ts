import { readSchedule, type Schedule } from '@winnow/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** A row that holds windows: a template, or a site or camera with windows of its own. */
export interface Holder {
  table: 'schedule_template' | 'site' | 'view'
  id: string
  /** As {@link versionOf} returns it. */
  version: string
}

/**
 * SQL for the version of a row, as PostgreSQL keeps it. It changes with every update, whoever makes it, so nothing that is kept by it is
 * ever stale. `schedule_version` does not serve: it stays when the lists of later holidays are made.
 */
export const versionOf = (alias: string): RawBuilder<string> =>
  sql<string>`(${sql.ref(`${alias}.xmin`)}::text || ${sql.ref(`${alias}.ctid`)}::text)`

const COLUMN = { schedule_template: 'content', site: 'own_schedule', view: 'own_schedule' } as const

/** A schedule that was read; undefined if it cannot be. */
interface Kept {
  version: string
  schedule: Schedule | undefined
}

/** A read schedule takes about a kilobyte. If there are more, all are forgotten and read again. */
const MOST = 60_000
/** The number of rows that are read at once, so that nothing else waits while they are parsed. */
const BATCH = 1_000

let kept = new Map<string, Kept>()

async function read(tx: Tx, table: Holder['table'], ids: readonly string[]): Promise<(Kept & { id: string })[]> {
  const { rows } = await sql<{ id: string; version: string; content: unknown }>`
    select h.id, ${versionOf('h')} as version, ${sql.ref(`h.${COLUMN[table]}`)} - 'holidays' as content
    from ${sql.table(table)} h where h.id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows.map(({ id, version, content }) => ({ id, version, schedule: readSchedule(content) }))
}

/**
 * The schedules of rows, by the ids of these. Those that were read before and did not change are the same objects as before. For lists only:
 * where alarms are taken, the schedule is read with the message.
 */
export async function keptSchedules(tx: Tx, holders: Iterable<Holder>): Promise<Map<string, Schedule | undefined>> {
  const found = new Map<string, Schedule | undefined>()
  const missing = new Map<Holder['table'], Set<string>>()
  for (const { table, id, version } of holders) {
    const known = kept.get(id)
    if (known?.version === version) found.set(id, known.schedule)
    else missing.set(table, (missing.get(table) ?? new Set()).add(id))
  }
  for (const [table, of] of missing) {
    const ids = [...of]
    for (let from = 0; from < ids.length; from += BATCH)
      for (const { id, ...fresh } of await read(tx, table, ids.slice(from, from + BATCH))) {
        if (kept.size >= MOST) kept = new Map()
        kept.set(id, fresh)
        found.set(id, fresh.schedule)
      }
  }
  return found
}
