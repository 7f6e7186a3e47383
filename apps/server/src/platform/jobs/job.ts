import type { input, output } from 'zod'
import type { $ZodType } from 'zod/v4/core'
import type { Logger } from '../log.ts'

/** A kind of job: its name (imperative, `alarm.expire`) and the schema of its payload. */
export interface Job<S extends $ZodType = $ZodType> {
  readonly name: string
  readonly payload: S
  readonly maxAttempts: number
}

/** The context of a handler, besides its payload. */
export interface JobContext {
  /** The number of the attempt; 1 for the first. */
  attempt: number
  /** Whether this is the last attempt. */
  isLastAttempt: boolean
  /** Aborted when the program stops and cannot wait any longer. */
  signal: AbortSignal
  log: Logger
}

/**
 * Runs the job. A job may run twice (if its process dies after the work, or stops sending heartbeats), so handlers must be idempotent. If
 * the handler throws, the job is retried with growing pauses until the attempts are used up.
 */
export type JobHandler<S extends $ZodType> = (payload: output<S>, context: JobContext) => Promise<void>

/** A job with its handler. Only worker processes load the handler, when they get the first such job. */
export interface RegisteredJob {
  readonly job: Job
  readonly run: (payload: unknown, context: JobContext) => Promise<void>
}

/** A task that one of all workers runs at fixed times in UTC. The pattern `* * * * *` means every minute. */
export interface Tick {
  name: string
  cron: string
  run: (context: JobContext) => Promise<void>
}

/**
 * Defines a kind of job. A definition is small: code that enqueues the job imports it without the handler.
 * @param options.maxAttempts the pauses between attempts grow from a second to hours; ten attempts take about nine hours
 */
export function defineJob<S extends $ZodType>(
  name: string,
  payload: S,
  options: { maxAttempts?: number } = {},
): Job<S> {
  if (!/^[a-z]+(?:[.-][a-z]+)*$/.test(name)) throw new RangeError(`not a name for a job: ${name}`)
  return { name, payload, maxAttempts: options.maxAttempts ?? 10 }
}

/** The argument of `enqueue`: the payload before its schema adds defaults. */
export type JobPayload<S extends $ZodType> = input<S>
