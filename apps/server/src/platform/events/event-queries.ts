import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { AnyHandle } from '../db/transaction.ts'
import type { EventPosition } from './event-position.ts'
import { formatSnapshot, parseSnapshot, type Snapshot } from './snapshot.ts'

/** A new event: what happened (past tense, `alarm.decided`) in which company, and its payload as it is sent. */
export interface NewEvent {
  companyId: string
  type: string
  payload: unknown
}

/** An event as it is stored. */
export interface StoredEvent extends NewEvent {
  id: bigint
  at: Date
}

/** Inserts events in the caller's transaction and returns the transaction's id. */
export async function insertEvents(db: AnyHandle, events: readonly [NewEvent, ...NewEvent[]]): Promise<bigint> {
  const { xid } = await db
    .insertInto('live_event')
    .values(
      events.map(({ companyId, type, payload }) => ({
        company_id: companyId,
        type,
        payload: sql<string>`${JSON.stringify(payload)}::jsonb`,
      })),
    )
    .returning('xid')
    .executeTakeFirstOrThrow()
  return BigInt(xid)
}

interface Row {
  snapshot: string
  id: string | null
  company_id: string
  type: string
  payload: unknown
  created_at: Date
}

/**
 * The events committed since a snapshot, and the snapshot of this read. A single statement sees a single state of the database, so events
 * and snapshot match exactly.
 *
 * New events are events of transactions that began after the snapshot or were running when it was taken. An index finds both, even while a
 * long transaction holds back the snapshot's `xmin`.
 * @param limit at most `limit + 1` events are read, so that the caller notices when there are more than `limit`
 */
export async function readEventsSince(
  client: ClientBase,
  seen: Snapshot,
  limit: number,
): Promise<{ snapshot: Snapshot; events: StoredEvent[] }> {
  const { rows } = await client.query<Row>({
    name: 'live-event-since',
    text: `select pg_current_snapshot()::text as snapshot, e.* from (values (1)) as one(row)
      left join lateral (
        select id, company_id, type, payload, created_at from live_event where xid >= $1::xid8
        union all
        select id, company_id, type, payload, created_at from live_event where xid = any ($2::xid8[])
        order by id limit $3
      ) as e on true order by e.id`,
    values: [seen.xmax.toString(), seen.running.map(String), limit + 1],
  })
  const snapshot = parseSnapshot(rows[0]?.snapshot ?? '')
  if (!snapshot) throw new Error('PostgreSQL answered without a snapshot')
  return { snapshot, events: eventsOf(rows) }
}

/**
 * One company's events between a reader's position and a later snapshot.
 * @param limit at most `limit + 1` events are read
 */
export async function readEventsBetween(
  client: ClientBase,
  range: { after: EventPosition; upTo: Snapshot; companyId?: string | undefined },
  limit: number,
): Promise<StoredEvent[]> {
  const { seen, within } = range.after
  const { rows } = await client.query<Row>({
    name: 'live-event-between',
    text: `select '' as snapshot, id, company_id, type, payload, created_at from (
        select * from live_event where xid >= $1::xid8
        union all
        select * from live_event where xid = any ($2::xid8[])
      ) as e
      where pg_visible_in_snapshot(xid, $3::pg_snapshot)
        and ($4::pg_snapshot is null or id > $5::bigint or not pg_visible_in_snapshot(xid, $4::pg_snapshot))
        and ($6::uuid is null or company_id = $6::uuid)
      order by id limit $7`,
    values: [
      seen.xmax.toString(),
      seen.running.map(String),
      formatSnapshot(range.upTo),
      within ? formatSnapshot(within.batch) : null,
      within ? within.upTo.toString() : null,
      range.companyId ?? null,
      limit + 1,
    ],
  })
  return eventsOf(rows)
}

/** Reads the current snapshot of the database. */
export async function readSnapshot(client: ClientBase): Promise<Snapshot> {
  const { rows } = await client.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
  const snapshot = parseSnapshot(rows[0]?.snapshot ?? '')
  if (!snapshot) throw new Error('PostgreSQL answered without a snapshot')
  return snapshot
}

/**
 * Deletes events older than `keepSeconds`, and events with transaction ids from the future. A restored copy of another server's table
 * contains that server's transaction ids. Without the deletion, such events would appear as new once our transaction ids reach them.
 */
export async function deleteOldEvents(client: ClientBase, keepSeconds: number): Promise<void> {
  await client.query(
    `delete from live_event where created_at < now() - make_interval(secs => $1)
      or xid >= pg_snapshot_xmax(pg_current_snapshot())`,
    [keepSeconds],
  )
}

function eventsOf(rows: readonly Row[]): StoredEvent[] {
  return rows.flatMap((row) =>
    row.id === null
      ? []
      : [{ id: BigInt(row.id), companyId: row.company_id, type: row.type, payload: row.payload, at: row.created_at }],
  )
}
