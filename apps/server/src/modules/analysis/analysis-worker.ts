import { inSystem } from '../../platform/db/transaction.ts'
import { keepDoing } from '../../platform/keep-doing.ts'
import { newId } from '../../platform/ids.ts'
import type { AnalysisDeps } from './analysis-deps.ts'
import { claimTask } from './claim-task.ts'
import { repairLanes } from './finish-task.ts'
import { runTask } from './run-task.ts'
import { setAside } from './set-aside.ts'
import { createTimeNeeded } from './time-needed.ts'

/** How long an idle worker rests when nobody wakes it: tasks of other processes, and leases that ran out. */
const IDLE_MS = 500
const REPAIR_EVERY_MS = 60_000
/** How often tasks are set aside that cannot be answered in time any more: soon enough that few are begun in vain. */
const SET_ASIDE_EVERY_MS = 250

/** Keeps the analysis processes at work. */
export interface AnalysisWorker {
  /** Says that there is work; cheap, call it often. */
  wake(): void
  /** Takes no more and resolves when what was begun is done, or given back after a few seconds. */
  stop(): Promise<void>
}

/** How long a stop waits for analyses that are under way; the rest is broken off and done after the next start. */
const STOP_GRACE_MS = 4_000

/**
 * One loop for each job that the analysis processes work on at once, and one more that loads the next alarm meanwhile.
 * @param options.graceMs how long a stop waits before it closes the pool; tests are less patient
 */
export function createAnalysisWorker(deps: AnalysisDeps, options: { graceMs?: number } = {}): AnalysisWorker {
  const stopping = new AbortController()
  const needed = createTimeNeeded(deps.deadlineSeconds)
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
    // Each loop holds lanes in its own name: after a stall, one must not give up what another has taken meanwhile.
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
        // Work that came while it looked may not have been seen.
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
    run: () =>
      setAside(deps.db, deps.clock.now(), { marginMs: needed.marginMs(), deadlineSeconds: deps.deadlineSeconds }),
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
