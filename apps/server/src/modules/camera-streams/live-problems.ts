import type { ConnectionProblem } from '@winnow/contract'
import type { Clock } from '../../platform/clock.ts'
import type { ConnectError } from '../../platform/connect/connector.ts'

export interface LiveProblem {
  code: ConnectionProblem
  setting: string | null
  at: Date
}

/** A failure is told for this long. */
const PROBLEM_MS = 5 * 60_000
const MOST_PROBLEMS = 500

/** Why live views of cameras failed lately. */
export interface LiveProblems {
  note(viewId: string, error: ConnectError): void
  forget(viewId: string): void
  of(viewId: string): LiveProblem | undefined
}

export function createLiveProblems(clock: Clock): LiveProblems {
  const problems = new Map<string, LiveProblem>()
  return {
    note(viewId, { problem: code, setting }) {
      if (problems.size >= MOST_PROBLEMS) problems.clear()
      problems.set(viewId, { code, setting, at: clock.now() })
    },
    forget: (viewId) => void problems.delete(viewId),
    of(viewId) {
      const problem = problems.get(viewId)
      return problem && clock.now().getTime() - problem.at.getTime() < PROBLEM_MS ? problem : undefined
    },
  }
}
