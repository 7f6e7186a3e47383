import { CLAIM_SECONDS, type ReviewSettings } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { furthestAhead } from '../../platform/db/has-run-out.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { inGrants } from '../access/index.ts'

/** The verdicts of alarms that were passed on, which the queue contains. */
export const PASSED = ['true', 'unverified'] as const
export type Passed = (typeof PASSED)[number]

/** Who asks for which part of the queue. */
export interface Asker {
  companyId: string
  userId: string
  grants: Grants
  now: Date
  settings: ReviewSettings
}

const CLAIM_MS = CLAIM_SECONDS * 1_000
const HOUR_MS = 3_600_000

export const claimEnd = (now: Date): Date => new Date(now.getTime() + CLAIM_MS)

/**
 * Whether a claim (alias `c`) holds: it has not run out, and its session has not ended. An end that is later than a claim can last was
 * written before the clock was set back.
 */
export const isInForce = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(c.until > ${now} and c.until <= ${furthestAhead(now, CLAIM_MS)}
    and exists (select from session s where s.id = c.session_id and s.ended_at is null))`

/**
 * The condition of an alarm (alias `a`) that the queue contains and the caller may see, whoever works on it. The verdict is written into
 * the SQL, since PostgreSQL uses the partial index only for a condition that it can prove.
 */
export const isOpen = (
  { companyId, grants, now, settings }: Asker,
  verdict: Passed,
): RawBuilder<SqlBool> => sql<SqlBool>`
  (a.company_id = ${companyId} and a.verdict = ${sql.lit(verdict)} and a.ground_truth is null and not a.is_test
    and a.id >= app.uuid_from_time(${new Date(now.getTime() - settings.hours * HOUR_MS)}::timestamptz) and ${inGrants(grants, 'a')})`

/** Whether a seat (alias `seat`) is taken now: its tab was heard of lately, and its session has not ended. */
export const isSeated = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(seat.seen_until > ${now} and exists (select from session s where s.id = seat.session_id and s.ended_at is null))`

/**
 * Whether nobody works on an alarm (alias `a`), and it is not reserved for a colleague of the caller. A reservation ends when the colleague
 * leaves the queue, since the alarm would wait for somebody who is gone.
 */
const isFree = ({ now, userId }: Asker): RawBuilder<SqlBool> => sql<SqlBool>`
  (not exists (select from review_claim c where c.alarm_id = a.id and ${isInForce(now)})
    and not exists (select from review_handover h join review_seat seat on seat.user_id = h.to_user
      where h.alarm_id = a.id and h.to_user <> ${userId} and h.reserved_until > ${now} and ${isSeated(now)}))`

const isPutAside = ({ userId, now }: Asker): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from review_skip k where k.user_id = ${userId} and k.alarm_id = a.id and k.until > ${now})`

export interface Candidate {
  id: string
  verdict: Passed
  received_at: Date
  project_id: string
  site_id: string
  view_id: string
}

const candidateColumns = sql`a.id, a.verdict, a.received_at, a.project_id, a.site_id, a.view_id`

export interface Choice {
  /** Also alarms that the caller has put aside. */
  withSkipped: boolean
  limit: number
  /** Locks the rows, and leaves out those that another transaction has locked. */
  lock: boolean
}

/** The next free alarms, those that are due first in front. For each verdict the oldest are due first, so each is one read of the index. */
export async function findNext(tx: Tx, asker: Asker, { withSkipped, limit, lock }: Choice): Promise<Candidate[]> {
  const { settings } = asker
  const parts = PASSED.map(
    (verdict) => sql`(select * from (select ${candidateColumns},
        a.received_at + make_interval(secs => ${verdict === 'true' ? settings.trueSeconds : settings.unverifiedSeconds}) as due
      from alarm a where ${isOpen(asker, verdict)} and ${isFree(asker)} ${withSkipped ? sql`` : sql`and not ${isPutAside(asker)}`}
      order by a.id limit ${limit} ${lock ? sql`for no key update of a skip locked` : sql``}) of_verdict)`,
  )
  const { rows } = await sql<Candidate>`select * from (${sql.join(parts, sql` union all `)}) candidate
    order by due, id limit ${limit}`.execute(tx)
  return rows
}

/** The oldest alarm that a colleague has handed to the caller and that nobody has reviewed since. Locked. */
export async function findReserved(tx: Tx, asker: Asker): Promise<Candidate | undefined> {
  const open = sql.join(
    PASSED.map((verdict) => isOpen(asker, verdict)),
    sql` or `,
  )
  const { rows } =
    await sql<Candidate>`select ${candidateColumns} from review_handover h join alarm a on a.id = h.alarm_id
    where h.to_user = ${asker.userId} and h.reserved_until > ${asker.now} and (${open}) and ${isFree(asker)}
    order by h.at limit 1 for no key update of a skip locked`.execute(tx)
  return rows[0]
}

/** Counts end at this number. */
export const COUNT_LIMIT = 1_000

const instant = (now: Date, secondsAgo: number): RawBuilder<unknown> =>
  sql`app.uuid_from_time(${new Date(now.getTime() - secondsAgo * 1_000)}::timestamptz)`

/** How many alarms wait, how many of them are late, and how many the caller has put aside. */
export async function countWaiting(tx: Tx, asker: Asker): Promise<{ waiting: number; late: number; skipped: number }> {
  const { now, settings } = asker
  const seconds = { true: settings.trueSeconds, unverified: settings.unverifiedSeconds }
  const each = (more: (verdict: Passed) => RawBuilder<unknown>) =>
    sql.join(
      PASSED.map(
        (verdict) =>
          sql`(select a.id from alarm a where ${isOpen(asker, verdict)} ${more(verdict)} and ${isFree(asker)} limit ${COUNT_LIMIT + 1})`,
      ),
      sql` union all `,
    )
  const { rows } = await sql<{ waiting: number; late: number; skipped: number }>`select
      (select count(*) from (${each(() => sql``)}) w)::int as waiting,
      (select count(*) from (${each((verdict) => sql`and a.id < ${instant(now, seconds[verdict])}`)}) l)::int as late,
      (select count(*) from (${each(() => sql`and ${isPutAside(asker)}`)}) k)::int as skipped`.execute(tx)
  return rows[0] ?? { waiting: 0, late: 0, skipped: 0 }
}

/** When the newest passed alarm was received that the caller may see, labelled or not, within the hours of the queue. */
export async function findLast(tx: Tx, { companyId, grants, now, settings }: Asker): Promise<Date | null> {
  const since = instant(now, settings.hours * 3_600)
  const parts = PASSED.map(
    (
      verdict,
    ) => sql`(select a.received_at from alarm a where a.company_id = ${companyId} and a.verdict = ${sql.lit(verdict)}
      and a.id >= ${since} and not a.is_test and ${inGrants(grants, 'a')} order by a.id desc limit 1)`,
  )
  const { rows } = await sql<{
    at: Date | null
  }>`select max(received_at) as at from (${sql.join(parts, sql` union all `)}) newest`.execute(tx)
  return rows[0]?.at ?? null
}
