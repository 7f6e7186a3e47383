import type { PackFailure } from '../detect/load-networks.ts'
import type { AlarmAnalysis, AnalysisJob } from '../alarm-analysis.ts'
import type { AnnotateJob, ClipJob } from '../types.ts'
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
  /** The number of child processes. Each runs one network at a time. */
  size: number
  /** Folder of the installation's model packs; children read it when they start. Default: only the built-in detector. */
  packFolder?: string
  /** Scheduling priority of the children. Default `low`: below the processes that receive alarms. */
  priority?: 'low' | 'lowest'
  /** The resident memory in MiB above which a child is killed. Default 1024. */
  memoryLimitMb?: number
  /** The time limit of a job without `timeoutMs`, in milliseconds. Default LIMITS.analysisMs. */
  timeoutMs?: number
  /** The number of jobs after which a child is replaced, so that memory leaks of native libraries stay small. Default 500. */
  recycleAfter?: number
  onChildExit?: (event: ChildExit) => void
  /** Called for each child that failed to load a model. */
  onModelError?: (error: string) => void
  /** Called when a child has started a job; `mediaIds` is empty for `annotate` and `clip`. */
  onJobStart?: (event: { pid: number; mediaIds: string[] }) => void
}

/** Sums since the pool was created. `inferenceMs / busyMs` is the share of the children's time that the models used. */
export interface PoolStats {
  busy: number
  waiting: number
  crashes: number
  restarts: number
  inferenceMs: number
  busyMs: number
  /** Peak memory measured in any child, in bytes; 0 where the system does not report it. */
  peakMemory: number
  /** The reason why a child failed to load models. Null if no model failed. */
  modelError: string | null
  /** The detectors that are loaded in the child that read the packs most recently. `failures` are the packs that it could not load. */
  loaded: LoadedPack[]
  failures: PackFailure[]
}

export interface AnalysisPool {
  /**
   * Analyses an alarm. Bad input resolves to an unverified analysis with problems. Rejects with AnalysisCrashed when the child died on it,
   * AnalysisTimeout when time ran out, PoolClosed after `close`. When a child dies with several jobs, each of them is run again alone, so
   * that no job fails because of another.
   */
  analyse(job: AnalysisJob): Promise<AlarmAnalysis>
  /** Draws detections over a picture and returns a JPEG; rejects when the picture cannot be read. */
  annotate(job: AnnotateJob): Promise<Uint8Array>
  /**
   * Makes an MP4 (H.264) of pictures with their detections drawn. Rejects when one of them cannot be read, or after LIMITS.clipMakingMs.
   */
  clip(job: ClipJob): Promise<Uint8Array>
  /** Starts every child. Resolves when all have loaded their models, and rejects if they do not start. */
  warm(): Promise<void>
  /**
   * Reloads the packs by replacing the children one after the other. A child ends when its replacement is ready and its own jobs are done,
   * so that no job is delayed or lost. Resolves when no old child is left. Rejects if new children fail to start. In this case the old
   * children continue.
   */
  renew(): Promise<void>
  readonly size: number
  /** Jobs that run at the same time; further jobs wait. */
  readonly jobsAtOnce: number
  stats(): PoolStats
  pids(): number[]
  /** Rejects waiting and running jobs with PoolClosed. Resolves when no child is left. */
  close(): Promise<void>
}
