import { setTimeout as delay } from 'node:timers/promises'
import { openNx, type NxLogged, type NxSession } from '@winnow/delivery'
import { type NxEvent, storedNxEvent } from '@winnow/intake'
import { sql } from 'kysely'
import { z } from 'zod'
import { ConnectError, type ConnectorKind, type Line } from '../../platform/connect/connector.ts'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { inOnePiece } from '../../platform/in-one-piece.ts'
import { createLimitedStore, type StoreWithinLimit } from '../connect/index.ts'
import { type FindNxServers, type NxServerEntry, placeNxEvent } from '../intake/index.ts'
import { NX_LOG_KIND } from './stored-servers.ts'
import { vmsConnectError } from './vms-failure.ts'

/** The settings of such a connection. */
const settings = z.object({ systemId: z.string() })

/** How often a log is read. */
const POLL_MS = 5_000
/** A session is given back before it ends by itself. */
const SESSION_MS = 90_000
/** Servers of one system write into one log, each a little late. What is read twice is known by then. */
const OVERLAP_MS = 15_000
const PAGE = 500
/** Clocks of systems may be ahead of ours. */
const AHEAD_MS = 86_400_000
/** An event that a rule has sent arrives within this time, before or after its entry by the clocks of both sides. */
const PUSHED_WITHIN_MS = 20_000
/** What a rule did that sends events to us. */
const PUSH_ACTION = 'execHttpRequestAction'
/** Marks messages that were read from a log. Those that a rule has sent have no key. */
const FROM_LOG = 'nx-log'
/** Keys of entries that are remembered. */
const MOST_SEEN = 5_000

