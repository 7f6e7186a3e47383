import type { PackFailure } from '../detect/load-networks.ts'
import type { AlarmAnalysis, AnalysisJob, AnnotateJob } from '../types.ts'
import type { EndCause } from './analysis-child.ts'
import type { LoadedPack } from './messages.ts'

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
  /** How much of a busy machine the children get. Default `low`: less than whoever takes alarms in. */
  priority?: 'low' | 'lowest'
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
  /** The detectors at work in the child that read the packs last, and those that it could not load. */
  loaded: LoadedPack[]
  failures: PackFailure[]
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
  /**
   * Has the packs read anew: each child is replaced, one after the other, by one that starts now, and is let go when that is ready and its
   * own jobs are done. None waits for it and none is lost. Resolves when no child of before is left; rejects when new ones do not come
   * up, and the old ones go on.
   */
  renew(): Promise<void>
  readonly size: number
  /** Jobs it works on at the same time; more of them wait. */
  readonly jobsAtOnce: number
  stats(): PoolStats
  pids(): number[]
  /** Jobs that wait or run are rejected with PoolClosed; resolves when no child is left. */
  close(): Promise<void>
}
