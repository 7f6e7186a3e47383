import { setTimeout as delay } from 'node:timers/promises'
import type { MilestoneGap } from '@winnow/contract'
import { openXprotect, type VmsCode, type XprotectSession } from '@winnow/delivery'
import { readEventPage, readEventsMessage, startSession, subscribe, type XprotectEvent } from '@winnow/intake'
import { sql } from 'kysely'
import { ConnectError, type ConnectorKind, type Line } from '../../platform/connect/connector.ts'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { vmsConnectError } from '../digital-watchdog/index.ts'
import { type EventsSocket, openEventsSocket, type SocketTiming, USUAL_TIMING } from './events-socket.ts'
import { type Position, readPosition, subscriptionMark } from './position.ts'
import { storeRecorders } from './see-recorders.ts'
import { type FindMilestone, MILESTONE_KIND, type StoredSystem } from './stored-system.ts'
import { createEventTaker } from './take-events.ts'

/** Events are stored by the system a little after they happened. What is read twice is known by its id. */
const OVERLAP_MS = 15_000
const PAGE = 500
/** Pages of one search. After as many, the rest of the time is told as a gap. */
const MOST_PAGES = 200
/** A system that has just started answers, but finds no events yet: how often it is asked again, and after which time. */
const MORE_TRIES = 3
const TRY_PAUSE_MS = 5_000
/** After as many searches that failed, the time is told as a gap. */
const MOST_SEARCHES = 3
/** How often it is noted that nothing came. */
const KEEP_MS = 60_000
/** Events before the answer to a command, such as those of a session that was resumed. */
const MOST_BEFORE_ANSWER = 20_000
const ANSWER_MS = 30_000
/** A shorter time without a connection is told only if nothing could be looked for. */
const SHORT_MS = 30_000

interface Deps {
  preparedDb: Db
  findMilestone: FindMilestone
  milestoneTiming?: SocketTiming
  /** Pages of one search. Tests pass their own. */
  milestonePages?: number
  /** Resolves after a time, or at once when the signal aborts. Tests pass their own. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined)

/** What belongs to one connection. */
interface Reading {
  db: Db
  line: Line
  row: StoredSystem
  session: XprotectSession
  socket: EventsSocket
  taker: ReturnType<typeof createEventTaker>
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  mostPages: number
  /** Moves with what is stored. */
  position: Position
}

/** Sends a command and waits for its answer. Events that come before it are returned, so that none is lost. */
async function ask(socket: EventsSocket, commandId: number, command: string) {
  const late = setTimeout(() => socket.close(new ConnectError('quiet')), ANSWER_MS)
  const events: XprotectEvent[] = []
  try {
    socket.send(command)
    while (events.length <= MOST_BEFORE_ANSWER) {
      // oxlint-disable-next-line no-await-in-loop -- one message after the other
      const message = readEventsMessage(await socket.next())
      if (message.kind === 'events') events.push(...message.events)
      if (message.kind !== 'reply' || message.commandId !== commandId) continue
      if (message.status === 401 || message.status === 403) throw new ConnectError('login')
      return { ...message, events }
    }
    throw new ConnectError('answer')
  } finally {
    clearTimeout(late)
  }
}

const keep = async ({ line, position }: Reading): Promise<void> => {
  await line.keepPosition(JSON.stringify(position))
}

/** Stores events in their order. The position moves behind each that is stored, or of no interest. */
async function takeAll(reading: Reading, events: readonly XprotectEvent[], isLate: boolean): Promise<number> {
  const { line, position, taker } = reading
  let stored = 0
  try {
    for (const event of events) {
      // oxlint-disable-next-line no-await-in-loop -- in their order, so that the position is true
      if (await taker.take(event, { isLate })) stored += 1
      const now = line.clock.now()
      const at = new Date(Math.min(event.at.getTime(), now.getTime())).toISOString()
      if (at > position.at) position.at = at
      if (isLate) continue
      position.aliveAt = now.toISOString()
      position.eventId = event.id
    }
  } finally {
    if (stored > 0) await keep(reading)
  }
  return stored
}

/** One page of the stored events. */
async function askPage({ session, line, wait }: Reading, query: Parameters<XprotectSession['events']>[0]) {
  for (let triesLeft = MORE_TRIES; ; triesLeft -= 1) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    const answer = await session.events(query)
    if (answer.ok || answer.code !== 'answer' || triesLeft === 0 || line.signal.aborted) return answer
    // oxlint-disable-next-line no-await-in-loop -- as above
    await wait(TRY_PAUSE_MS, line.signal)
  }
}

/** What came of a search: how many events were found, and why it ended before all were looked through. */
interface Searched {
  found: number
  problem: MilestoneGap['problem']
}

/**
 * Counts a search that failed. It is repeated with the next connection, as the system may only be slow to start; but not for ever, since what
 * happens now is not read meanwhile.
 */
function giveUpOrRepeat({ position, row }: Reading, code: VmsCode, from: string): 'unanswered' {
  position.failedSearches = position.at > from ? 1 : position.failedSearches + 1
  if (position.failedSearches < MOST_SEARCHES) throw vmsConnectError(code, row.host)
  return 'unanswered'
}

