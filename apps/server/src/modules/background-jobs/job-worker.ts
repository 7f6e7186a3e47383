import type { Ticker } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { BackgroundJobKind } from '../../platform/jobs/background-job.ts'
import { keepDoing } from '../../platform/keep-doing.ts'
import { claimJob, LEASE_MS, releaseJob, renewLease } from './claim-job.ts'
import type { JobRow } from './job-queries.ts'
import { runJob, type RunDeps } from './run-job.ts'

/**
 * The number of jobs that a process begins at the same time: of different companies, if more than one company has jobs. A job that has begun
 * elsewhere and lost its process is taken on beyond that number, so that it never waits for the end of others.
 */
const AT_ONCE = 2
/** The interval at which a process polls for jobs, in milliseconds. A process that dies cannot wake the others. */
export const LOOK_EVERY_MS = 2_000

/** Works on background jobs in this process. */
export interface JobWorker {
  /** Signals that there may be a job. */
  wake(): void
  /** Releases its jobs and resolves when their steps have ended. Another process continues them at once. */
  stop(): Promise<void>
}

/** Starts to work on jobs of the given kinds. */
export function startJobWorker(deps: RunDeps & { ticker: Ticker }, kinds: readonly BackgroundJobKind[]): JobWorker {
  const { db, clock, log, ticker } = deps
  const owner = newId()
  const kindOf = new Map(kinds.map((kind) => [kind.name, kind]))
  const running = new Map<string, { ending: AbortController; done: Promise<void> }>()
  const stopping = new AbortController()
  let looking: Promise<void> | undefined

  async function work(row: JobRow, ending: AbortController): Promise<void> {
    const kind = kindOf.get(row.kind)
    if (!kind) return
    const beating = keepDoing({
      everyMs: LEASE_MS / 3,
      run: async () => {
        if (!(await renewLease(db, row.id, owner, clock.now()))) ending.abort()
      },
      onError: (err) => log.warn({ err, backgroundJob: row.id }, 'the lease of a job could not be renewed'),
      ticker,
    })
    try {
      await runJob(deps, kind, row, ending.signal)
    } catch (err) {
      log.error({ err, backgroundJob: row.id }, 'a job ended with an error; another try follows')
    } finally {
      await beating.stop()
      await releaseJob(db, row.id, owner).catch((err: unknown) => log.warn({ err }, 'a job could not be given back'))
    }
  }

  async function look(): Promise<void> {
    while (!stopping.signal.aborted && kindOf.size > 0) {
      const claim = { kinds: [...kindOf.keys()], owner, begunOnly: running.size >= AT_ONCE }
      const row = await claimJob(db, claim, clock.now())
      if (!row) return
      // This process runs the job already. Its lease had expired, for example because the clock was set, and the claim has renewed it.
      if (running.has(row.id)) return
      const ending = new AbortController()
      const done = work(row, ending).finally(() => {
        running.delete(row.id)
        wake()
      })
      running.set(row.id, { ending, done })
    }
  }

  function wake(): void {
    if (stopping.signal.aborted) return
    looking = Promise.resolve(looking)
      .then(look)
      .catch((err: unknown) => log.warn({ err }, 'jobs could not be looked up; trying again'))
  }

  const stopTicking = ticker.every(LOOK_EVERY_MS, wake)
  wake()
  return {
    wake,
    async stop() {
      stopping.abort()
      stopTicking()
      await looking
      for (const { ending } of running.values()) ending.abort()
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
