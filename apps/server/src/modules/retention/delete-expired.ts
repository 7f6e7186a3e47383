import { sql } from 'kysely'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { endOverdueImpersonations } from '../identity/index.ts'

const BATCH = 500

interface Expired {
  rows: number
  keys: string[]
}

/** Deletes one batch of a company's alarms and signals that are older than its retention, and returns what they kept in the store. */
async function deleteBatch(tx: Tx, companyId: string, before: Date): Promise<Expired> {
  const alarms = await sql<{ id: string }>`
    select id from alarm where company_id = ${companyId} and id < app.uuid_from_time(${before})
    order by id limit ${BATCH} for update skip locked`.execute(tx)
  const ids = alarms.rows.map(({ id }) => id)
  const frames = await sql<{ original_key: string | null; display_key: string | null }>`
    delete from frame where alarm_id = any(${ids}::uuid[]) returning original_key, display_key`.execute(tx)
  await sql`delete from alarm_note where alarm_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from delivery where alarm_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from analysis_task where alarm_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from alarm where id = any(${ids}::uuid[])`.execute(tx)
  const signals = await sql<{ raw_key: string | null }>`
    delete from signal where id in (
      select id from signal where company_id = ${companyId} and id < app.uuid_from_time(${before}) and state = 'parsed'
      order by id limit ${BATCH} for update skip locked)
    returning raw_key`.execute(tx)
  const keys = [
    ...frames.rows.flatMap((row) => [row.original_key, row.display_key]),
    ...signals.rows.map((row) => row.raw_key),
  ].filter((key) => key !== null)
  return { rows: ids.length + signals.rows.length, keys: [...new Set(keys)] }
}

/**
 * Deletes what every company keeps no longer: rows first, then their files. A crash in between leaves files that no row names,
 * which the sweep of orphans finds; it never leaves a row without its pictures.
 * @returns how many alarms and signals went
 */
export async function deleteExpired(db: Db, media: MediaStore, now: Date): Promise<number> {
  const companies = await inSystem(db, (tx) => tx.selectFrom('company').select(['id', 'retention_days']).execute())
  let deleted = 0
  for (const company of companies) {
    const before = new Date(now.getTime() - company.retention_days * 86_400_000)
    for (;;) {
      const batch = await inSystem(db, (tx) => deleteBatch(tx, company.id, before))
      // One raw mail can serve several cameras: it goes with the last signal that names it.
      const free = await inSystem(db, (tx) => unused(tx, batch.keys))
      await media.delete(free)
      deleted += batch.rows
      if (batch.rows === 0) break
    }
  }
  return deleted
}

/** Those of the keys that no row names any more. */
export async function unused(tx: Tx, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${[...keys]}::text[]) as k(key)
    where not exists (select 1 from signal s where s.raw_key = k.key)
      and not exists (select 1 from frame f where f.original_key = k.key or f.display_key = k.key)
      and not exists (select 1 from company c where c.logo_key = k.key)
      and not exists (select 1 from detector d where d.media_key = k.key)`.execute(tx)
  return rows.map(({ key }) => key)
}

const KEY_DAYS = 7
/** Longer than the longest window of Home. */
const SUM_DAYS = 8
/** Sums of sites that somebody sees are kept up hourly. */
const UNSEEN_DAYS = 1
const DELIVERED_DAYS = 30
const DELIVERED_BATCH = 5_000

/**
 * Deletes what only matters for a while: ended sessions, failed and unfinished logins, captchas and links, keys of resends, sums of hours that
 * nobody looks at any more, messages that were delivered. Acting for somebody that ran out is written down before its session goes, and stays
 * so whatever becomes of the rest.
 */
export async function deleteStale(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await inSystem(db, (tx) => endOverdueImpersonations(tx, now))
  await inSystem(db, async (tx) => {
    await tx.deleteFrom('session').where('expires_at', '<', daysAgo(1)).execute()
    await tx.deleteFrom('session').where('ended_at', '<', daysAgo(1)).execute()
    await tx.deleteFrom('login_failure').where('since', '<', daysAgo(1)).execute()
    await tx.deleteFrom('waiting_login').where('expires_at', '<', now).execute()
    await tx.deleteFrom('captcha').where('expires_at', '<', now).execute()
    await tx.deleteFrom('sso_login').where('expires_at', '<', now).execute()
    await tx.deleteFrom('sso_link').where('expires_at', '<', daysAgo(1)).execute()
    await tx.deleteFrom('password_link').where('expires_at', '<', daysAgo(1)).execute()
    await tx.deleteFrom('scope_hour').where('hour', '<', daysAgo(SUM_DAYS)).execute()
    await tx.deleteFrom('signal_key').where('created_at', '<', daysAgo(KEY_DAYS)).execute()
  })
  await inSystem(db, deleteUnseen)
  await deleteDelivered(db, daysAgo(DELIVERED_DAYS))
}

/** Deletes the sums of sites that nobody sees together any more: they stayed behind others of their company. */
async function deleteUnseen(tx: Tx): Promise<void> {
  await sql`
    delete from scope_hour h using (
      select company_id, scope, max(hour) as newest, max(max(hour)) over (partition by company_id) as newest_of_all
      from scope_hour group by company_id, scope) kept
    where h.company_id = kept.company_id and h.scope = kept.scope
      and kept.newest < kept.newest_of_all - make_interval(days => ${UNSEEN_DAYS})`.execute(tx)
}

/** Deletes messages that arrived before then, a batch in each transaction: what piled up while nothing ran takes more than one statement's time. */
async function deleteDelivered(db: Db, before: Date): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await inSystem(db, (tx) =>
      sql`
        delete from delivery where id in (
          select id from delivery where state = 'delivered' and finished_at < ${before}
          order by finished_at limit ${DELIVERED_BATCH} for update skip locked)`.execute(tx),
    )
    if ((numAffectedRows ?? 0n) < BigInt(DELIVERED_BATCH)) return
  }
}
