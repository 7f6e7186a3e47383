import { CONNECTION_PROBLEMS, type RtspStatus } from '@winnow/contract'
import { LOST_MINUTES } from '../access/index.ts'

/** The columns of a connection that say how it goes. */
export interface StreamRow {
  is_up: boolean
  /** Until when the process that reads the stream answers for it. */
  lease_until: Date | null
  since: Date
  last_up_at: Date | null
  seen_at: Date | null
  event_at: Date | null
  problem: string | null
  problem_setting: string | null
  problem_at: Date | null
}

const FAILING_MS = LOST_MINUTES * 60_000

export const NO_STREAM: RtspStatus = { state: 'none', since: null, lastSeenAt: null, lastEventAt: null, problem: null }

/**
 * How the connection to a stream goes, in the five states that people are told. `wayInState` of `access` tells those of a camera by all its ways,
 * of which a stream is one; it is SQL, since lists count by it. Both call a connection failing after the same time.
 */
export function streamState(stored: StreamRow, now: Date): RtspStatus {
  const row = asItIs(stored, now)
  const code = CONNECTION_PROBLEMS.find((one) => one === row.problem)
  return {
    state: stateOf(row, now),
    since: row.since.toISOString(),
    lastSeenAt: row.seen_at?.toISOString() ?? null,
    lastEventAt: row.event_at?.toISOString() ?? null,
    problem: code ? { code, setting: row.problem_setting, at: (row.problem_at ?? row.since).toISOString() } : null,
  }
}

/** A stream that no process answers for any more is down since then. */
function asItIs(row: StreamRow, now: Date): StreamRow {
  if (!row.is_up || (row.lease_until !== null && row.lease_until >= now)) return row
  return { ...row, is_up: false, since: row.lease_until ?? row.since }
}

function stateOf({ is_up: isUp, since, last_up_at: lastUpAt }: StreamRow, now: Date): RtspStatus['state'] {
  if (isUp) return 'working'
  if (lastUpAt === null) return 'never'
  return now.getTime() - since.getTime() >= FAILING_MS ? 'failing' : 'silent'
}