/** Looks for what happened after the position. */
async function search(reading: Reading): Promise<Searched> {
  const { line, position, mostPages } = reading
  const from = position.at
  const after = new Date(Math.min(new Date(from).getTime(), line.clock.now().getTime()) - OVERLAP_MS)
  let found = 0
  for (let page = 0; page < mostPages; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a page says whether there is another one
    const answer = await askPage(reading, { after, page, size: PAGE })
    if (!answer.ok && line.signal.aborted) throw new ConnectError('closed')
    if (!answer.ok && answer.code === 'login') return { found, problem: 'refused' }
    if (!answer.ok && answer.code === 'answer') return { found, problem: 'unanswered' }
    if (!answer.ok) return { found, problem: giveUpOrRepeat(reading, answer.code, from) }
    const read = readEventPage(answer.value)
    if (!read) return { found, problem: 'unanswered' }
    line.isAlive()
    const events = read.events.toSorted((a, b) => a.at.getTime() - b.at.getTime())
    // oxlint-disable-next-line no-await-in-loop -- as above
    found += await takeAll(reading, events, true)
    // What was not looked for is looked for next time.
    if (line.signal.aborted) throw new ConnectError('closed')
    if (read.rows < PAGE) return { found, problem: null }
  }
  return { found, problem: 'too-many' }
}

/** Notes the time without a connection, and what was found of it. */
async function noteGap({ db, row, position, line }: Reading, from: string, searched: Searched): Promise<void> {
  const to = line.clock.now().toISOString()
  const gap: MilestoneGap = { from, to, isSearched: searched.problem === null, ...searched }
  position.failedSearches = 0
  if (gap.isSearched && new Date(to).getTime() - new Date(from).getTime() < SHORT_MS) return
  if (!gap.isSearched) {
    line.log.warn({ gap }, 'not all events of a time without a connection could be looked for')
    position.at = to
  }
  await inSystemAtOnce(
    db,
    sql`update milestone_system set gap = ${JSON.stringify(gap)}::jsonb where id = ${row.id}`.compile(db),
  )
}

/** Resumes the session, after which nothing is missing; else begins one, and looks for what was missed. */
async function begin(reading: Reading, before: Position | undefined): Promise<void> {
  const { socket, position, line, row } = reading
  const types = row.event_types.map(({ id }) => id)
  const mark = subscriptionMark(types)
  const known = before?.eventId !== '' && before?.types === mark ? before : undefined
  const started = await ask(socket, 1, startSession(1, known?.sessionId ?? '', known?.eventId ?? ''))
  if ((started.status !== 200 && started.status !== 201) || started.sessionId === '') throw new ConnectError('answer')
  if (started.status === 200 && known) {
    line.isUp()
    position.sessionId = started.sessionId
    await takeAll(reading, started.events, false)
    return
  }
  const subscribed = await ask(socket, 2, subscribe(2, types))
  if (subscribed.status < 200 || subscribed.status > 299) throw new ConnectError('answer')
  line.isUp()
  // Until all was looked for there is no session to resume: what it would resume lies behind what is missing.
  Object.assign(position, { sessionId: '', eventId: '', types: mark })
  if (before) await noteGap(reading, before.aliveAt, await search(reading))
  Object.assign(position, { sessionId: started.sessionId, aliveAt: line.clock.now().toISOString() })
  await takeAll(reading, [...started.events, ...subscribed.events], false)
  await keep(reading)
}

/** Reads the events of XProtect systems by the Events and State WebSocket API. */
export const createMilestoneConnector = ({
  preparedDb: db,
  findMilestone,
  milestoneTiming = USUAL_TIMING,
  milestonePages: mostPages = MOST_PAGES,
  wait = waitFor,
}: Deps): ConnectorKind => ({
  kind: MILESTONE_KIND,
  async run(line) {
    const found = await findMilestone(line.connection.companyId)
    if (!found) throw new ConnectError('closed')
    const { row, address } = found
    const opened = await openXprotect(line.guard, address, { signal: line.signal })
    if (!opened.ok) throw vmsConnectError(opened.code, row.host)
    const session = opened.value
    const socket = await openEventsSocket(line, address, session.token, milestoneTiming)
    const before = readPosition(line.connection.position)
    const now = line.clock.now().toISOString()
    const taker = createEventTaker({
      db,
      line,
      systemId: row.system_id,
      host: row.host,
      eventTypes: row.event_types,
      wait,
    })
    const position = before
      ? { ...before }
      : { sessionId: '', eventId: '', at: now, aliveAt: now, types: '', failedSearches: 0 }
    const reading: Reading = { db, line, row, session, socket, taker, wait, mostPages, position }
    try {
      await begin(reading, before)
      // Bounded in time, and nothing waits for it.
      void seeRecorders(reading)
      await readOn(reading)
    } finally {
      socket.close()
      await keep(reading).catch((err: unknown) => line.log.warn({ err }, 'a position could not be kept'))
    }
  },
})

/** Learns where the pictures of the cameras are. */
async function seeRecorders({ db, line, row, session }: Reading): Promise<void> {
  try {
    const found = await session.recorders()
    if (found.ok) await storeRecorders({ db, guard: line.guard }, row, found.value)
    else line.log.warn({ code: found.code }, 'recording servers could not be listed')
  } catch (err) {
    line.log.warn({ err }, 'recording servers could not be looked at')
  }
}

/** Reads events until the connection ends. */
async function readOn(reading: Reading): Promise<never> {
  const { line, socket, position } = reading
  let keptAt = line.clock.now().getTime()
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one message after the other
    const message = readEventsMessage(await socket.next())
    const now = line.clock.now()
    position.aliveAt = now.toISOString()
    if (message.kind === 'events') {
      if (message.unread > 0) line.log.warn({ unread: message.unread }, 'events could not be read')
      // oxlint-disable-next-line no-await-in-loop -- as above
      await takeAll(reading, message.events, false)
    }
    if (now.getTime() - keptAt < KEEP_MS) continue
    keptAt = now.getTime()
    // oxlint-disable-next-line no-await-in-loop -- as above
    await keep(reading)
  }
}
