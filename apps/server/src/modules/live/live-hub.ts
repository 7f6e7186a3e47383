import type { LiveEvent } from '@winnow/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Clock, Ticker } from '../../platform/clock.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import { rightsOf } from '../access/index.ts'

/** The interval at which the rights of streams are checked. A stream must end within 5 s after the right to it has ended. */
const CHECK_EVERY_MS = 3_000

export interface OpenStream {
  sessionId: string
  /** The user's rights when the stream was opened. If they change, the stream ends, and the console opens a new one. */
  rights: string
  tell(event: LiveEvent): void
  /** The company of the user. Left out for a stream that gets no messages of {@link LiveHub.tellCompany}. */
  companyId?: string
  /** Whether the user may receive a message, by the nodes that it names. */
  mayHear?(event: LiveEvent): boolean
  end(): void
}

/** The open streams of this process. Ends a stream when its session has ended, its user was disabled, or the user's rights have changed. */
export interface LiveHub {
  add(stream: OpenStream): () => void
  /**
   * Sends a message to all streams of this process. The message is not an event and has no position. A client that misses it gets the same
   * information with its next ordinary request.
   */
  tellAll(event: LiveEvent): void
  /** Does the same for the users of a company who may see what the message is about. */
  tellCompany(companyId: string, event: LiveEvent): void
  /** Ends the streams of a session at once. */
  endSession(sessionId: string): void
  /** Checks all streams now, or resolves with the check in progress; for tests. */
  check(): Promise<void>
  count(): number
  stop(): void
}

interface SessionRow {
  id: string
  user_type: string
  extra_roles: string[]
  account_type: string
  suspended: boolean
  grants_version: string
}

export interface LiveHubDeps {
  db: Db
  clock: Clock
  ticker: Ticker
  log: Logger
  /** SQL condition on `session`: it was used recently. An open stream alone does not keep a session in use. */
  isInUse: (now: Date) => RawBuilder<SqlBool>
}

export function createLiveHub(deps: LiveHubDeps): LiveHub {
  const streams = new Set<OpenStream>()
  const check = async (): Promise<void> => {
    const open = [...streams]
    if (open.length === 0) return
    const now = deps.clock.now()
    const { rows } = await inSystem(deps.db, (tx) =>
      sql<SessionRow>`
        select session.id, u.user_type, u.extra_roles, u.account_type, c.suspended_at is not null as suspended,
          u.grants_version
        from session join app_user u on u.id = session.user_id join company c on c.id = session.company_id
        where session.id = any(${[...new Set(open.map(({ sessionId }) => sessionId))]}::uuid[])
          and session.ended_at is null and session.expires_at > ${now} and u.disabled_at is null
          and (session.impersonator_id is null or exists (select from session p join app_user i on i.id = p.user_id
            where p.id = session.parent_id and p.ended_at is null and p.expires_at > ${now}
              and i.disabled_at is null and i.user_type = 'SUPER_USER' and u.user_type <> 'SUPER_USER'))
          and ${deps.isInUse(now)}`.execute(tx),
    )
    const valid = new Map(rows.map((row) => [row.id, row]))
    for (const stream of open) {
      const row = valid.get(stream.sessionId)
      if (!row || rightsOf(row) !== stream.rights) stream.end()
    }
  }
  // Without the database, the rights of users are unknown. Ending all streams is safer than sending messages to the wrong user.
  const endAll = (err: unknown): void => {
    deps.log.error({ err }, 'live streams could not be checked; ending them')
    for (const stream of streams) stream.end()
  }
  let running: Promise<void> | undefined
  const endChecks = deps.ticker.every(CHECK_EVERY_MS, () => {
    if (running) return endAll(new Error('the last check has not ended yet'))
    running = check()
      .catch(endAll)
      .finally(() => {
        running = undefined
      })
  })
  return {
    add(stream) {
      streams.add(stream)
      return () => void streams.delete(stream)
    },
    tellAll(event) {
      for (const stream of streams) stream.tell(event)
    },
    tellCompany(companyId, event) {
      for (const stream of streams) if (stream.companyId === companyId && stream.mayHear?.(event)) stream.tell(event)
    },
    endSession(sessionId) {
      for (const stream of streams) if (stream.sessionId === sessionId) stream.end()
    },
    check: () => running ?? check(),
    count: () => streams.size,
    stop() {
      endChecks()
      for (const stream of streams) stream.end()
    },
  }
}
