import type { DegradingReason } from '@winnow/contract'
import type { Deadline } from '@winnow/domain'
import { sql } from 'kysely'
import { inSystem, inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Clock } from '../../platform/clock.ts'

/** Counting stops at this number, so that the query stays cheap under overload. */
const MANY = 100_000
/** The time in milliseconds after which an overdue alarm should have been passed on. The sweeper runs twice a second. */
const SWEPT_MS = 2_000
const LATELY_MS = 15 * 60_000

/** The backlogs of all companies and processes. Each figure is at most a hundred thousand. */
export interface Backlogs {
  /** Accepted messages that are not read yet. */
  unread: number
  /** Alarms that wait for their analysis and can still be answered in time. */
  queued: number
  /** Alarms that wait for their analysis and cannot be answered in time any more. The deadline passes them on. */
  late: number
  /** Alarms without a verdict after their deadline. If this stays above zero, the deadline is not being kept. */
  overdue: number
  /** Alarms of the last 15 minutes that were passed on unverified at their deadline. */
  released: number
}

/** The times at which the oldest unread message was received and the next alarm must be answered; null if there is none. */
interface Ends {
  oldestUnread: Date | null
  nextInTime: Date | null
}

type Found = Backlogs & Ends

/** Counts the backlogs of one company, or of all (undefined). Each count uses an index. */
async function countAll(tx: Tx, now: Date, companyId: string | undefined): Promise<Found> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const ours = companyId === undefined ? sql`true` : sql`company_id = ${companyId}`
  const count = (rows: ReturnType<typeof sql>) =>
    sql`(select count(*)::int from (${rows} and ${ours} limit ${MANY}) as counted)`
  const { rows } = await sql<Found>`
    select ${count(sql`select from signal where state = 'stored'`)} as unread,
      ${count(sql`select from analysis_task where in_time_until is not null`)} as queued,
      ${count(sql`select from analysis_task where in_time_until is null`)} as late,
      ${count(sql`select from alarm where verdict is null and outside is null and deadline_at < ${before(SWEPT_MS)}`)} as overdue,
      ${count(sql`select from alarm where id >= app.uuid_from_time(${before(LATELY_MS)}) and released_at is not null`)} as released,
      (select min(received_at) from signal where state = 'stored' and ${ours}) as "oldestUnread",
      (select min(in_time_until) from analysis_task where in_time_until is not null and ${ours}) as "nextInTime"`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('PostgreSQL counted nothing')
  return rows[0]
}

/** The backlogs of all companies. */
export async function readBacklogs(db: Db, now: Date): Promise<Backlogs> {
  const {
    oldestUnread: _oldest,
    nextInTime: _next,
    ...backlogs
  } = await inSystem(db, (tx) => countAll(tx, now, undefined))
  return backlogs
}

/** Backlogs that wait for longer than they should, with their size. */
export type Behind = Partial<Record<Extract<DegradingReason, keyof Backlogs>, number>>

/** The backlogs of all companies that wait for longer than they should. Messages and alarms in progress are not included. */
export async function readBehind(deps: { db: Db; clock: Clock; deadline: Deadline }): Promise<Behind> {
  const now = deps.clock.now()
  return behind(await inSystem(deps.db, (tx) => countAll(tx, now, undefined)), deps.deadline, now)
}

/** The backlogs of one company that wait for longer than they should. */
export async function readBehindOf(
  companyId: string,
  deps: { db: Db; clock: Clock; deadline: Deadline },
): Promise<Behind> {
  const now = deps.clock.now()
  return behind(await inTenant(deps.db, companyId, (tx) => countAll(tx, now, companyId)), deps.deadline, now)
}

function behind(
  { oldestUnread, nextInTime, unread, queued, late, overdue, released }: Found,
  deadline: Deadline,
  now: Date,
): Behind {
  const isOld = oldestUnread !== null && oldestUnread < deadline.pastSince(now)
  const isTight = nextInTime !== null && nextInTime < deadline.shortUntil(now)
  return {
    ...(isOld ? { unread } : {}),
    ...(isTight ? { queued } : {}),
    ...(late > 0 ? { late } : {}),
    ...(overdue > 0 ? { overdue } : {}),
    ...(released > 0 ? { released } : {}),
  }
}

/** Adds the backlogs to the metrics. They are counted when the metrics are read. */
export function showBacklogs(deps: { db: Db; clock: Clock; metrics: Metrics }): void {
  deps.metrics.gauge({
    name: 'backlog',
    help: 'Messages and alarms that wait, by what for: unread, queued, late, overdue; and alarms released at their deadline of late',
    labels: ['what'],
    async collect(gauge) {
      // If the database is unreachable, this metric is empty, and the other metrics are still sent. They are needed most then.
      const found = await readBacklogs(deps.db, deps.clock.now()).catch(() => undefined)
      gauge.reset()
      for (const [what, count] of Object.entries(found ?? {})) gauge.set({ what }, count)
    },
  })
}
