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
  /** Ids of the jobs that are being worked on. */
  running: ReadonlySet<string>
  /** Resolves when none is. */
  idle(): Promise<void>
}

/** Makes tasks of the handlers: each logged, measured, and its errors kept free of secrets. */
export function createTasks(
  options: Pick<JobRunnerOptions, 'jobs' | 'ticks' | 'log'>,
  observe: JobObserver = () => {},
): Tasks {
  const tasks: TaskList = {}
  const running = new Set<string>()
  const whenIdle: (() => void)[] = []

  function add(name: string, work: (payload: unknown, context: JobContext) => Promise<void>): void {
    if (tasks[name]) throw new RangeError(`two handlers for the job ${name}`)
    tasks[name] = async (payload: unknown, { job, abortSignal }: JobHelpers) => {
      const log = options.log.child({ job: name, jobId: job.id })
      const isLastAttempt = job.attempts >= job.max_attempts
      const started = performance.now()
      let result = 'done'
      running.add(job.id)
      try {
        await work(payload, { attempt: job.attempts, isLastAttempt, signal: abortSignal, log })
      } catch (err) {
        result = isLastAttempt ? 'given up' : 'failed'
        if (isLastAttempt) log.error({ err, attempt: job.attempts }, 'a job failed for the last time')
        else log.warn({ err, attempt: job.attempts }, 'a job failed and is tried again')
        // Its text is stored with the job.
        throw new Error(maskSecrets(String(err)), { cause: err })
      } finally {
        running.delete(job.id)
        if (running.size === 0) for (const resolve of whenIdle.splice(0)) resolve()
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
