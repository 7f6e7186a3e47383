import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parseCronItems, run, type Runner } from 'graphile-worker'
import { createPool } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { createTasks, TICK_PREFIX } from './create-tasks.ts'
import type { JobContext, RegisteredJob } from './job.ts'
import { keepBeating } from './keep-beating.ts'
import { createWorkerLogger } from './worker-logger.ts'

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
 * Starts to work on jobs. When the workers end by themselves, as after a long loss of the database, they are started again.
 * @throws when a cron pattern is wrong, or the database cannot be reached now
 */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { log } = options
  const concurrency = options.concurrency ?? 4
  const pool = createPool(options.url, {
    name: 'winnow jobs',
    maxConnections: concurrency + 3,
    onError: (err) => log.warn({ err }, 'the job queue lost a connection'),
  })
  // An error on a connection in use reaches its query as well; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const { tasks, running } = createTasks(options)
  const cronItems = parseCronItems(
    (options.ticks ?? []).map(({ name, cron }) => ({
      task: TICK_PREFIX + name,
      match: cron,
      // The key keeps ticks from piling up while nobody works; a failed one is not tried again, since the next one comes.
      options: { backfillPeriod: 0, maxAttempts: 1, jobKey: TICK_PREFIX + name },
    })),
  )
  const stopping = new AbortController()

  async function start(): Promise<{ runner: Runner; endBeating: () => Promise<void> }> {
    const events = new EventEmitter()
    let poolId = ''
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => (poolId = workerPool.id))
    const runner = await run({
      pgPool: pool,
      taskList: tasks,
      parsedCronItems: cronItems,
      concurrency,
      pollInterval: options.pollMs ?? 1_000,
      noHandleSignals: true,
      // Without batches graphile-worker does not wait for the query that ends a job, and when that fails, as it does when the
      // database goes away, the rejection that nobody handles ends the process. With them the workers end, and start again.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: createWorkerLogger(log),
      events,
    })
    const endBeating = await keepBeating(pool, poolId, {
      log,
      beatMs: options.beatMs ?? 5_000,
      silentSeconds: options.silentSeconds ?? 30,
      running,
    })
    return { runner, endBeating }
  }

  let current = await start().catch(async (error: unknown) => {
    await pool.end()
    throw error
  })

  async function supervise(): Promise<void> {
    for (;;) {
      const ended = await current.runner.promise.then(
        () => undefined,
        (error: unknown) => error,
      )
      await current.endBeating()
      if (stopping.signal.aborted) return
      log.error({ err: ended }, 'the job workers ended and are started again')
      const next = await startAgain()
      if (!next) return
      current = next
    }
  }

  /** Tries until it works; undefined when the program stops before that. */
  async function startAgain(): Promise<Awaited<ReturnType<typeof start>> | undefined> {
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
      const { runner } = current
      const stopped = runner.stop().catch((err: unknown) => log.debug({ err }, 'the job workers had ended already'))
      const isLate = await Promise.race([stopped.then(() => false), wait(STOP_MS, true, { ref: false })])
      if (isLate) await runner.kill().catch((err: unknown) => log.warn({ err }, 'jobs were left behind'))
      await supervision
      await pool.end()
    },
  }
}
