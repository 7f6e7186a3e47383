import { AnalysisCrashed, PoolClosed } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { AlarmAnalysis, AnalysisJob, AnnotateJob } from '../types.ts'
import { AnalysisChild } from './analysis-child.ts'
import type { EndCause } from './analysis-child.ts'
import { bytesOf, type Task } from './messages.ts'

const MIB = 1024 * 1024
const MEMORY_CHECK_MS = 200
/**
 * Jobs a child has at once: while the networks look at one alarm, the next waits with its pictures compared, for what the first leaves
 * of them, and those of a third are decoded.
 */
const JOBS_AT_ONCE = 3
/** After this many starts in a row that failed, waiting jobs are given back instead of waiting for a miracle. */
const FAILED_STARTS = 3
const RESTART_DELAY_MS = 250
const RESTART_DELAY_MAX_MS = 10_000

/** A child that ended, for logs and metrics. */
export interface ChildExit {
  pid: number
  code: number | null
  signal: string | null
  why: EndCause
}

export interface AnalysisPoolOptions {
  /** Children, each with one network at work at a time. */
  size: number
  /** Folder of the installation's model packs; children read it when they start. Default: only the built-in detector. */
  packFolder?: string
  /** Resident memory at which a child is killed. Default 1024. */
  memoryLimitMb?: number
  /** Time for one job when the job names none. Default LIMITS.analysisMs. */
  timeoutMs?: number
  /** Jobs after which a child is replaced, so that leaks of native libraries stay small. Default 500. */
  recycleAfter?: number
  onChildExit?: (event: ChildExit) => void
  /** Called for each child that could not load some model. */
  onModelError?: (error: string) => void
  /** Called when a child has begun with a job; `mediaIds` is empty for `annotate`. */
  onJobStart?: (event: { pid: number; mediaIds: string[] }) => void
}

/** Sums since the pool was made; `inferenceMs / busyMs` tells how much of the children's time the models got. */
export interface PoolStats {
  busy: number
  waiting: number
  crashes: number
  restarts: number
  inferenceMs: number
  busyMs: number
  /** The most memory that a child was seen to hold, in bytes; 0 where the system does not tell. */
  peakMemory: number
  /** Why models could not be loaded in some child, null when all is well. */
  modelError: string | null
}

export interface AnalysisPool {
  /**
   * Looks at an alarm. Bad input resolves to an unverified analysis with problems; rejects with AnalysisCrashed when the child
   * died on it, AnalysisTimeout when time ran out, PoolClosed after `close`. Jobs of a child that died with several are run again, each
   * by itself, so that none is blamed for another.
   */
  analyse(job: AnalysisJob): Promise<AlarmAnalysis>
  /** Draws detections over a picture and returns a JPEG; rejects when the picture cannot be read. */
  annotate(job: AnnotateJob): Promise<Uint8Array>
  /** Starts every child and resolves when all have their models loaded; rejects when they do not come up. */
  warm(): Promise<void>
  readonly size: number
  /** Jobs it works on at the same time; more of them wait. */
  readonly jobsAtOnce: number
  stats(): PoolStats
  pids(): number[]
  /** Jobs that wait or run are rejected with PoolClosed; resolves when no child is left. */
  close(): Promise<void>
}

interface Waiting {
  task: Task
  /** To be run in a child that has nothing else, since one died on it or on another. */
  isAlone: boolean
  resolve: (result: AlarmAnalysis | Uint8Array) => void
  reject: (error: Error) => void
}