interface Deps {
  preparedDb: Db
  findNxServers: FindNxServers
  /** Resolves after a time, or at once when the signal aborts. Tests pass their own. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined)

/** Logs in to the first server of the system that answers. */
async function logIn(line: Line, servers: readonly NxServerEntry[]): Promise<{ session: NxSession; host: string }> {
  let last = new ConnectError('closed')
  for (const { address } of servers) {
    // oxlint-disable-next-line no-await-in-loop -- one server is enough, so the next is asked only if this one fails
    const opened = await openNx(line.guard, address, { signal: line.signal })
    if (opened.ok) return { session: opened.value, host: address.host }
    last = vmsConnectError(opened.code, address.host)
  }
  throw last
}

const eventOf = (systemId: string, entry: NxLogged): NxEvent => ({
  systemId,
  serverId: entry.serverId,
  cameraId: entry.cameraId,
  cameraName: '',
  alarmType: entry.alarmType,
  alarmName: entry.alarmName,
  actionType: entry.actionType,
  alarmEventId: entry.alarmEventId,
  description: entry.description,
  at: entry.at.toISOString(),
})

const lowestIdAt = (ms: number): string => {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Whether the rule has sent the event itself. What was read from the log says nothing of that: its ids have the time of the reading. */
async function isPushed(db: Db, viewId: string, at: Date): Promise<boolean> {
  const [from, to] = [at.getTime() - PUSHED_WITHIN_MS, at.getTime() + PUSHED_WITHIN_MS]
  const rows = await inSystemAtOnce(
    db,
    sql<{ found: number }>`select 1 as found from signal where view_id = ${viewId} and source = 'digitalwatchdog'
      and idempotency_key is null and id between ${lowestIdAt(from)} and ${lowestIdAt(to)} limit 1`.compile(db),
  )
  return rows.length > 0
}

/** Where an entry was read, and how it is stored. */
interface Origin {
  systemId: string
  host: string
  store: StoreWithinLimit
  /** Whether what is read was missed while nothing read the log. */
  isLate: boolean
}

/** Stores an entry as the event that its rule would have sent, unless the rule has sent it. */
async function takeEntry(
  db: Db,
  line: Line,
  { systemId, host, store, isLate }: Origin,
  entry: NxLogged,
): Promise<void> {
  const { companyId } = line.connection
  const placed = await placeNxEvent(db, companyId, eventOf(systemId, entry))
  if (!placed) return
  const { event, mapped, mapping } = placed
  // Logs hold much that nobody calls an alarm. Those are alarms whose rule sends them here, or whose action a mapping names.
  const isWanted = entry.actionType === PUSH_ACTION || (mapping !== undefined && mapping.actionType !== '')
  if (!isWanted || (await isPushed(db, mapped.viewId, entry.at))) return
  const accept = async (): Promise<void> => {
    await line.acceptSignal({
      source: 'digitalwatchdog',
      body: inOnePiece(storedNxEvent(event, mapping?.eventType ?? null, '')),
      rawType: 'application/json',
      viewId: mapped.viewId,
      remoteAddress: host,
      idempotencyKey: FROM_LOG,
    })
  }
  await store(accept, isLate)
}

/**
 * The entries of the time that was asked for, in its order. Whoever answers with others would move the position to where nothing follows, and
 * no id can have their times.
 */
const inTime = (entries: readonly NxLogged[], since: number, until: number): NxLogged[] =>
  entries
    .filter(({ at }) => at.getTime() >= since && at.getTime() <= until)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())

/** Reads the event log of a system from where it was read before, so that an outage on our side loses no event. */
export function createNxLogConnector({ preparedDb, findNxServers, wait = waitFor }: Deps): ConnectorKind {
  /** Reads what is new, page by page. @returns the time up to which the log was read */
  async function readNew(line: Line, { session, from, seen, ...origin }: Reading): Promise<Date> {
    let position = from
    // The clock of the system may have been ahead, and set back since.
    let since = Math.min(from.getTime(), line.clock.now().getTime()) - OVERLAP_MS
    for (;;) {
      const durationMs = Math.max(line.clock.now().getTime() - since, 0) + AHEAD_MS
      // oxlint-disable-next-line no-await-in-loop -- a page says where the next one begins
      const page = await session.log({ since: new Date(since), durationMs, limit: PAGE })
      if (!page.ok) throw vmsConnectError(page.code, origin.host)
      line.isAlive()
      const entries = inTime(page.value, since, since + durationMs)
      for (const entry of entries) {
        const key = JSON.stringify(entry)
        if (seen.has(key)) continue
        try {
          // oxlint-disable-next-line no-await-in-loop -- in the order of the log, so that the position is true
          await takeEntry(preparedDb, line, origin, entry)
        } catch (error) {
          // What was taken is not taken again: it would use up the limit of its camera each time.
          // oxlint-disable-next-line no-await-in-loop -- the last thing that is done
          if (position > from) await line.keepPosition(position.toISOString())
          throw error
        }
        seen.add(key)
        if (seen.size > MOST_SEEN) seen.delete(seen.values().next().value ?? '')
        if (entry.at > position) position = entry.at
      }
      const last = entries.at(-1)
      if (last === undefined || entries.length < PAGE || line.signal.aborted) return position
      // oxlint-disable-next-line no-await-in-loop -- a later page may fail
      if (position > from) await line.keepPosition(position.toISOString())
      since = Math.max(last.at.getTime(), since + 1)
    }
  }

  return {
    kind: NX_LOG_KIND,
    async run(line) {
      const { systemId } = settings.parse(line.connection.settings)
      let position = new Date(line.connection.position ?? line.clock.now())
      let isKept = line.connection.position !== null
      const seen = new Set<string>()
      const store = createLimitedStore(line, wait)
      let isLate = true
      while (!line.signal.aborted) {
        // oxlint-disable-next-line no-await-in-loop -- one session after the other
        const servers = await findNxServers(line.connection.companyId, systemId)
        // oxlint-disable-next-line no-await-in-loop -- as above
        const { session, host } = await logIn(line, servers)
        const endsAt = line.clock.now().getTime() + SESSION_MS
        line.isUp()
        try {
          do {
            // oxlint-disable-next-line no-await-in-loop -- one look after the other
            const next = await readNew(line, { systemId, session, host, from: position, seen, store, isLate })
            isLate = false
            // oxlint-disable-next-line no-await-in-loop -- as above
            if (next > position || !isKept) await line.keepPosition(next.toISOString())
            position = next
            isKept = true
            // oxlint-disable-next-line no-await-in-loop -- as above
            await wait(POLL_MS, line.signal)
          } while (!line.signal.aborted && line.clock.now().getTime() < endsAt)
        } finally {
          void session.close()
        }
      }
    },
  }
}

interface Reading extends Origin {
  session: NxSession
  from: Date
  /** Entries that were read before. */
  seen: Set<string>
}
