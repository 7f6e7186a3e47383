import type { ConnectionProblem } from '@winnow/contract'
import type { Clock } from '../../platform/clock.ts'
import { ConnectError, type ConnectorKind, type Line } from '../../platform/connect/connector.ts'
import type { Logger } from '../../platform/log.ts'
import { backOffMs } from './back-off.ts'

/** What is known of a connection. */
export interface ConnectionState {
  isUp: boolean
  /** Since when it is up, or down. */
  since: Date
  lastUpAt: Date | null
  /** The last heartbeat or event. */
  seenAt: Date | null
  eventAt: Date | null
  /** Why it is down. Null while it is up. */
  problem: { code: ConnectionProblem; setting: string | null; at: Date } | null
}

export interface RunningConnector {
  state(): ConnectionState
  /** Ends the connector; resolves when it has ended. */
  stop(): Promise<void>
}

export interface RunDeps {
  clock: Clock
  log: Logger
  /** Resolves after this time, or at once when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 up to 1. */
  random: () => number
  /** Milliseconds of a clock that is never set. */
  monotonic: () => number
  /** Called after each change of `isUp` and of `problem`. */
  onChange: () => void
}

/** Problems after which a wrong password must not be tried soon again. */
const LOGINS: ReadonlySet<ConnectionProblem> = new Set<ConnectionProblem>(['login', 'events-login'])

/** Milliseconds after which a connection counts as steady. One that is lost sooner, again and again, is tried less and less often. */
const STEADY_MS = 60_000

/** The parts of a line that do not depend on the state. */
export type LineParts = Omit<Line, 'signal' | 'clock' | 'log' | 'isUp' | 'isAlive'>

/** Runs a connector once. @returns why it ended */
async function runToEnd(kind: ConnectorKind, line: Line): Promise<ConnectError> {
  try {
    await kind.run(line)
    return new ConnectError('closed')
  } catch (error) {
    if (error instanceof ConnectError) return error
    if (!line.signal.aborted) line.log.error({ err: error, connectionId: line.connection.id }, 'a connector failed')
    return new ConnectError('failed', { cause: error })
  }
}

/** What changes in the state of a connection that has ended. */
const endedBy = (
  { problem, setting }: ConnectError,
  { isUp }: ConnectionState,
  now: Date,
): Partial<ConnectionState> => ({
  isUp: false,
  ...(isUp ? { since: now, lastUpAt: now } : {}),
  problem: { code: problem, setting, at: now },
})

/** Runs a connector until it is stopped: starts it again after each end, with pauses that grow. */
export function runConnector(
  kind: ConnectorKind,
  parts: LineParts,
  before: ConnectionState,
  deps: RunDeps,
): RunningConnector {
  const { clock, onChange } = deps
  const ending = new AbortController()
  const { signal } = ending
  let state = before
  const set = (change: Partial<ConnectionState>): void => void (state = { ...state, ...change })
  const isAlive = (): void => set({ seenAt: clock.now() })

  /** One connection from its beginning to its end. */
  async function once(): Promise<{ problem: ConnectError; steady: boolean }> {
    let upSince: number | undefined
    const line: Line = {
      ...parts,
      signal,
      clock,
      log: deps.log,
      isUp() {
        if (upSince !== undefined || signal.aborted) return
        upSince = deps.monotonic()
        const now = clock.now()
        set({ isUp: true, since: state.isUp ? state.since : now, lastUpAt: now, seenAt: now, problem: null })
        onChange()
      },
      isAlive,
      async acceptSignal(event) {
        isAlive()
        const id = await parts.acceptSignal(event)
        set({ eventAt: clock.now() })
        return id
      },
    }
    const problem = await runToEnd(kind, line)
    return { problem, steady: upSince !== undefined && deps.monotonic() - upSince >= STEADY_MS }
  }

  async function keepConnected(): Promise<void> {
    for (let tries = 1; !signal.aborted; tries++) {
      const { problem, steady } = await once()
      if (signal.aborted) return
      if (steady) tries = 1
      set(endedBy(problem, state, clock.now()))
      onChange()
      await deps.wait(backOffMs(tries, deps.random(), { refusesLogin: LOGINS.has(problem.problem) }), signal)
    }
  }

  const running = keepConnected()
  return {
    state: () => state,
    async stop() {
      ending.abort()
      await running
    },
  }
}
