import type { Pool } from 'pg'
import type { Logger } from '../log.ts'
import { dropFutureTimes } from './drop-future-times.ts'
import { beat, endBeat, freeForgottenJobs, reapDeadPools } from './worker-heartbeat.ts'

/**
 * Sends heartbeats of a pool of workers, and looks for pools without heartbeats. Resolves after the first heartbeat.
 * @param options.running the pool's jobs in progress
 * @returns a function that stops the heartbeats and removes the pool from the list
 */
export async function keepBeating(
  pool: Pool,
  poolId: string,
  options: { log: Logger; beatMs: number; silentSeconds: number; running: ReadonlyMap<string, unknown> },
): Promise<() => Promise<void>> {
  const { log } = options
  let isFirst = true
  let runningBefore: string[] = []

  async function once(): Promise<void> {
    try {
      const wasKnown = await beat(pool, poolId, isFirst)
      if (!wasKnown) log.warn({ poolId }, 'this process was taken for dead; some jobs may have run twice')
      isFirst = false
      const dropped = await dropFutureTimes(pool)
      if (dropped > 0)
        log.warn({ dropped }, 'jobs and ticks that lay in the future are due now: the clock was set back')
      const dead = await reapDeadPools(pool, options.silentSeconds)
      if (dead.length > 0) log.warn({ pools: dead }, 'jobs of dead workers were given back')
      // A job that ran at the last heartbeat may have ended since, while the database does not know it yet. If it were given back now, it
      // would run twice.
      const running = [...options.running.keys()]
      const known = [...new Set([...runningBefore, ...running])]
      runningBefore = running
      const forgotten = await freeForgottenJobs(pool, poolId, known, options.silentSeconds)
      if (forgotten > 0) log.warn({ jobs: forgotten }, 'jobs whose workers lost their connection were given back')
    } catch (err) {
      log.warn({ err }, 'the job workers could not say that they live')
    }
  }

  let working = once()
  await working
  const timer = setInterval(() => {
    working = working.then(once)
  }, options.beatMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await working
    // If the pool stays in the list, no harm is done: it has no jobs that could be given back.
    await endBeat(pool, poolId).catch((err: unknown) => log.debug({ err }, 'the heartbeat was left behind'))
  }
}
