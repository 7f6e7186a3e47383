import type { JobHelpers, TaskList } from 'graphile-worker'
import { maskSecrets } from '../secret-values.ts'
import type { JobContext } from './job.ts'
import type { JobRunnerOptions } from './job-runner.ts'

/** Ticks are tasks of their own kind, so that none can be enqueued by mistake as a job. */
export const TICK_PREFIX = 'tick.'

/** What was done, how it ended (`done`, `failed`, `given up`) and how long it took. */
export type JobObserver = (labels: { job: string; result: string }, seconds: number) => void

/** The handlers as graphile-worker wants them, and what they are doing. */
export interface Tasks {
  tasks: TaskList
  /** Ids of the jobs that are being worked on, or were until a moment ago: the queue may not have heard of their end. */
  running: ReadonlyMap<string, unknown>
  /** Resolves when there are none. */
  idle(): Promise<void>
}

/** The last word on a finished job may take as long to be written. */
const LAST_WORD_MS = 1_000

/** Makes tasks of the handlers: each logged, measured, and its errors kept free of secrets. */
export function createTasks(
  options: Pick<JobRunnerOptions, 'jobs' | 'ticks' | 'log'>,
  observe: JobObserver = () => {},
): Tasks {
  const tasks: TaskList = {}
  const running = new Map<string, symbol>()
  const whenIdle: (() => void)[] = []

  /** Unless the job has been given out again meanwhile. */
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
        // Its text is stored with the job.
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
