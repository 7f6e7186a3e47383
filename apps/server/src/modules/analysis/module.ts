import { createAnalysisPool, type AnalysisPool } from '@winnow/vision'
import { packFolder } from '@winnow/vision/packs'
import type { Platform } from '../../platform/create-platform.ts'
import { newId } from '../../platform/ids.ts'
import type { Module, Running } from '../../platform/modules/module.ts'
import type { AnalysisDeps } from './analysis-deps.ts'
import { isAnalysisIdle, startAnalysisHeartbeat } from './analysis-heartbeat.ts'
import { createAnalysisMetrics, type AnalysisMetrics } from './analysis-metrics.ts'
import { registerByHand } from './analyse-by-hand.ts'
import { createAnalysisWorker } from './analysis-worker.ts'
import { startDeadlineSweeper } from './deadline-sweeper.ts'
import { readBehind, showBacklogs, type Behind } from './read-backlogs.ts'

interface Needs extends Pick<Platform, 'env' | 'db' | 'clock' | 'log' | 'metrics' | 'deadline'> {
  /** The pool that tests use. Otherwise the module creates one. */
  pool?: AnalysisPool
}

interface Services {
  /** Undefined in a process that does not analyse. */
  pool: AnalysisPool | undefined
  analysisMetrics: AnalysisMetrics
  /** Returns whether no process runs analyses. */
  analysisIdle: () => Promise<boolean>
  /** Returns the backlogs that wait for longer than they should. */
  behind: () => Promise<(keyof Behind)[]>
}

interface Uses
  extends Services, Omit<AnalysisDeps, 'pool' | 'metrics'>, Pick<Platform, 'ticker' | 'wakes' | 'metrics'> {
  /** Opens alarms for messages that could not be read in time. `runsForMs`: the time since the start of this process. */
  openUnread: (runsForMs: number) => Promise<void>
}

const createPool = ({ env, log }: Needs): AnalysisPool =>
  createAnalysisPool({
    size: env.analysisProcesses,
    packFolder: packFolder(env.dataDir),
    onModelError: (error) => log.error({ error }, 'a detector cannot be used'),
    onChildExit: (exit) => log.warn(exit, 'an analysis process ended'),
  })

export const analysisModule: Module<Uses, Needs, Services> = {
  name: 'analysis',
  tables: {
    analysis_lane: { rows: 'kept' },
    analysis_task: { rows: [{ kind: 'with', table: 'alarm', column: 'alarm_id' }] },
    view_memory: { rows: 'kept' },
  },
  make(needs) {
    const { env, db, clock, metrics } = needs
    const pool = needs.pool ?? (env.roles.includes('worker') ? createPool(needs) : undefined)
    return {
      services: {
        pool,
        analysisMetrics: createAnalysisMetrics(metrics),
        analysisIdle: () => isAnalysisIdle(db, clock.now()),
        behind: async () => Object.keys(await readBehind(needs)) as (keyof Behind)[],
      },
      close: () => pool?.close(),
    }
  },
  routes: registerByHand,
  work(deps): Running[] {
    const { pool, wakes } = deps
    if (!pool) return []
    const worker = createAnalysisWorker({ ...deps, pool, metrics: deps.analysisMetrics })
    wakes.on('analysis', () => worker.wake())
    const heartbeat = startAnalysisHeartbeat({ ...deps, id: newId() })
    return [
      { name: 'analysis', stop: () => worker.stop() },
      { name: 'heartbeat', stop: () => heartbeat.stop() },
    ]
  },
  // Runs in every process, since it needs only the database. So overdue alarms are passed on even if no worker process runs.
  workEverywhere(deps): Running[] {
    const startedAt = performance.now()
    showBacklogs(deps)
    const sweeper = startDeadlineSweeper({
      ...deps,
      metrics: deps.analysisMetrics,
      openUnread: () => deps.openUnread(performance.now() - startedAt),
    })
    return [{ name: 'deadlines', stop: () => sweeper.stop() }]
  },
}
