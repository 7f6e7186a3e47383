import type { Ticker } from '../../platform/clock.ts'
import { keepDoing, type Repeated } from '../../platform/keep-doing.ts'
import { releaseOverdue, type DeadlineDeps } from './release-overdue.ts'

const EVERY_MS = 500

export interface SweeperDeps extends DeadlineDeps {
  ticker?: Ticker
  /** Opens alarms for messages that could not be read in time, so that these alarms are passed on too. */
  openUnread: () => Promise<void>
}

/**
 * Enforces the deadline, twice a second until stopped. It opens alarms for messages that could not be read in time, and passes on all
 * alarms that are due. It needs only the database, and can run in its own process or beside others.
 */
export function startDeadlineSweeper(deps: SweeperDeps): Repeated {
  const { log, ticker } = deps
  const run = async (): Promise<void> => {
    // Overdue alarms go out even if alarms for unread messages cannot be opened.
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
