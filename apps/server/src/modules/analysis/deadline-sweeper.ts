import { sql } from 'kysely'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { decideAlarm, type OnDecided } from '../alarms/index.ts'
import type { AnalysisMetrics } from './analysis-metrics.ts'

const EVERY_MS = 500
const BATCH = 100

export interface DeadlineDeps {
  db: Db
  clock: Clock
  log: Logger
  onDecided: OnDecided
  metrics: AnalysisMetrics
}

async function findOverdue(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from alarm where verdict is null and deadline_at <= ${now}
    order by deadline_at limit ${BATCH} for update skip locked`.execute(tx)
  return rows.map((row) => row.id)
}

/** Filtered alarms to which pictures came that nobody has looked at in time. Locked with their tasks: the analysis may just end. */
async function findUnseen(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from analysis_task t join alarm a on a.id = t.alarm_id
    where t.release_at <= ${now} and a.verdict = 'false'
    order by t.release_at limit ${BATCH} for update of a, t skip locked`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Passes on, unverified, every alarm whose deadline has come, or that of pictures which joined it later. Needs nothing but the database: it works with no analysis
 * process running at all, and in every process at once.
 * @returns how many alarms were released
 */
export async function releaseOverdue(deps: DeadlineDeps): Promise<number> {
  const now = deps.clock.now()
  return inSystem(deps.db, async (tx) => {
    const overdue = [...(await findOverdue(tx, now)), ...(await findUnseen(tx, now))]
    for (const id of overdue) {
      const decided = await decideAlarm(tx, id, undefined, deps.onDecided, now)
      if (!decided) continue
      deps.metrics.verdicts.inc({ verdict: 'unverified', by: 'deadline' })
      deps.log.warn({ alarmId: id }, 'alarm passed on unverified at its deadline')
    }
    return overdue.length
  })
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
