import type { Pool } from 'pg'
import type { Logger } from '../log.ts'
import { dropFutureTimes } from './drop-future-times.ts'
import { beat, endBeat, freeForgottenJobs, reapDeadPools } from './worker-heartbeat.ts'

/**
 * Says regularly that a pool of workers lives, and looks for others that do not. Resolves after the first time.
 * @param options.running the jobs that the pool is working on
 * @returns stops it and takes the pool out of the list
 */
export async function keepBeating(
  pool: Pool,
  poolId: string,
  options: { log: Logger; beatMs: number; silentSeconds: number; running: ReadonlyMap<string, unknown> },
): Promise<() => Promise<void>> {
  const { log } = options
  let isFirst = true

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
      const forgotten = await freeForgottenJobs(pool, poolId, [...options.running.keys()], options.silentSeconds)
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
    // Left behind it only makes the reaper look at a pool without jobs.
    await endBeat(pool, poolId).catch((err: unknown) => log.debug({ err }, 'the heartbeat was left behind'))
  }
}
