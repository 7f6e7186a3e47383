import { EventEmitter } from 'node:events'
import { run, type ParsedCronItem } from 'graphile-worker'
import type { Pool } from 'pg'
import { systemClock, systemTicker, type Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import type { Tasks } from './create-tasks.ts'
import { keepBeating } from './keep-beating.ts'
import { createWorkerLogger } from './worker-logger.ts'

/** The options of workers. */
export interface WorkersOptions {
  handlers: Tasks
  cronItems: ParsedCronItem[]
  log: Logger
  concurrency: number
  pollMs: number
  beatMs: number
  silentSeconds: number
  /** The machine's clock, by which graphile-worker runs ticks. */
  machineClock?: Clock
}

/** The smallest step back of the clock that needs a restart, in milliseconds. After a shorter step ticks are only a little late. */
const SET_BACK_MS = 60_000

/** Workers that run jobs until they are stopped, or end by themselves, for example after losing the database. */
export interface Workers {
  /** Resolves with the reason when the workers take no more jobs. Jobs in progress may continue. */
  readonly ending: Promise<unknown>
  /** Stops taking jobs. */
  end(): void
  /** After the end: waits for the jobs in progress, removes the heartbeat and gives back unfinished jobs. */
  finish(): Promise<void>
  /** Does the same as `finish` without waiting for jobs. */
  leave(): Promise<void>
}

/** Starts workers on connections of a pool. */
export async function startWorkers(pool: Pool, options: WorkersOptions): Promise<Workers> {
  const { handlers, log } = options
  const events = new EventEmitter()
  let poolId = ''
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => (poolId = workerPool.id))
  const closing = Promise.withResolvers<unknown>()
  events.on('pool:gracefulShutdown', ({ message }: { message: string }) => closing.resolve(message))
  const blind = findBlind(events)
  const runner = await run({
    pgPool: pool,
    taskList: handlers.tasks,
    parsedCronItems: options.cronItems,
    concurrency: options.concurrency,
    pollInterval: options.pollMs,
    noHandleSignals: true,
    // Without batches graphile-worker does not wait for the query that ends a job. If that query fails, for example because the database is
    // down, the unhandled rejection ends the process. With batches the workers end instead, and are started again.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: createWorkerLogger(log),
    events,
  })
  // Attached before the first await, because an unhandled rejection would end the process.
  const over = runner.promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  const endBeating = await keepBeating(pool, poolId, {
    log,
    beatMs: options.beatMs,
    silentSeconds: options.silentSeconds,
    running: handlers.running,
  })
  const setBack = watchMachineClock(options.machineClock ?? systemClock, options.beatMs)
  const end = (): void => {
    setBack.stop()
    runner.stop().catch((err: unknown) => log.debug({ err }, 'the job workers had ended already'))
  }
  void Promise.race([blind, setBack.happened]).then(end)
  return {
    ending: Promise.race([over, closing.promise, blind, setBack.happened]),
    end,
    async finish() {
      // When two batches of finished jobs fail at once, graphile-worker 0.18.0 counts one end too many (allgood() in its main.js runs for
      // each), and its promise never settles.
      await Promise.race([over, handlers.idle()])
      await endBeating()
    },
    leave: endBeating,
  }
}

/**
 * Resolves when this machine's clock was set back. graphile-worker 0.18.0 sleeps until the next minute of that clock (cron.js), so no tick
 * would run until the clock reaches that minute again. When the clock is set forward, it runs all missed minutes at once, which is harmless
 * since ticks have a key.
 */
function watchMachineClock(clock: Clock, everyMs: number): { happened: Promise<unknown>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  let last = clock.now()
  const stop = systemTicker.every(everyMs, () => {
    const now = clock.now()
    if (now.getTime() < last.getTime() - SET_BACK_MS) resolve(new Error("this machine's clock was set back"))
    last = now
  })
  return { happened: promise, stop }
}

/**
 * Resolves when the very first poll for jobs fails. graphile-worker 0.18.0 then looks up the numbers of its tasks, and caches a failure
 * forever (taskIdentifiers.js). Such workers send heartbeats and never find a job.
 */
function findBlind(events: EventEmitter): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  let sees = false
  const see = () => (sees = true)
  events.on('worker:getJob:empty', see)
  events.on('job:start', see)
  events.on('worker:getJob:error', ({ error }: { error: unknown }) => {
    if (!sees) resolve(error)
  })
  return promise
}
