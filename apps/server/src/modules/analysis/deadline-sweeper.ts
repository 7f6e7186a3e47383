import { sql } from 'kysely'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { decideAlarm, type OnDecided } from '../alarms/index.ts'
import type { AnalysisMetrics } from './analysis-metrics.ts'

const EVERY_MS = 500
const PAGE = 100

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
  /** Locks one that still is due and that nobody else works on. */
  claim(tx: Tx, id: string, now: Date): Promise<boolean>
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
  async claim(tx, id, now) {
    const { rows } = await sql`
      select from alarm where id = ${id} and verdict is null and deadline_at <= ${now} for update skip locked`.execute(
      tx,
    )
    return rows.length > 0
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
  async claim(tx, id, now) {
    const { rows } = await sql`
      select from analysis_task t join alarm a on a.id = t.alarm_id
      where a.id = ${id} and t.release_at <= ${now} and a.verdict = 'false' for update of a, t skip locked`.execute(tx)
    return rows.length > 0
  },
}

/**
 * Passes one alarm on, in a transaction of its own: deciding locks counts of its site and then of its company, and whoever held those of
 * two sites at once could wait in a ring with the intake.
 */
async function release(deps: DeadlineDeps, kind: Kind, id: string, now: Date): Promise<boolean> {
  try {
    const isReleased = await inSystem(
      deps.db,
      async (tx) =>
        (await kind.claim(tx, id, now)) && (await decideAlarm(tx, id, undefined, deps.onDecided, now)) !== undefined,
    )
    if (!isReleased) return false
    deps.metrics.verdicts.inc({ verdict: 'unverified', by: 'deadline' })
    deps.log.warn({ alarmId: id }, 'alarm passed on unverified at its deadline')
    return true
  } catch (err) {
    deps.log.error({ err, alarmId: id }, 'alarm could not be passed on at its deadline; it is tried again')
    return false
  }
}

/**
 * Passes on, unverified, every alarm whose deadline has come, or that of pictures which joined it later. Needs nothing but the database: it works with no analysis
 * process running at all, and in every process at once. One that fails holds up none of the others.
 * @returns how many alarms were released
 */
export async function releaseOverdue(deps: DeadlineDeps): Promise<number> {
  const now = deps.clock.now()
  let released = 0
  for (const kind of [overdue, unseen]) {
    let after: Due | undefined
    do {
      const page = await inSystem(deps.db, (tx) => kind.find(tx, now, after))
      for (const { id } of page) if (await release(deps, kind, id, now)) released++
      after = page.length < PAGE ? undefined : page.at(-1)
    } while (after)
  }
  return released
}

/** Runs {@link releaseOverdue} twice a second until stopped. */
export function startDeadlineSweeper(deps: DeadlineDeps): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = releaseOverdue(deps)
      .catch((err: unknown) => deps.log.error({ err }, 'deadlines could not be checked'))
      .finally(() => {
        busy = false
      })
  }, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
