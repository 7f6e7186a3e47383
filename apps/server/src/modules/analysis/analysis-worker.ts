import { inSystem } from '../../platform/db/transaction.ts'
import { keepDoing } from '../../platform/keep-doing.ts'
import { newId } from '../../platform/ids.ts'
import type { AnalysisDeps } from './analysis-deps.ts'
import { claimTask } from './claim-task.ts'
import { repairLanes } from './finish-task.ts'
import { runTask } from './run-task.ts'
import { setAside } from './set-aside.ts'
import { createTimeNeeded } from './time-needed.ts'

/** The interval at which an idle worker polls, in milliseconds. Polling finds tasks of other processes and expired leases. */
const IDLE_MS = 500
const REPAIR_EVERY_MS = 60_000
/** The interval at which late tasks are set aside, in milliseconds. It is short, so that few tasks are started too late. */
const SET_ASIDE_EVERY_MS = 250

/** Gives tasks to the analysis processes. */
export interface AnalysisWorker {
  /** Signals that there may be work. It is cheap and may be called often. */
  wake(): void
  /** Stops claiming tasks. Resolves when the tasks in progress are done. After a few seconds they are aborted and given back. */
  stop(): Promise<void>
}

/** The time that a stop waits for analyses in progress, in milliseconds. Then they are aborted, and repeated after the next start. */
const STOP_GRACE_MS = 4_000

/**
 * Runs one loop for each job that the analysis processes can work on at once, and one more loop that meanwhile loads the next alarm.
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
          await runTask(deps, task, needed)
          needed.measured(performance.now() - began)
        }
        // Pauses only if nobody called `wake` during the claim, since the claim may have missed that work.
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
