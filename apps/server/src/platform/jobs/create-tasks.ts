import type { JobHelpers, TaskList } from 'graphile-worker'
import { maskSecrets } from '../secret-values.ts'
import type { Logger } from '../log.ts'
import type { JobContext, RegisteredJob, Tick } from './job.ts'

/** The prefix of the names of ticks. With the prefix, no tick can be enqueued as a job by mistake. */
export const TICK_PREFIX = 'tick.'

/** Reports a job's name, its result (`done`, `failed`, `given up`) and its duration. */
export type JobObserver = (labels: { job: string; result: string }, seconds: number) => void

/** The handlers in the form of graphile-worker, and the jobs in progress. */
export interface Tasks {
  tasks: TaskList
  /** The ids of jobs in progress, and of jobs that have just ended, since the queue may not have stored their end yet. */
  running: ReadonlyMap<string, unknown>
  /** Resolves when no jobs are in progress. */
  idle(): Promise<void>
}

/** The longest time to store the result of a finished job, in milliseconds. */
const LAST_WORD_MS = 1_000

/** Wraps the handlers: logs and measures each, and removes secrets from its errors. */
export function createTasks(
  options: { jobs: readonly RegisteredJob[]; ticks?: readonly Tick[]; log: Logger },
  observe: JobObserver = () => {},
): Tasks {
  const tasks: TaskList = {}
  const running = new Map<string, symbol>()
  const whenIdle: (() => void)[] = []

  /** Removes a job from `running`, unless it was started again meanwhile. */
  function forget(id: string, turn: symbol): void {
    if (running.get(id) === turn) running.delete(id)
    if (running.size === 0) for (const resolve of whenIdle.splice(0)) resolve()
  }

  function add(name: string, work: (payload: unknown, context: JobContext) => Promise<void>): void {
    if (tasks[name]) throw new RangeError(`two handlers for the job ${name}`)
    tasks[name] = async (payload: unknown, { job, abortSignal }: JobHelpers) => {
      const log = options.log.child({ job: name, jobId: job.id })
      const isLastAttempt = job.attempts >= job.max_attempts
      const started = performance.now()
      let result = 'done'
      const turn = Symbol(job.id)
      running.set(job.id, turn)
      try {
        await work(payload, { attempt: job.attempts, isLastAttempt, signal: abortSignal, log })
      } catch (err) {
        result = isLastAttempt ? 'given up' : 'failed'
        if (isLastAttempt) log.error({ err, attempt: job.attempts }, 'a job failed for the last time')
        else log.warn({ err, attempt: job.attempts }, 'a job failed and is tried again')
        // The error's text is stored with the job.
        throw new Error(maskSecrets(String(err)), { cause: err })
      } finally {
        setTimeout(() => forget(job.id, turn), LAST_WORD_MS).unref()
        observe({ job: name, result }, (performance.now() - started) / 1_000)
      }
    }
  }

  for (const { job, run: work } of options.jobs) add(job.name, work)
  for (const tick of options.ticks ?? []) add(TICK_PREFIX + tick.name, (_payload, context) => tick.run(context))
  const idle = (): Promise<void> =>
    running.size === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve))
  return { tasks, running, idle }
}
