import type { Ticker } from '../../platform/clock.ts'
import { keepDoing, type Repeated } from '../../platform/keep-doing.ts'
import { releaseOverdue, type DeadlineDeps } from './release-overdue.ts'

const EVERY_MS = 500

export interface SweeperDeps extends DeadlineDeps {
  ticker?: Ticker
  /** Opens alarms for messages that nobody could read in time, so that they are passed on too. */
  openUnread: () => Promise<void>
}

/**
 * Keeps the deadline, twice a second until stopped: alarms are opened for what could not be read in time, and what is due is passed on. It
 * needs nothing but the database, in a process of its own as well as beside others.
 */
export function startDeadlineSweeper(deps: SweeperDeps): Repeated {
  const { log, ticker } = deps
  const run = async (): Promise<void> => {
    // What is overdue goes out also while alarms for unread messages cannot be opened.
    await deps.openUnread().catch((err: unknown) => log.error({ err }, 'unread messages could not be looked for'))
    await releaseOverdue(deps)
  }
  return keepDoing({
    everyMs: EVERY_MS,
    run,
    onError: (err) => log.error({ err }, 'deadlines could not be checked'),
    ...(ticker ? { ticker } : {}),
  })
}
