import { inSystem, type Db } from '@winnow/server/src/platform/db/transaction.ts'
import { newId } from '@winnow/server/src/platform/ids.ts'
import { sql } from 'kysely'
import type { DeliveryProduct, Place } from '../../../e2e/src/load/delivery-product.ts'

const DECIDED_AGO_MS = 1_000

/**
 * Writes messages about new alarms of a camera to the outbox: each receiver gets one about each alarm. They are measured by the goal of
 * the site, as alarms are that the filter has just decided.
 */
export async function fillOutbox(
  db: Db,
  { companyId, projectId, siteId, viewId }: Place,
  { receivers, alarms }: { receivers: readonly string[]; alarms: number },
): Promise<void> {
  const now = Date.now()
  const alarmIds = Array.from({ length: alarms }, () => newId())
  const ids = Array.from({ length: alarms * receivers.length }, () => newId())
  await inSystem(
    db,
    (tx) =>
      sql`
        with decided as (
          insert into alarm (id, company_id, project_id, site_id, view_id, received_at, last_signal_at, source, deadline_at, released_at,
            verdict, verdict_at, version)
          select id, ${companyId}, ${projectId}, ${siteId}, ${viewId}, at, at, 'http', at, at, 'true', at, 2
          from unnest(${alarmIds}::uuid[]) a (id), (select ${new Date(now - DECIDED_AGO_MS)}::timestamptz as at) t
          returning id, received_at),
        planned as (
          select d.id as alarm_id, d.received_at, r.id as receiver_id, row_number() over () as n
          from decided d cross join unnest(${receivers}::uuid[]) r (id))
        insert into delivery (id, company_id, receiver_id, alarm_id, alarm_version, type, verdict, next_at, received_at, decided_at,
          goal_seconds, goal_day)
        select (${ids}::uuid[])[n], ${companyId}, receiver_id, alarm_id, 2, 'alarm.created', 'true', ${new Date(now)}, received_at,
          received_at, 30, received_at::date from planned`.execute(tx),
    { statementTimeoutMs: 0 },
  )
}

/** Waits until the receivers have no message that waits. */
async function untilSent(db: Db, receivers: readonly string[]): Promise<void> {
  for (;;) {
    const { rows } = await inSystem(db, (tx) =>
      sql`select from delivery where receiver_id = any(${receivers}::uuid[]) and state = 'pending' limit 1`.execute(tx),
    )
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Sends one message about each alarm to each receiver. @returns how many a second were acknowledged */
export async function measureOutbox(
  { db, wakes }: Pick<DeliveryProduct, 'db' | 'wakes'>,
  place: Place,
  load: { receivers: readonly string[]; alarms: number },
): Promise<number> {
  await fillOutbox(db, place, load)
  const began = performance.now()
  wakes.wake('delivery')
  await untilSent(db, load.receivers)
  return (load.receivers.length * load.alarms * 1000) / (performance.now() - began)
}
