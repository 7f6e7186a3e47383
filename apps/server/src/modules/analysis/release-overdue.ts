import { sql } from 'kysely'
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
}

/** An alarm that is to be passed on, and since when: the place to go on from, so that one that fails is not met again. */
interface Due {
  id: string
  /** As the database writes it, which knows finer times than we do. */
  at: string
}

/** Why an alarm may be due. */
interface Kind {
  /** The next ones, oldest first. */
  find(tx: Tx, now: Date, after: Due | undefined): Promise<Due[]>
  /** Locks those that still are due and that nobody else works on. */
  claim(tx: Tx, ids: readonly string[], now: Date): Promise<string[]>
}

const isBehind = (at: string, id: string, after: Due | undefined) =>
  after === undefined
    ? sql`true`
    : sql`(${sql.ref(at)}, ${sql.ref(id)}) > (${after.at}::timestamptz, ${after.id}::uuid)`

const overdue: Kind = {
  async find(tx, now, after) {
    const { rows } = await sql<Due>`
      select a.id, a.deadline_at::text as at from alarm a
      where a.verdict is null and a.deadline_at <= ${now} and ${isBehind('a.deadline_at', 'a.id', after)}
      order by a.deadline_at, a.id limit ${PAGE}`.execute(tx)
    return rows
  },
  async claim(tx, ids, now) {
    const { rows } = await sql<{ id: string }>`
      select id from alarm where id = any(${ids}::uuid[]) and verdict is null and deadline_at <= ${now}
      order by id for update skip locked`.execute(tx)
    return rows.map(({ id }) => id)
  },
}

/** Filtered alarms to which pictures came that nobody has looked at in time. Locked with their tasks: the analysis may just end. */
const unseen: Kind = {
  async find(tx, now, after) {
    const { rows } = await sql<Due>`
      select a.id, t.release_at::text as at from analysis_task t join alarm a on a.id = t.alarm_id
      where t.release_at <= ${now} and a.verdict = 'false' and ${isBehind('t.release_at', 'a.id', after)}
      order by t.release_at, a.id limit ${PAGE}`.execute(tx)
    return rows
  },
  async claim(tx, ids, now) {
    const { rows } = await sql<{ id: string }>`
      select a.id from analysis_task t join alarm a on a.id = t.alarm_id
      where a.id = any(${ids}::uuid[]) and t.release_at <= ${now} and a.verdict = 'false'
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
  now: Date,
): Promise<DecidedAlarm[] | undefined> {
  return inSystem(
    deps.db,
    async (tx) => {
      if (!(await takeTurn(tx))) return undefined
      const ids = await kind.claim(
        tx,
        due.map(({ id }) => id),
        now,
      )
      return decideAlarms(tx, ids, undefined, deps.onDecided, now)
    },
    { statementTimeoutMs: 10_000, idleTimeoutMs: STALLED_MS },
  )
}

/** As {@link release}. Where that fails, each half alone, until those are found that cannot be passed on: they hold up none of the others. */
async function releaseEach(
  deps: DeadlineDeps,
  kind: Kind,
  due: readonly Due[],
  now: Date,
): Promise<DecidedAlarm[] | undefined> {
  try {
    return await release(deps, kind, due, now)
  } catch (err) {
    // A database that is away fails for all of them.
    await inSystem(deps.db, (tx) => sql`select 1`.execute(tx))
    if (due.length === 1) {
      deps.log.error({ err, alarmId: due[0]?.id }, 'alarm could not be passed on at its deadline; it is tried again')
      return []
    }
  }
  const middle = Math.ceil(due.length / 2)
  const first = await releaseEach(deps, kind, due.slice(0, middle), now)
  const second = first && (await releaseEach(deps, kind, due.slice(middle), now))
  return first && second && [...first, ...second]
}

/** Passes on what is due of one kind. */
async function releaseAll(deps: DeadlineDeps, kind: Kind, now: Date): Promise<number> {
  let released = 0
  let after: Due | undefined
  do {
    const page = await inSystem(deps.db, (tx) => kind.find(tx, now, after))
    if (page.length === 0) break
    const decided = await releaseEach(deps, kind, page, now)
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
  let released = 0
  for (const kind of [overdue, unseen]) released += await releaseAll(deps, kind, now)
  return released
}
