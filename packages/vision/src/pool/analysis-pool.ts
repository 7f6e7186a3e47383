import { AnalysisCrashed, PoolClosed } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { AlarmAnalysis } from '../alarm-analysis.ts'
import { AnalysisChild } from './analysis-child.ts'
import type { EndCause } from './analysis-child.ts'
import { describeFailures } from '../detect/load-networks.ts'
import { bytesOf, type Task } from './messages.ts'
import type { AnalysisPool, AnalysisPoolOptions, PoolStats } from './pool-types.ts'

const MIB = 1024 * 1024
const MEMORY_CHECK_MS = 200
/**
 * The number of jobs that a child has at once. While the networks work on one alarm, a second alarm waits for them with its frames already
 * compared, and the frames of a third alarm are decoded.
 */
const JOBS_AT_ONCE = 3
/** The number of consecutive failed starts after which waiting jobs are rejected. */
const FAILED_STARTS = 3
const RESTART_DELAY_MS = 250
const RESTART_DELAY_MAX_MS = 10_000

interface Waiting {
  task: Task
  /** Whether the job must run in a child without other jobs, because a child died while it ran this job and others. */
  isAlone: boolean
  resolve: (result: AlarmAnalysis | Uint8Array) => void
  reject: (error: Error) => void
}

function requireFile(result: AlarmAnalysis | Uint8Array): Uint8Array {
  if (!(result instanceof Uint8Array)) throw new TypeError('The analysis child answered another question.')
  return result
}