/** Child processes that decode and infer, so that whatever FFmpeg, libvips or a model does, the caller lives on. */
export function createAnalysisPool(options: AnalysisPoolOptions): AnalysisPool {
  const memoryLimit = (options.memoryLimitMb ?? 1024) * MIB
  const recycleAfter = options.recycleAfter ?? 500
  const children = new Set<AnalysisChild>()
  const queue: Waiting[] = []
  const sums = { crashes: 0, restarts: 0, inferenceMs: 0, busyMs: 0, peakMemory: 0 }
  /** Children that run a job by itself. */
  const alone = new Set<AnalysisChild>()
  let closing = false
  let wanted = 0
  let failedStarts = 0
  let restartTimer: NodeJS.Timeout | null = null
  let warmers: { resolve: () => void; reject: (error: Error) => void }[] = []
  let gone: (() => void) | null = null

  const memoryTimer = setInterval(() => {
    for (const child of children)
      if (child.isBusy) sums.peakMemory = Math.max(sums.peakMemory, child.checkMemory(memoryLimit))
  }, MEMORY_CHECK_MS)
  memoryTimer.unref()

  function spawn(): void {
    const heapMb = Math.max(128, Math.floor(memoryLimit / MIB / 2))
    children.add(new AnalysisChild({ heapMb, packFolder: options.packFolder, onReady, onEnd }))
  }

  function onReady(child: AnalysisChild): void {
    failedStarts = 0
    if (child.modelError !== null) options.onModelError?.(child.modelError)
    pump()
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

  /** A child that cannot even start is retried ever more slowly; meanwhile callers get their jobs back and fail open. */
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
    for (const waiting of queue.splice(0)) waiting.reject(error)
    for (const warmer of warmers.splice(0)) warmer.reject(error)
  }

  function settleWarmers(): void {
    const ready = [...children].filter((child) => child.isReady && !child.isEnding).length
    if (ready < options.size) return
    for (const warmer of warmers.splice(0)) warmer.resolve()
  }

  const hasRoom = (child: AnalysisChild): boolean =>
    child.load < JOBS_AT_ONCE && child.tasksDone + child.load < recycleAfter && !alone.has(child)

  /** Brings up children as needed and hands waiting jobs out: to idle children first, then to whichever has been at work the longest. */
  function pump(): void {
    if (closing) return
    const living = [...children].filter((child) => !child.isEnding)
    const busy = living.filter((child) => child.isBusy).length
    wanted = Math.min(options.size, Math.max(wanted, busy + queue.length))
    if (restartTimer === null) for (let count = living.length; count < wanted; count += 1) spawn()
    const ready = living.filter((child) => child.isReady)
    for (let given = true; given && queue.length > 0;) {
      const open = ready.filter(hasRoom).toSorted((a, b) => a.load - b.load || a.oldestSince - b.oldestSince)
      given = open.some((child) => give(child))
    }
    settleWarmers()
  }

  /**
   * Gives a child the next job, unless that has to wait for one that has nothing else, or its files and the child's would be more than
   * an alarm may have: then no child gets more, so that one is soon.
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
    if (child.tasksDone >= recycleAfter && !child.isBusy) child.end('recycle')
    pump()
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
    annotate: async (job) => {
      const result = await submit({ kind: 'annotate', job, timeoutMs })
      if (!(result instanceof Uint8Array)) throw new TypeError('The analysis child answered another question.')
      return result
    },
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
    stats: () => ({
      ...sums,
      busyMs: [...children].reduce((sum, child) => sum + child.busyMs, sums.busyMs),
      busy: [...children].filter((child) => child.isBusy).length,
      waiting: queue.length,
      modelError: [...children].map((child) => child.modelError).find((error) => error !== null) ?? null,
    }),
    pids: () => [...children].flatMap((child) => child.pid ?? []),
    close: async () => {
      closing = true
      clearInterval(memoryTimer)
      if (restartTimer !== null) clearTimeout(restartTimer)
      const error = new PoolClosed()
      for (const waiting of queue.splice(0)) waiting.reject(error)
      for (const warmer of warmers.splice(0)) warmer.reject(error)
      if (children.size === 0) return
      await new Promise<void>((resolve) => {
        gone = resolve
        for (const child of children) child.end('close')
      })
    },
  }
}
