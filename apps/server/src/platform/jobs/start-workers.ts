import { EventEmitter } from 'node:events'
import { run, type ParsedCronItem } from 'graphile-worker'
import type { Pool } from 'pg'
import { systemClock, systemTicker, type Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import type { Tasks } from './create-tasks.ts'
import { keepBeating } from './keep-beating.ts'
import { createWorkerLogger } from './worker-logger.ts'

/** What workers need. */
export interface WorkersOptions {
  handlers: Tasks
  cronItems: ParsedCronItem[]
  log: Logger
  concurrency: number
  pollMs: number
  beatMs: number
  silentSeconds: number
  /** The clock that graphile-worker's ticks go by. */
  machineClock?: Clock
}

/** Less than this is made up for by waiting. */
const SET_BACK_MS = 60_000

/** Workers that take jobs until they are stopped or, as after a loss of the database, end by themselves. */
export interface Workers {
  /** Resolves with the reason when they take no more jobs. What they are doing may go on. */
  readonly ending: Promise<unknown>
  /** Lets them take no more jobs. */
  end(): void
  /** After their end: waits for what they are doing, says they are gone and gives back what they could not finish. */
  finish(): Promise<void>
  /** The same without waiting. */
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
    // Without batches graphile-worker does not wait for the query that ends a job, and when that fails, as it does when the
    // database goes away, the rejection that nobody handles ends the process. With them the workers end, and start again.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: createWorkerLogger(log),
    events,
  })
  // Before anything is waited for: an end that nobody hears of would end the process.
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
      // When two batches of finished jobs fail at once, graphile-worker 0.18.0 counts one end too many (allgood() in its
      // main.js runs for each) and its own end never comes.
      await Promise.race([over, handlers.idle()])
      await endBeating()
    },
    leave: endBeating,
  }
}

/**
 * Resolves when this machine's clock was set back. graphile-worker 0.18.0 sleeps until the next minute by it (cron.js): no tick would run
 * until it comes there again. Set forward, it makes up for every minute at once, which ticks of one key bear.
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
 * Resolves when the very first look for jobs fails. graphile-worker 0.18.0 looks up the numbers of its tasks then, and keeps a failure for
 * ever (taskIdentifiers.js): such workers say that they live and never find a job.
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
