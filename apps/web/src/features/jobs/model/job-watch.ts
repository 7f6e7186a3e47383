import type { BackgroundJob } from '@winnow/contract'
import { FIRST_PAUSE_MS, nextPause } from './poll-pause.ts'
import { isActive } from './job-result.ts'

/** The background jobs that the console knows. */
export interface JobsState {
  /** The displayed jobs, oldest first. A job that has ended stays until it is dismissed. */
  jobs: readonly BackgroundJob[]
  hasError: boolean
}

export const NO_JOBS: JobsState = { jobs: [], hasError: false }

interface WatchDeps {
  /** Requests the active jobs, and the jobs of `watchIds` in any state. */
  fetchJobs: (watchIds: string[]) => Promise<BackgroundJob[]>
  /** Runs a function after a time, and returns a function that cancels it. */
  schedule: (run: () => void, ms: number) => () => void
  /** Whether the live stream announces changes of jobs. Then jobs are not polled. */
  isAnnounced: () => boolean
  onChange: (state: JobsState) => void
  onError: () => void
}

/** Follows the jobs of a user. */
export interface JobWatch {
  /** Requests the jobs now. If a request is in progress, another one follows it. */
  look(): void
  /** Plans the next request anew, because changes are no longer announced. */
  replan(): void
  /** Shows a job that was just started, and follows it. */
  track(job: BackgroundJob): void
  dismiss(id: string): void
  /** Ends the watch and forgets all jobs. */
  stop(): void
}

/**
 * Returns the displayed jobs after a request. A job that was requested and is missing in the reply is removed. A job that has ended, or
 * was tracked during the request, stays.
 */
function merge(
  shown: readonly BackgroundJob[],
  {
    fetched,
    asked,
    dismissed,
  }: { fetched: readonly BackgroundJob[]; asked: readonly string[]; dismissed: Set<string> },
): BackgroundJob[] {
  const byId = new Map(fetched.map((job) => [job.id, job]))
  const known = shown.flatMap((job) => byId.get(job.id) ?? (asked.includes(job.id) ? [] : job))
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...fetched.filter(({ id }) => !ids.has(id) && !dismissed.has(id))]
}

/**
 * Follows background jobs. Requests them at once, and again after a pause as long as there are active jobs, tracked jobs or an error. If
 * changes are announced, each announcement causes a request, and the pause is used only after errors.
 */
export function watchJobs({ fetchJobs, schedule, isAnnounced, onChange, onError }: WatchDeps): JobWatch {
  let state = NO_JOBS
  let pause = FIRST_PAUSE_MS
  let cancelPlan: (() => void) | undefined
  let isLooking = false
  let lookAgain = false
  let stopped = false
  const dismissed = new Set<string>()

  const change = (next: JobsState) => {
    state = next
    onChange(next)
  }
  const plan = () => {
    cancelPlan?.()
    const goesOn = state.jobs.some(isActive)
    if (stopped || !(state.hasError || goesOn) || (!state.hasError && isAnnounced())) return
    cancelPlan = schedule(() => void look(), pause)
  }
  async function look(): Promise<void> {
    if (isLooking) {
      lookAgain = true
      return
    }
    isLooking = true
    lookAgain = false
    try {
      const asked = state.jobs.filter(isActive).map(({ id }) => id)
      const fetched = await fetchJobs(asked)
      if (stopped) return
      pause = nextPause(pause, false)
      change({ jobs: merge(state.jobs, { fetched, asked, dismissed }), hasError: false })
    } catch {
      if (stopped) return
      pause = nextPause(pause, true)
      change({ ...state, hasError: true })
      onError()
    } finally {
      isLooking = false
    }
    if (lookAgain) void look()
    else plan()
  }
  return {
    look: () => void look(),
    replan: () => void (isLooking || plan()),
    track(job) {
      change({ ...state, jobs: [...state.jobs.filter(({ id }) => id !== job.id), job] })
      void look()
    },
    dismiss(id) {
      dismissed.add(id)
      change({ ...state, jobs: state.jobs.filter((job) => job.id !== id) })
    },
    stop() {
      stopped = true
      cancelPlan?.()
      change(NO_JOBS)
    },
  }
}
