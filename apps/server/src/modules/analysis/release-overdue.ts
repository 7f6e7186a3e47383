import { sql } from 'kysely'
import { furthestAhead } from '../../platform/db/has-run-out.ts'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { decideAlarms, type DecidedAlarm, type OnDecided } from '../alarms/index.ts'
import type { AnalysisMetrics } from './analysis-metrics.ts'

/** Alarms of one transaction: enough that a thousand take some transactions, few enough that nobody waits long for their rows. */
const PAGE = 250
/** A process that stops in the middle, as a machine that loses its network does, gives its rows and its turn back after so long. */
const STALLED_MS = 5_000

export interface DeadlineDeps {
  db: Db
  clock: Clock
  log: Logger
  onDecided: OnDecided
  metrics: AnalysisMetrics
  /** From receipt to the moment an alarm goes out even without an answer. */
  deadlineSeconds: number
}

/** An alarm that is to be passed on, and since when: the place to go on from, so that one that fails is not met again. */
interface Due {
  id: string
  /** As the database writes it, which knows finer times than we do. */
  at: string
}

/** A moment, and what no deadline can lie behind: one further ahead was set before the clock was set back, and counts as come. */
interface Moment {
  now: Date
  furthest: Date
}

/** Why an alarm may be due. */
interface Kind {
  /** The next ones, oldest first. */
  find(tx: Tx, at: Moment, after: Due | undefined): Promise<Due[]>
  /** Locks those that still are due and that nobody else works on. */
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
      where a.verdict is null and ${isDue('a.deadline_at', at)} and ${isBehind('a.deadline_at', 'a.id', after)}
      order by a.deadline_at, a.id limit ${PAGE}`.execute(tx)
    return rows
  },
  async claim(tx, ids, at) {
    const { rows } = await sql<{ id: string }>`
      select id from alarm where id = any(${ids}::uuid[]) and verdict is null and ${isDue('deadline_at', at)}
      order by id for update skip locked`.execute(tx)
    return rows.map(({ id }) => id)
  },
}

/** Filtered alarms to which pictures came that nobody has looked at in time. Locked with their tasks: the analysis may just end. */
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

/** One process sweeps at a time: two would find the same alarms, and one of them for nothing. Another one has its turn: false. */
async function takeTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('alarm.deadline')) as taken`.execute(tx)
  return rows[0]?.taken === true
}

/**
 * Passes alarms on, all in one transaction.
 * @returns undefined when another process is at it
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

/** As {@link release}. Where that fails, each half alone, until those are found that cannot be passed on: they hold up none of the others. */
async function releaseEach(
  deps: DeadlineDeps,
  kind: Kind,
  due: readonly Due[],
  at: Moment,
): Promise<DecidedAlarm[] | undefined> {
  try {
    return await release(deps, kind, due, at)
  } catch (err) {
    // A database that is away fails for all of them.
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

/** Passes on what is due of one kind. */
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
 * Passes on, unverified, every alarm whose deadline has come, or that of pictures which joined it later. Needs nothing but the database: it works with no analysis
 * process running at all. A thousand alarms take a few transactions; one that fails holds up none of the others.
 * @returns how many alarms were released
 */
export async function releaseOverdue(deps: DeadlineDeps): Promise<number> {
  const now = deps.clock.now()
  const at = { now, furthest: furthestAhead(now, deps.deadlineSeconds * 1000) }
  let released = 0
  for (const kind of [overdue, unseen]) released += await releaseAll(deps, kind, at)
  return released
}
