import { sql } from 'kysely'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
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

/** Counts what waits, by index. */
export async function readBacklogs(db: Db, now: Date): Promise<Backlogs> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const count = (rows: ReturnType<typeof sql>) => sql`(select count(*)::int from (${rows} limit ${MANY}) as counted)`
  const [row] = await inSystemAtOnce(
    db,
    sql<Backlogs>`
      select ${count(sql`select from signal where state = 'stored'`)} as unread,
        ${count(sql`select from analysis_task where in_time_until is not null`)} as queued,
        ${count(sql`select from analysis_task where in_time_until is null`)} as late,
        ${count(sql`select from alarm where verdict is null and deadline_at < ${before(SWEPT_MS)}`)} as overdue,
        ${count(sql`select from alarm where id >= app.uuid_from_time(${before(LATELY_MS)}) and released_at is not null`)} as released
    `.compile(db),
  )
  if (!row) throw new Error('PostgreSQL counted nothing')
  return row
}

/** Shows the backlogs among the metrics; counted when they are read. */
export function showBacklogs(deps: { db: Db; clock: Clock; metrics: Metrics }): void {
  deps.metrics.gauge({
    name: 'backlog',
    help: 'Messages and alarms that wait, by what for: unread, queued, late, overdue; and alarms released at their deadline of late',
    labels: ['what'],
    async collect(gauge) {
      for (const [what, count] of Object.entries(await readBacklogs(deps.db, deps.clock.now())))
        gauge.set({ what }, count)
    },
  })
}
