import type { input, output } from 'zod'
import type { $ZodType } from 'zod/v4/core'
import type { Logger } from '../log.ts'

/** A kind of job: what it is called (imperative, `alarm.expire`) and what it is told. */
export interface Job<S extends $ZodType = $ZodType> {
  readonly name: string
  readonly payload: S
  readonly maxAttempts: number
}

/** What a handler knows besides its payload. */
export interface JobContext {
  /** 1 at the first try. */
  attempt: number
  /** No further try comes after this one. */
  isLastAttempt: boolean
  /** Aborted when the program stops and cannot wait any longer. */
  signal: AbortSignal
  log: Logger
}

/**
 * Does the job. A job may run twice (its process died after the work and before saying so, or was silent for too long), so a
 * handler does no harm when it repeats. Throwing means: again later, with growing pauses, until the attempts are used up.
 */
export type JobHandler<S extends $ZodType> = (payload: output<S>, context: JobContext) => Promise<void>

/** A job together with what does it. Only worker processes load it, and only when the first such job comes. */
export interface RegisteredJob {
  readonly job: Job
  readonly run: (payload: unknown, context: JobContext) => Promise<void>
}

/**
 * Defines a kind of job. Definitions are light: whoever enqueues imports this and not the handler.
 * @param options.maxAttempts the pauses between them grow from a second to hours; ten attempts take about nine hours.
 */
export function defineJob<S extends $ZodType>(
  name: string,
  payload: S,
  options: { maxAttempts?: number } = {},
): Job<S> {
  if (!/^[a-z]+(?:[.-][a-z]+)*$/.test(name)) throw new RangeError(`not a name for a job: ${name}`)
  return { name, payload, maxAttempts: options.maxAttempts ?? 10 }
}

/** What is given to `enqueue`: the payload before its schema has filled in what is left out. */
export type JobPayload<S extends $ZodType> = input<S>
