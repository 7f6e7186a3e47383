import { setTimeout as wait } from 'node:timers/promises'
import { parseCronItems } from 'graphile-worker'
import type { Clock } from '../clock.ts'
import { createPool } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import { WAIT_SECONDS, type Metrics } from '../metrics.ts'
import { createTasks, TICK_PREFIX } from './create-tasks.ts'
import type { RegisteredJob, Tick } from './job.ts'
import { startWorkers, type Workers } from './start-workers.ts'

/** The dependencies of a runner. */
export interface JobRunnerOptions {
  /** The owner role's address. The runner opens separate connections, so that handlers cannot use them up. */
  url: string
  jobs: readonly RegisteredJob[]
  /**
   * Tasks at fixed times. They only check which work is due, and do or enqueue it. Schedules of sites and cameras, which have time zones,
   * are in tables instead. A tick that was missed while no worker ran is not repeated.
   */
  ticks?: readonly Tick[]
  log: Logger
  metrics?: Metrics
  /** The number of jobs that run at once. */
  concurrency?: number
  /** The interval of polls for jobs that are due, in milliseconds. New jobs are noticed at once. */
  pollMs?: number
  beatMs?: number
  /** A pool of workers is treated as dead after this many seconds without a heartbeat. */
  silentSeconds?: number
  /** The clock for ticks; tests set it back. */
  machineClock?: Clock
}

/** The workers of one process. */
export interface JobRunner {
  /** Stops taking jobs and waits for jobs in progress. After five seconds they are asked to stop, after ten they are abandoned. */
  stop(): Promise<void>
}

const RESTART_MS = 1_000
/** Handlers that ignore the request to stop are abandoned after this time, in milliseconds. Their jobs are retried. */
const STOP_MS = 10_000

/**
 * Starts to run jobs. If the workers end by themselves, for example after a long loss of the database, new workers are started.
 * @throws when a cron pattern is invalid, or the database cannot be reached now
 */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { log } = options
  const concurrency = options.concurrency ?? 4
  const cronItems = parseCronItems(
    (options.ticks ?? []).map(({ name, cron }) => ({
      task: TICK_PREFIX + name,
      match: cron,
      // The key keeps ticks from accumulating while no worker runs. A failed tick is not retried, since the next tick follows.
      options: { backfillPeriod: 0, maxAttempts: 1, jobKey: TICK_PREFIX + name },
    })),
  )
  const seconds = options.metrics?.histogram({
    name: 'job_seconds',
    help: 'How long jobs took',
    labels: ['job', 'result'],
    buckets: WAIT_SECONDS,
  })
  const pool = createPool(options.url, {
    name: 'winnow jobs',
    maxConnections: concurrency + 3,
    onError: (err) => log.warn({ err }, 'the job queue lost a connection'),
  })
  const stopping = new AbortController()

  // Each set of workers gets new handlers, which track only the jobs of this set.
  const start = async (): Promise<Workers> =>
    startWorkers(pool, {
      handlers: createTasks(options, (labels, value) => seconds?.observe(labels, value)),
      cronItems,
      log,
      concurrency,
      pollMs: options.pollMs ?? 1_000,
      beatMs: options.beatMs ?? 5_000,
      silentSeconds: options.silentSeconds ?? 30,
      ...(options.machineClock ? { machineClock: options.machineClock } : {}),
    })

  let current = await start().catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  /** Workers that have stopped taking jobs. Each promise resolves when their jobs in progress have ended. */
  const former = new Map<Workers, Promise<void>>()

  async function supervise(): Promise<void> {
    for (;;) {
      const workers = current
      const reason = await workers.ending
      const finished = workers.finish().finally(() => former.delete(workers))
      former.set(workers, finished)
      if (stopping.signal.aborted) return
      log.error({ err: reason }, 'the job workers ended and are started again')
      const next = await startAgain()
      if (!next) return
      current = next
      if (stopping.signal.aborted) current.end()
    }
  }

  /** Starts workers and retries until that succeeds. Undefined when the program stops before. */
  async function startAgain(): Promise<Workers | undefined> {
    for (;;) {
      await wait(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return undefined
      try {
        return await start()
      } catch (err) {
        log.warn({ err }, 'the job workers could not be started')
      }
    }
  }

  const supervision = supervise()
  return {
    async stop() {
      stopping.abort()
      current.end()
      await supervision
      const finished = Promise.all(former.values())
      const isLate = await Promise.race([finished.then(() => false), wait(STOP_MS, true, { ref: false })])
      if (isLate) {
        log.warn('jobs were left behind')
        await Promise.all([...former.keys()].map((workers) => workers.leave()))
      }
      await pool.end()
    },
  }
}
