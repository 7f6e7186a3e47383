import { sql } from 'kysely'
import type { Ticker } from '../../platform/clock.ts'
import { afterCommit, inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { keepDoing, type Repeated } from '../../platform/keep-doing.ts'
import type { Logger } from '../../platform/log.ts'
import { publishLive } from '../live/index.ts'
import { lockSites } from './lock-sites.ts'
import { planEventsForBackup } from './plan-camera-events.ts'
import { planForBackup } from './plan-deliveries.ts'
import { tellOfReceiver } from './tell-of-receiver.ts'

const LOOK_EVERY_MS = 1_000

interface FallbackDeps {
  db: Db
  clock: { now(): Date }
  log: Logger
  queue: Queue
  onDelivery: () => void
  ticker?: Ticker
}

interface Fallen {
  id: string
  companyId: string
  siteId: string
  backupId: string | null
}

/** SQL condition: the receiver `r` has not worked for as long as its settings allow. */
const isDown = (now: Date) => sql<boolean>`(r.failures >= r.after_failures
  or r.failing_since <= ${now}::timestamptz - make_interval(secs => r.after_seconds)
  or r.silent_since <= ${now}::timestamptz - make_interval(secs => r.after_seconds))`

/** SQL condition: the receiver `r` has stopped working just now. */
const isFalling = (now: Date) => sql<boolean>`r.down_since is null and r.deleted_at is null
  and ((r.active and (r.failures > 0 or r.silent_since is not null) and ${isDown(now)}) or r.disabled_reason is not null)`

/**
 * Waits for the verdicts of the sites where a receiver with a back-up has stopped working. No receiver may be locked before: a verdict can
 * wait for a message that is being settled, and that one waits for its receiver.
 */
async function awaitVerdicts(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ siteId: string }>`
    select distinct r.site_id as "siteId" from receiver r where r.backup_id is not null and ${isFalling(now)}`.execute(
    tx,
  )
  const siteIds = rows.map(({ siteId }) => siteId)
  if (siteIds.length > 0) await lockSites(tx, siteIds)
  return siteIds
}

/**
 * Marks the receivers that have stopped working, and gives what waits for each to its back-up. One with a back-up at a site whose verdicts
 * are not held up follows at the next look.
 */
async function fall(tx: Tx, siteIds: readonly string[], now: Date): Promise<Fallen[]> {
  const { rows } = await sql<Fallen>`
    update receiver r set down_since = ${now}
    where ((r.backup_id is not null and r.site_id = any(${siteIds}::uuid[])) or (r.backup_id is null and r.escalate_to <> '{}'))
      and ${isFalling(now)}
    returning r.id, r.company_id as "companyId", r.site_id as "siteId", r.backup_id as "backupId"`.execute(tx)
  for (const { id, siteId, backupId } of rows)
    if (backupId !== null) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction, and few receivers fall at once
      await planForBackup(tx, { id, backupId, siteId }, now)
      // oxlint-disable-next-line no-await-in-loop -- see above
      await planEventsForBackup(tx, { id, backupId }, now)
    }
  return rows
}

/** Finds the receivers of which people are to be told now, each once: those that are down, and whose back-up does not work either. */
async function escalate(tx: Tx, now: Date): Promise<Fallen[]> {
  const { rows } = await sql<Fallen>`
    update receiver r set escalated_at = ${now}
    where r.down_since is not null and r.escalated_at is null and r.escalate_to <> '{}'
      and (r.active or r.disabled_reason is not null) and r.deleted_at is null
      and not exists (select from receiver b where b.id = r.backup_id and b.active and b.deleted_at is null
        and b.failing_since is null and b.silent_since is null)
    returning r.id, r.company_id as "companyId", r.site_id as "siteId", r.backup_id as "backupId"`.execute(tx)
  return rows
}

/** Marks the receivers that work again. What they missed is in the outbox. @returns those of which people were told */
async function recover(tx: Tx): Promise<{ id: string; companyId: string; wasTold: boolean }[]> {
  const { rows } = await sql<{ id: string; companyId: string; wasTold: boolean }>`
    with recovered as (
      select id, escalated_at is not null as told from receiver
      where down_since is not null and failures = 0 and silent_since is null and active and deleted_at is null for update)
    update receiver r set down_since = null, escalated_at = null from recovered where r.id = recovered.id
    returning r.id, r.company_id as "companyId", recovered.told as "wasTold"`.execute(tx)
  return rows
}

/** Tells the consoles which receivers have stopped working, and which work again. */
async function announce(tx: Tx, receiverIds: readonly string[]): Promise<void> {
  if (receiverIds.length === 0) return
  const { rows } = await sql<{ id: string; companyId: string; siteId: string; projectId: string }>`
    select r.id, r.company_id as "companyId", site.id as "siteId", site.project_id as "projectId"
    from receiver r join site on site.id = r.site_id where r.id = any(${receiverIds}::uuid[])`.execute(tx)
  for (const { id, companyId, siteId, projectId } of rows)
    // oxlint-disable-next-line no-await-in-loop -- one transaction, and few receivers change at once
    await publishLive(tx, companyId, { type: 'receiver.changed', receiverId: id, siteId, projectId })
}

/** Looks once whether receivers have stopped working or work again, and does what their settings say. */
export async function lookAtFallbacks(
  deps: Pick<FallbackDeps, 'db' | 'log' | 'queue' | 'onDelivery'>,
  now: Date,
): Promise<void> {
  const { fallen, told, recovered } = await inSystem(deps.db, async (tx) => {
    // One process looks at a time, so that nobody is told twice.
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('delivery.fallback')) as mine`.execute(tx)
    if (rows[0]?.mine !== true) return { fallen: [], told: [], recovered: [] }
    const siteIds = await awaitVerdicts(tx, now)
    const [back, down, people] = [await recover(tx), await fall(tx, siteIds, now), await escalate(tx, now)]
    for (const { id, companyId } of people)
      // oxlint-disable-next-line no-await-in-loop -- one transaction
      await tellOfReceiver({ tx, queue: deps.queue }, { receiverId: id, companyId, at: now, works: false })
    for (const { id, companyId, wasTold } of back)
      // oxlint-disable-next-line no-await-in-loop -- one transaction
      if (wasTold) await tellOfReceiver({ tx, queue: deps.queue }, { receiverId: id, companyId, at: now, works: true })
    await announce(
      tx,
      [...back, ...down, ...people].map(({ id }) => id),
    )
    if (down.length > 0) afterCommit(tx, deps.onDelivery)
    return { fallen: down, told: people, recovered: back }
  })
  for (const { id, backupId } of fallen) deps.log.warn({ receiverId: id, backupId }, 'a receiver does not work')
  for (const { id } of told) deps.log.warn({ receiverId: id }, 'people are told that a receiver does not work')
  for (const { id } of recovered) deps.log.info({ receiverId: id }, 'a receiver works again')
}

/** Watches over receivers that have a back-up, or people who are to be told. */
export function watchFallbacks(deps: FallbackDeps): Repeated {
  return keepDoing({
    everyMs: LOOK_EVERY_MS,
    run: () => lookAtFallbacks(deps, deps.clock.now()),
    onError: (err) => deps.log.error({ err }, 'the receivers that do not work could not be read'),
    ...(deps.ticker ? { ticker: deps.ticker } : {}),
  })
}
