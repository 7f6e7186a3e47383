import type { WatchList } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'

/** A list as the API returns it, and its sealed key. */
export interface StoredList extends WatchList {
  indexKey: string
}

interface Row {
  id: string
  name: string
  retention_days: number
  sealed_index: string
  version: number
  changed_at: Date
  changed_by: string
  plates: number
  rules: number
}

/** The lists of the company by name, or one of them. */
export async function findLists(tx: Tx, now: Date, id: string | null = null): Promise<StoredList[]> {
  const { rows } = await sql<Row>`
    select w.id, w.name, w.retention_days, w.sealed_index, w.version, w.changed_at, w.changed_by,
      (select count(*)::int from watch_plate p where p.list_id = w.id and p.expires_at > ${now}) as plates,
      (select count(*)::int from advanced_rule r where r.company_id = w.company_id and r.list_id = w.id) as rules
    from watch_list w where ${id}::uuid is null or w.id = ${id}::uuid order by lower(w.name), w.id`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    plates: row.plates,
    retentionDays: row.retention_days,
    rules: row.rules,
    version: row.version,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by,
    indexKey: row.sealed_index,
  }))
}

export const presentList = (stored: StoredList): WatchList => {
  const { id, name, plates, retentionDays, rules, version, changedAt, changedBy } = stored
  return { id, name, plates, retentionDays, rules, version, changedAt, changedBy }
}

/** @throws AppError NOT_FOUND */
export async function getList(tx: Tx, id: string, now: Date): Promise<StoredList> {
  const [list] = await findLists(tx, now, id)
  if (!list) throw notFound()
  return list
}

/** The same, locked until the transaction ends. */
export async function lockList(tx: Tx, id: string, now: Date): Promise<StoredList> {
  await sql`select id from watch_list where id = ${id} for no key update`.execute(tx)
  return getList(tx, id, now)
}
