import type { Deadline } from '@winnow/domain'
import { sql } from 'kysely'
import { furthestAhead } from '../../platform/db/has-run-out.ts'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { decideAlarms, type DecidedAlarm, type OnDecided } from '../alarms/index.ts'
import type { AnalysisMetrics } from './analysis-metrics.ts'

/** Alarms per transaction, at most. Large enough for a thousand alarms to need few transactions, small enough to keep row locks short. */
const PAGE = 250
/**
 * If the process stops in the middle, for example because its machine loses the network, the database server ends its transaction after
 * this time, in milliseconds. This frees its locks, and another process can sweep.
 */
const STALLED_MS = 5_000

export interface DeadlineDeps {
  db: Db
  clock: Clock
  log: Logger
  onDecided: OnDecided
  metrics: AnalysisMetrics
  /** The time from receipt to the moment at which an alarm goes out even without a verdict. */
  deadline: Deadline
}

/** A due alarm. The next page starts after the last due alarm of a page, so that an alarm that fails is not read again. */
interface Due {
  id: string
  /** The time since which the alarm is due, as text from the database, because a Date would lose the microseconds. */
  at: string
}

/**
 * The current time, and the latest time that a deadline can have. A later deadline was set before the clock was set back, and is treated
 * as reached.
 */
interface Moment {
  now: Date
  furthest: Date
}

/** A reason for which alarms become due. */
interface Kind {
  /** The next due alarms, oldest first. */
  find(tx: Tx, at: Moment, after: Due | undefined): Promise<Due[]>
  /** Locks the alarms that are still due and that no other transaction has locked. Returns their ids. */
  claim(tx: Tx, ids: readonly string[], at: Moment): Promise<string[]>
}

const isBehind = (at: string, id: string, after: Due | undefined) =>
  after === undefined
    ? sql`true`
    : sql`(${sql.ref(at)}, ${sql.ref(id)}) > (${after.at}::timestamptz, ${after.id}::uuid)`

const isDue = (column: string, { now, furthest }: Moment) =>
  sql`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${furthest})`

const overdue: Kind = {
  async find(tx, at, after) {
    const { rows } = await sql<Due>`
      select a.id, a.deadline_at::text as at from alarm a
      where a.verdict is null and a.outside is null and ${isDue('a.deadline_at', at)} and ${isBehind('a.deadline_at', 'a.id', after)}
      order by a.deadline_at, a.id limit ${PAGE}`.execute(tx)
    return rows
  },
  async claim(tx, ids, at) {
    const { rows } = await sql<{ id: string }>`
      select id from alarm where id = any(${ids}::uuid[]) and verdict is null and outside is null and ${isDue('deadline_at', at)}
      order by id for update skip locked`.execute(tx)
    return rows.map(({ id }) => id)
  },
}

/**
 * Filtered alarms that got more pictures, which were not analysed in time. Their tasks are locked too, since their analysis may be ending
 * just now.
 */
const unseen: Kind = {
  async find(tx, at, after) {
    const { rows } = await sql<Due>`
      select a.id, t.release_at::text as at from analysis_task t join alarm a on a.id = t.alarm_id
      where ${isDue('t.release_at', at)} and a.verdict = 'false' and ${isBehind('t.release_at', 'a.id', after)}
      order by t.release_at, a.id limit ${PAGE}`.execute(tx)
    return rows
  },
  async claim(tx, ids, at) {
    const { rows } = await sql<{ id: string }>`
      select a.id from analysis_task t join alarm a on a.id = t.alarm_id
      where a.id = any(${ids}::uuid[]) and ${isDue('t.release_at', at)} and a.verdict = 'false'
      order by a.id for update of a, t skip locked`.execute(tx)
    return rows.map(({ id }) => id)
  },
}

/**
 * Reserves the sweep for this transaction. Returns false if another process is sweeping, since both would find the same alarms.
 */
async function takeTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('alarm.deadline')) as taken`.execute(tx)
  return rows[0]?.taken === true
}

/**
 * Passes alarms on in one transaction.
 * @returns undefined when another process is sweeping
 */
async function release(
  deps: DeadlineDeps,
  kind: Kind,
  due: readonly Due[],
  at: Moment,
): Promise<DecidedAlarm[] | undefined> {
  return inSystem(
    deps.db,
    async (tx) => {
      if (!(await takeTurn(tx))) return undefined
      const ids = await kind.claim(
        tx,
        due.map(({ id }) => id),
        at,
      )
      return decideAlarms(tx, ids, undefined, deps.onDecided, at.now)
    },
    { statementTimeoutMs: 10_000, idleTimeoutMs: STALLED_MS },
  )
}

/** Calls {@link release}. If that fails, the alarms are halved until those that cannot be passed on are found. All others are passed on. */
async function releaseEach(
  deps: DeadlineDeps,
  kind: Kind,
  due: readonly Due[],
  at: Moment,
): Promise<DecidedAlarm[] | undefined> {
  try {
    return await release(deps, kind, due, at)
  } catch (err) {
    // Throws if the database is unreachable. Halving would not help then.
    await inSystem(deps.db, (tx) => sql`select 1`.execute(tx))
    if (due.length === 1) {
      deps.log.error({ err, alarmId: due[0]?.id }, 'alarm could not be passed on at its deadline; it is tried again')
      return []
    }
  }
  const middle = Math.ceil(due.length / 2)
  const first = await releaseEach(deps, kind, due.slice(0, middle), at)
  const second = first && (await releaseEach(deps, kind, due.slice(middle), at))
  return first && second && [...first, ...second]
}

/** Passes on all due alarms of one kind. */
async function releaseAll(deps: DeadlineDeps, kind: Kind, at: Moment): Promise<number> {
  let released = 0
  let after: Due | undefined
  do {
    const page = await inSystem(deps.db, (tx) => kind.find(tx, at, after))
    if (page.length === 0) break
    const decided = await releaseEach(deps, kind, page, at)
    if (!decided) break
    if (decided.length > 0) {
      const alarmIds = decided.map(({ id }) => id)
      deps.metrics.verdicts.inc({ verdict: 'unverified', by: 'deadline' }, decided.length)
      deps.log.warn({ alarms: alarmIds.length, alarmIds }, 'alarms passed on unverified at their deadline')
    }
    released += decided.length
    after = page.length < PAGE ? undefined : page.at(-1)
  } while (after)
  return released
}

/**
 * Passes on, unverified, every alarm whose deadline was reached, and every filtered alarm with later pictures that were not analysed by
 * their deadline. It needs only the database, so it also works when no analysis process runs. A thousand alarms take a few transactions. An
 * alarm that fails does not delay the others.
 * @returns the number of released alarms
 */
export async function releaseOverdue(deps: DeadlineDeps): Promise<number> {
  const now = deps.clock.now()
  const at = { now, furthest: furthestAhead(now, deps.deadline.ms) }
  let released = 0
  for (const kind of [overdue, unseen]) released += await releaseAll(deps, kind, at)
  return released
}
