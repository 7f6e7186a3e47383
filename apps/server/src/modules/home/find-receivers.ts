import type { getHome, ReplyOf } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { siteGranted } from '../access/index.ts'
import { countUnmapped } from '../delivery/index.ts'

type Receivers = ReplyOf<typeof getHome>['attention']['receivers']

/** The waiting time of messages, in milliseconds, from which their receiver is reported, for any cause. Shorter waits are normal. */
const SLOW_MS = 60_000

/** Since when a message waits. One that is gathered with others, by choice, waits from the time at which they are to be sent. */
const waitsFrom = sql`case when attempts = 0 and planned_at is null then next_at else coalesce(planned_at, created_at) end`

/**
 * Receivers that need attention: their messages wait too long or were given up, the receiver was stopped or gives no sign of life, or its
 * table does not name all cameras of the site.
 */
export async function findReceivers(tx: Tx, companyId: string, grants: Grants, now: Date): Promise<Receivers> {
  const slowBefore = new Date(now.getTime() - SLOW_MS)
  const unmapped = await countUnmapped(tx, companyId)
  const { rows } = await sql<{
    id: string
    name: string
    siteId: string
    siteName: string
    disabledReason: string | null
    waiting: number
    waitingSince: Date | null
    failingSince: Date | null
    silentSince: Date | null
    givenUp: number
    lastError: string | null
    lastStatus: number | null
    lastDetail: string | null
  }>`
    select r.id, r.name, site.id as "siteId", site.name as "siteName", r.disabled_reason as "disabledReason",
      coalesce(w.n, 0) as waiting, w.since as "waitingSince", r.failing_since as "failingSince", coalesce(d.n, 0) as "givenUp",
      r.silent_since as "silentSince", coalesce(r.last_error, r.silent_error) as "lastError", r.last_status as "lastStatus", r.last_detail as "lastDetail"
    from receiver r join site on site.id = r.site_id
      left join (select receiver_id, count(*)::int as n from delivery where company_id = ${companyId} and state = 'dead' group by receiver_id) d
        on d.receiver_id = r.id
      left join (select receiver_id, count(*)::int as n, min(${waitsFrom}) filter (where ${waitsFrom} <= ${now}) as since from delivery
        where company_id = ${companyId} and state = 'pending' group by receiver_id) w on w.receiver_id = r.id
    where r.company_id = ${companyId} and r.deleted_at is null and ${siteGranted(grants, 'site')}
      and (d.n > 0 or r.disabled_reason is not null or (w.n > 0 and r.failing_since is not null) or w.since < ${slowBefore}
        or (r.active and r.silent_since is not null) or r.id = any(${[...unmapped.keys()]}::uuid[]))
    order by least(r.failing_since, case when r.active then r.silent_since end) nulls last, r.last_failure_at desc nulls last
    limit 20`.execute(tx)
  return rows.map(({ disabledReason, waitingSince, failingSince, silentSince, ...row }) => ({
    ...row,
    lastError: disabledReason ?? row.lastError,
    stopped: disabledReason !== null,
    silentSince: silentSince?.toISOString() ?? null,
    unmapped: unmapped.get(row.id) ?? 0,
    waitingSince: waitingSince?.toISOString() ?? null,
    retryingSince: row.waiting > 0 ? (failingSince?.toISOString() ?? null) : null,
  }))
}
