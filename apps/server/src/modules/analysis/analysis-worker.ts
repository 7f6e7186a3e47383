import { inSystem } from '../../platform/db/transaction.ts'
import { keepDoing } from '../../platform/keep-doing.ts'
import { newId } from '../../platform/ids.ts'
import type { AnalysisDeps } from './analysis-deps.ts'
import { claimTask } from './claim-task.ts'
import { repairLanes } from './finish-task.ts'
import { runTask } from './run-task.ts'
import { setAside } from './set-aside.ts'
import { createTimeNeeded } from './time-needed.ts'

/** How often an idle worker polls when nobody wakes it. Finds tasks of other processes and expired leases. */
const IDLE_MS = 500
const REPAIR_EVERY_MS = 60_000
/** How often tasks that can no longer be answered in time are set aside. Short enough that few of them are started in vain. */
const SET_ASIDE_EVERY_MS = 250

/** Keeps the analysis processes at work. */
export interface AnalysisWorker {
  /** Signals that there is work. Cheap, so call it freely. */
  wake(): void
  /** Stops claiming tasks. Resolves when those in progress are done, or given back after a few seconds. */
  stop(): Promise<void>
}

/** How long a stop waits for analyses in progress. The others are aborted and repeated after the next start. */
const STOP_GRACE_MS = 4_000

/**
 * Runs one loop for each job that the analysis processes can work on at once, and one more that loads the next alarm meanwhile.
 * @param options.graceMs how long a stop waits before it closes the pool; shorter in tests
 */
export function createAnalysisWorker(deps: AnalysisDeps, options: { graceMs?: number } = {}): AnalysisWorker {
  const stopping = new AbortController()
  const needed = createTimeNeeded(deps.deadline)
  let sleepers: (() => void)[] = []
  let wakes = 0

  const wake = (): void => {
    wakes++
    const waiting = sleepers
    sleepers = []
    for (const resume of waiting) resume()
  }
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, IDLE_MS)
      sleepers.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  const loop = async (): Promise<void> => {
    // Each loop has its own owner id. After a stall it must not release a lane that another loop has claimed meanwhile.
    const owner = newId()
    while (!stopping.signal.aborted) {
      try {
        const wakesBefore = wakes
        const task = await claimTask(deps.db, owner, deps.clock.now())
        if (task) {
          const began = performance.now()
          await runTask(deps, task)
          needed.measured(performance.now() - began)
        }
        // Work that arrived during the claim may have been missed.
        else if (!stopping.signal.aborted && wakes === wakesBefore) await rest()
      } catch (err) {
        deps.log.error({ err }, 'analysis worker failed; going on')
        await rest()
      }
    }
  }
  const loops = Array.from({ length: deps.pool.jobsAtOnce + 1 }, loop)
  const repair = keepDoing({
    everyMs: REPAIR_EVERY_MS,
    async run() {
      const repaired = await inSystem(deps.db, repairLanes)
      if (repaired > 0) deps.log.error({ repaired }, 'tasks without a lane were put back in line')
    },
    onError: (err) => deps.log.error({ err }, 'lanes could not be checked'),
  })
  const settingAside = keepDoing({
    everyMs: SET_ASIDE_EVERY_MS,
    run: () => setAside(deps.db, deps.clock.now(), { marginMs: needed.marginMs(), deadline: deps.deadline }),
    onError: (err) => deps.log.error({ err }, 'late tasks could not be set aside'),
  })
  return {
    wake,
    async stop() {
      stopping.abort()
      wake()
      const impatience = setTimeout(() => {
        deps.pool.close().catch((err: unknown) => deps.log.error({ err }, 'the analysis processes do not end'))
      }, options.graceMs ?? STOP_GRACE_MS)
      await Promise.all([...loops, repair.stop(), settingAside.stop()])
      clearTimeout(impatience)
    },
  }
}
