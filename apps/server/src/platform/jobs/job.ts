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
  /** 1 for the first attempt. */
  attempt: number
  /** No attempt follows this one. */
  isLastAttempt: boolean
  /** Aborted when the program stops and cannot wait any longer. */
  signal: AbortSignal
  log: Logger
}

/**
 * Runs the job. A job may run twice (its process died after the work, or lost its heartbeat), so handlers must be idempotent. An error
 * means: retry later, with growing pauses, until the attempts are used up.
 */
export type JobHandler<S extends $ZodType> = (payload: output<S>, context: JobContext) => Promise<void>

/** A job with its handler. Only worker processes load it, when the first such job comes. */
export interface RegisteredJob {
  readonly job: Job
  readonly run: (payload: unknown, context: JobContext) => Promise<void>
}

/** A task that one of all workers runs at fixed times: `* * * * *` is every minute. UTC. */
export interface Tick {
  name: string
  cron: string
  run: (context: JobContext) => Promise<void>
}

/**
 * Defines a kind of job. A definition is light: code that enqueues imports it without the handler.
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
