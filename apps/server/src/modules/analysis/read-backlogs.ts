import type { DegradingReason } from '@winnow/contract'
import { sql } from 'kysely'
import { inSystem, inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Clock } from '../../platform/clock.ts'

/** More of a kind are not counted: a look must stay cheap when it is needed most. */
const MANY = 100_000
/** The sweeper comes twice a second: what is overdue for longer was not passed on as it should be. */
const SWEPT_MS = 2_000
const LATELY_MS = 15 * 60_000

/** What waits, of all companies and in all processes; each figure at most a hundred thousand. */
export interface Backlogs {
  /** Messages that were taken in and not read. */
  unread: number
  /** Alarms that wait for their analysis and can still be answered in time. */
  queued: number
  /** Alarms that wait for their analysis and cannot: their deadline passes them on. */
  late: number
  /** Alarms without a verdict whose deadline is over. More than none for long: the deadline is not kept. */
  overdue: number
  /** Alarms of the last quarter of an hour that were passed on unverified at their deadline. */
  released: number
}

/** When the first of those that wait were received, or must be answered. */
interface Ends {
  oldestUnread: Date | null
  nextInTime: Date | null
}

type Found = Backlogs & Ends

/** Counts what waits, by index; of one company, or of all. */
async function countAll(tx: Tx, now: Date, companyId: string | undefined): Promise<Found> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const ours = companyId === undefined ? sql`true` : sql`company_id = ${companyId}`
  const count = (rows: ReturnType<typeof sql>) =>
    sql`(select count(*)::int from (${rows} and ${ours} limit ${MANY}) as counted)`
  const { rows } = await sql<Found>`
    select ${count(sql`select from signal where state = 'stored'`)} as unread,
      ${count(sql`select from analysis_task where in_time_until is not null`)} as queued,
      ${count(sql`select from analysis_task where in_time_until is null`)} as late,
      ${count(sql`select from alarm where verdict is null and deadline_at < ${before(SWEPT_MS)}`)} as overdue,
      ${count(sql`select from alarm where id >= app.uuid_from_time(${before(LATELY_MS)}) and released_at is not null`)} as released,
      (select min(received_at) from signal where state = 'stored' and ${ours}) as "oldestUnread",
      (select min(in_time_until) from analysis_task where in_time_until is not null and ${ours}) as "nextInTime"`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('PostgreSQL counted nothing')
  return rows[0]
}

/** What waits, of all companies. */
export async function readBacklogs(db: Db, now: Date): Promise<Backlogs> {
  const {
    oldestUnread: _oldest,
    nextInTime: _next,
    ...backlogs
  } = await inSystem(db, (tx) => countAll(tx, now, undefined))
  return backlogs
}

/** What waits for longer than it should, and how much of it. */
export type Behind = Partial<Record<Extract<DegradingReason, keyof Backlogs>, number>>

/**
 * What waits for longer than it should. Messages and alarms that are just being worked on are none.
 * @param companyId of one company; of all when left out
 */
export async function readBehind(
  deps: { db: Db; clock: Clock; deadlineSeconds: number },
  companyId?: string,
): Promise<Behind> {
  const now = deps.clock.now()
  const deadlineMs = deps.deadlineSeconds * 1000
  const read = (tx: Tx) => countAll(tx, now, companyId)
  const { oldestUnread, nextInTime, unread, queued, late, overdue, released } = await (companyId === undefined
    ? inSystem(deps.db, read)
    : inTenant(deps.db, companyId, read))
  const isOld = oldestUnread !== null && oldestUnread.getTime() < now.getTime() - deadlineMs
  const isTight = nextInTime !== null && nextInTime.getTime() < now.getTime() + deadlineMs / 4
  return {
    ...(isOld ? { unread } : {}),
    ...(isTight ? { queued } : {}),
    ...(late > 0 ? { late } : {}),
    ...(overdue > 0 ? { overdue } : {}),
    ...(released > 0 ? { released } : {}),
  }
}

/** Shows the backlogs among the metrics; counted when they are read. */
export function showBacklogs(deps: { db: Db; clock: Clock; metrics: Metrics }): void {
  deps.metrics.gauge({
    name: 'backlog',
    help: 'Messages and alarms that wait, by what for: unread, queued, late, overdue; and alarms released at their deadline of late',
    labels: ['what'],
    async collect(gauge) {
      // The other figures are wanted most while the database is away.
      const found = await readBacklogs(deps.db, deps.clock.now()).catch(() => undefined)
      gauge.reset()
      for (const [what, count] of Object.entries(found ?? {})) gauge.set({ what }, count)
    },
  })
}