/** Creates child processes that decode files and run the models. A crash of FFmpeg, libvips or a model then does not affect the caller. */
export function createAnalysisPool(options: AnalysisPoolOptions): AnalysisPool {
  const memoryLimit = (options.memoryLimitMb ?? 1024) * MIB
  const recycleAfter = options.recycleAfter ?? 500
  const children = new Set<AnalysisChild>()
  const queue: Waiting[] = []
  const sums = { crashes: 0, restarts: 0, inferenceMs: 0, busyMs: 0, peakMemory: 0 }
  /** Children that run a single job that must be alone. */
  const alone = new Set<AnalysisChild>()
  let closing = false
  let wanted = 0
  let failedStarts = 0
  let restartTimer: NodeJS.Timeout | null = null
  let warmers: { resolve: () => void; reject: (error: Error) => void }[] = []
  let renewers: { resolve: () => void; reject: (error: Error) => void }[] = []
  let generation = 0
  let gone: (() => void) | null = null

  const memoryTimer = setInterval(() => {
    for (const child of children)
      if (child.isBusy) sums.peakMemory = Math.max(sums.peakMemory, child.checkMemory(memoryLimit))
  }, MEMORY_CHECK_MS)
  memoryTimer.unref()

  function spawn(): void {
    const heapMb = Math.max(128, Math.floor(memoryLimit / MIB / 2))
    const { packFolder, priority = 'low' } = options
    children.add(new AnalysisChild({ heapMb, packFolder, priority, generation, onReady, onEnd }))
  }

  const outdated = (): AnalysisChild[] => [...children].filter((child) => child.generation < generation)

  function onReady(child: AnalysisChild): void {
    failedStarts = 0
    const modelError = describeFailures(child.failures)
    if (modelError !== null) options.onModelError?.(modelError)
    const [replaced] = outdated().filter(({ isRetiring, isEnding }) => !isRetiring && !isEnding)
    if (replaced !== undefined && child.generation === generation) retire(replaced)
    pump()
  }

  function retire(child: AnalysisChild): void {
    child.isRetiring = true
    if (!child.isBusy) child.end(child.isReady ? 'recycle' : 'close')
  }

  /**
   * Starts the next replacement while children of an older generation are left. During this time there may be one child more than usual.
   */
  function renewOne(living: readonly AnalysisChild[]): void {
    const before = outdated()
    if (before.length === 0) {
      if (wanted > 0 && !living.some(({ isReady }) => isReady)) return
      for (const renewer of renewers.splice(0)) renewer.resolve()
      return
    }
    const isComing = living.some((child) => child.generation === generation && !child.isReady)
    const isWanted = before.some(({ isRetiring, isEnding }) => !isRetiring && !isEnding)
    if (isWanted && !isComing && living.length <= options.size && restartTimer === null) spawn()
  }

  function onEnd(child: AnalysisChild, why: EndCause): void {
    children.delete(child)
    sums.busyMs += child.busyMs
    options.onChildExit?.({ pid: child.pid ?? 0, code: child.process.exitCode, signal: child.process.signalCode, why })
    if (closing) {
      if (children.size === 0) gone?.()
      return
    }
    if (why !== 'recycle' && why !== 'close') sums.crashes += 1
    sums.restarts += 1
    if (why === 'start') startFailed()
    pump()
  }

  /**
   * Handles a failed start. The start is tried again with growing delays. After several failures jobs are rejected, and callers pass alarms
   * on.
   */
  function startFailed(): void {
    failedStarts += 1
    restartTimer ??= setTimeout(
      () => {
        restartTimer = null
        pump()
      },
      Math.min(RESTART_DELAY_MS * 2 ** failedStarts, RESTART_DELAY_MAX_MS),
    ).unref()
    if (failedStarts < FAILED_STARTS) return
    const error = new AnalysisCrashed('start')
    for (const renewer of renewers.splice(0)) renewer.reject(error)
    // If the children of the older generation still work, they continue.
    if ([...children].some(({ isReady, isEnding }) => isReady && !isEnding)) return
    for (const waiting of queue.splice(0)) waiting.reject(error)
    for (const warmer of warmers.splice(0)) warmer.reject(error)
  }

  function settleWarmers(): void {
    const ready = [...children].filter((child) => child.isReady && !child.isEnding).length
    if (ready < options.size) return
    for (const warmer of warmers.splice(0)) warmer.resolve()
  }

  const hasRoom = (child: AnalysisChild): boolean =>
    !child.isRetiring && child.load < JOBS_AT_ONCE && child.tasksDone + child.load < recycleAfter && !alone.has(child)

  /** Starts children as needed and assigns waiting jobs: to idle children first, then to the child that has worked the longest. */
  function pump(): void {
    if (closing) return
    const living = [...children].filter((child) => !child.isEnding)
    const busy = living.filter((child) => child.isBusy).length
    wanted = Math.min(options.size, Math.max(wanted, busy + queue.length))
    if (restartTimer === null) for (let count = living.length; count < wanted; count += 1) spawn()
    renewOne([...children].filter((child) => !child.isEnding))
    const ready = living.filter((child) => child.isReady)
    for (let given = true; given && queue.length > 0;) {
      const open = ready.filter(hasRoom).toSorted((a, b) => a.load - b.load || a.oldestSince - b.oldestSince)
      given = open.some((child) => give(child))
    }
    settleWarmers()
  }

  /**
   * Gives a child the next job and returns true. Returns false if there is no job, if the job must be alone and the child has other jobs,
   * or if the files of the job and of the child together exceed the limit of one alarm. The job then waits until a child is idle.
   */
  function give(child: AnalysisChild): boolean {
    const [next] = queue
    if (next === undefined) return false
    if (child.isBusy && (next.isAlone || child.bytes + bytesOf(next.task) > LIMITS.totalBytes)) return false
    queue.shift()
    void run(child, next)
    return true
  }

  async function run(child: AnalysisChild, waiting: Waiting): Promise<void> {
    const { task, isAlone, resolve, reject } = waiting
    const mediaIds = task.kind === 'analyse' ? task.job.media.map((media) => media.id) : []
    if (isAlone) alone.add(child)
    try {
      const answer = await child.run(task, () => options.onJobStart?.({ pid: child.pid ?? 0, mediaIds }))
      sums.inferenceMs += answer.inferenceMs
      resolve(answer.result)
    } catch (error) {
      if (child.diedWithSeveral && !closing) queue.unshift({ ...waiting, isAlone: true })
      else reject(error instanceof Error ? error : new Error(String(error)))
    }
    alone.delete(child)
    if ((child.isRetiring || child.tasksDone >= recycleAfter) && !child.isBusy) child.end('recycle')
    pump()
  }

  function newestReading(): Pick<PoolStats, 'loaded' | 'failures'> {
    const ready = [...children].filter((child) => child.isReady && !child.isEnding)
    const newest = ready.toSorted((a, b) => b.generation - a.generation)[0]
    return { loaded: newest?.loaded ?? [], failures: newest?.failures ?? [] }
  }

  function submit(task: Task): Promise<AlarmAnalysis | Uint8Array> {
    if (closing) return Promise.reject(new PoolClosed())
    return new Promise((resolve, reject) => {
      queue.push({ task, isAlone: false, resolve, reject })
      pump()
    })
  }

  const timeoutMs = options.timeoutMs ?? LIMITS.analysisMs
  return {
    size: options.size,
    jobsAtOnce: options.size * JOBS_AT_ONCE,
    analyse: async (job) => {
      const result = await submit({ kind: 'analyse', job, timeoutMs: job.timeoutMs ?? timeoutMs })
      if (result instanceof Uint8Array) throw new TypeError('The analysis child answered another question.')
      return result
    },
    annotate: async (job) => requireFile(await submit({ kind: 'annotate', job, timeoutMs })),
    clip: async (job) => requireFile(await submit({ kind: 'clip', job, timeoutMs: LIMITS.clipMakingMs })),
    warm: () =>
      new Promise((resolve, reject) => {
        if (closing) {
          reject(new PoolClosed())
          return
        }
        warmers.push({ resolve, reject })
        wanted = options.size
        pump()
      }),
    renew: () =>
      new Promise((resolve, reject) => {
        if (closing) {
          reject(new PoolClosed())
          return
        }
        generation += 1
        // Children that are still starting may have read the old packs or the new ones. They have no jobs, so they are ended.
        for (const child of children) if (!child.isReady) child.end('close')
        renewers.push({ resolve, reject })
        pump()
      }),
    stats: () => ({
      ...sums,
      busyMs: [...children].reduce((sum, child) => sum + child.busyMs, sums.busyMs),
      busy: [...children].filter((child) => child.isBusy).length,
      waiting: queue.length,
      modelError: describeFailures([...children].find(({ failures }) => failures.length > 0)?.failures ?? []),
      ...newestReading(),
    }),
    pids: () => [...children].flatMap((child) => child.pid ?? []),
    close: async () => {
      closing = true
      clearInterval(memoryTimer)
      if (restartTimer !== null) clearTimeout(restartTimer)
      const error = new PoolClosed()
      for (const waiting of queue.splice(0)) waiting.reject(error)
      for (const warmer of [...warmers.splice(0), ...renewers.splice(0)]) warmer.reject(error)
      if (children.size === 0) return
      await new Promise<void>((resolve) => {
        gone = resolve
        for (const child of children) child.end('close')
      })
    },
  }
}
