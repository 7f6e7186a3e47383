import { setTimeout as wait } from 'node:timers/promises'
import { parseCronItems } from 'graphile-worker'
import type { Clock } from '../clock.ts'
import { createPool } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import { WAIT_SECONDS, type Metrics } from '../metrics.ts'
import { createTasks, TICK_PREFIX } from './create-tasks.ts'
import type { JobContext, RegisteredJob } from './job.ts'
import { startWorkers, type Workers } from './start-workers.ts'

/** Something done at fixed times by one of all workers: `* * * * *` is every minute. UTC. */
export interface Tick {
  name: string
  cron: string
  run: (context: JobContext) => Promise<void>
}

/** What a runner needs. */
export interface JobRunnerOptions {
  /** The owner role's address. The runner has its own few connections, so handlers cannot starve it of them. */
  url: string
  jobs: readonly RegisteredJob[]
  /**
   * Ticks only look what is due and do or enqueue it; schedules of sites and cameras live in tables and time zones, not here.
   * A tick that could not run while no worker did is not made up for.
   */
  ticks?: readonly Tick[]
  log: Logger
  metrics?: Metrics
  /** How many jobs run at once. */
  concurrency?: number
  /** How often to look for jobs whose time has come; new ones are heard of at once. */
  pollMs?: number
  beatMs?: number
  /** A pool of workers that said nothing for so long is taken for dead. */
  silentSeconds?: number
  /** The clock that ticks go by; tests set it back. */
  machineClock?: Clock
}

/** The workers of one process. */
export interface JobRunner {
  /** Takes no new jobs, waits for those that run (after five seconds they are asked to stop, after ten left behind) and ends. */
  stop(): Promise<void>
}

const RESTART_MS = 1_000
/** Handlers that do not listen when they are asked to stop are left behind after this; their jobs are tried again. */
const STOP_MS = 10_000

/**
 * Starts to work on jobs. When the workers end by themselves, as after a long loss of the database, others take their place.
 * @throws when a cron pattern is wrong, or the database cannot be reached now
 */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { log } = options
  const concurrency = options.concurrency ?? 4
  const cronItems = parseCronItems(
    (options.ticks ?? []).map(({ name, cron }) => ({
      task: TICK_PREFIX + name,
      match: cron,
      // The key keeps ticks from piling up while nobody works; a failed one is not tried again, since the next one comes.
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

  // Handlers of their own for each set of workers, so that each knows what it is doing itself.
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
  /** Workers that ended, with what they still do. */
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

  /** Tries until it works; undefined when the program stops before that. */
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
