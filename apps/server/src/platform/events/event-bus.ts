import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClientBase } from 'pg'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import { furthestAhead } from '../db/has-run-out.ts'
import { openEventConnection } from './event-connection.ts'
import { type EventPosition, formatPosition, parsePosition } from './event-position.ts'
import { deleteOldEvents, readEventsBetween, readEventsSince, readSnapshot } from './event-queries.ts'
import { createEventReader, type EventReader, type Subscriber } from './event-reader.ts'
import { onWritten } from './publish.ts'
import { hadEnded, type Snapshot } from './snapshot.ts'

/** The handle that a subscriber gets: its position, and a function that ends the subscription. */
export interface Subscription {
  /**
   * The newest position. Send it with keep-alives, so that the position of a quiet stream does not become outdated. Undefined before the
   * first read.
   */
  position(): string | undefined
  close(): void
}

/** The stream of events of all processes, read once per process and handed to its subscribers. */
export interface EventBus {
  subscribe(subscriber: Subscriber): Subscription
  /** Reads now. Resolves when everything committed before the call has been delivered; rejects without a connection. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

/** The options of a bus. */
export interface EventBusOptions {
  /** The runtime role's address; the bus opens one connection for itself. */
  url: string
  clock: Clock
  log: Logger
  /**
   * The period of reads without a notification, in milliseconds. They find events of processes that died between commit and notification.
   */
  idleLookMs?: number
  /** How long events are kept for clients that reconnect. */
  keepSeconds?: number
}

/** A transaction of this process that is still open after this time is left to the periodic read. */
const PENDING_MS = 60_000
const FIRST_LOOK_MS = 2
const LAST_LOOK_MS = 200
/** A subscriber that missed more events than this must load everything again, because this is cheaper than sending the events. */
const MAX_MISSED = 2_000

/**
 * Starts to read events. Each committed event reaches each subscriber exactly once, as soon as it is committed. Transactions that commit
 * late do not delay other events (see `event-position.ts`).
 */
export function startEventBus(options: EventBusOptions): EventBus {
  const keepMs = (options.keepSeconds ?? 3_600) * 1_000
  const readers = new Set<EventReader>()
  /** Transactions of this process that have written events and are still open, with the time of their first event. */
  const pending = new Map<bigint, number>()
  let cursor: { at: Date; seen: Snapshot } | undefined
  let timer: NodeJS.Timeout | undefined
  let timerDueIn = Infinity
  let lookMs = FIRST_LOOK_MS
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined
  let cleanedAt = -Infinity
  let stopped = false

  const connection = openEventConnection({
    url: options.url,
    name: 'winnow live',
    channel: 'winnow_live',
    onNotified: () => lookWithin(0),
    onConnected: () => lookWithin(0),
    onError: (err) => options.log.warn({ err }, 'the live stream has no connection to the database'),
  })
  // The read belongs to the bus, not to the request whose transaction triggered it.
  const asBus = AsyncLocalStorage.snapshot()
  const stopHearing = onWritten((xid) =>
    asBus(() => {
      pending.set(xid, performance.now())
      lookMs = FIRST_LOOK_MS
      lookWithin(lookMs)
    }),
  )

  /** Ensures that a read happens within `ms` milliseconds. */
  function lookWithin(ms: number): void {
    if (stopped || ms >= timerDueIn) return
    clearTimeout(timer)
    timerDueIn = ms
    timer = setTimeout(() => {
      timerDueIn = Infinity
      // Without a connection there is nothing to read. Connecting triggers a read.
      if (!connection.client()) return
      refresh().catch((err: unknown) => {
        options.log.warn({ err }, 'the live stream could not be read')
        lookWithin(LAST_LOOK_MS)
      })
    }, ms)
    timer.unref()
  }

  /** Reads the events. Reads run one after another. Callers that arrive while a read waits to begin share it. */
  function refresh(): Promise<void> {
    queued ??= running.then(() => {
      queued = undefined
      const look = lookOnce()
      running = look.catch(() => {})
      return look
    })
    return queued
  }

  async function lookOnce(): Promise<void> {
    const client = connection.client()
    if (!client) throw new Error('the live stream has no connection to the database')
    const now = { at: options.clock.now(), seen: await advance(client, options.clock.now()) }
    cursor = now
    for (const reader of readers) {
      // oxlint-disable-next-line no-await-in-loop -- a connection answers its queries one after another
      if (!reader.caughtUp) await catchUpOrTellGap(client, reader, now)
    }
    if (settlePending(now)) await connection.notifyOthers()
    await clean(client)
    lookWithin(pending.size > 0 ? lookMs : (options.idleLookMs ?? 1_000))
    lookMs = Math.min(lookMs * 2, LAST_LOOK_MS)
  }

  /** Delivers the events committed since the last read to all subscribers that have caught up. */
  async function advance(client: ClientBase, at: Date): Promise<Snapshot> {
    const standing = [...readers].filter((reader) => reader.caughtUp)
    // Without subscribers the events need not be read.
    if (!cursor || standing.length === 0) return readSnapshot(client)
    const { snapshot, events } = await readEventsSince(client, cursor.seen, MAX_MISSED)
    const stretch = { from: cursor.seen, to: snapshot, at }
    for (const reader of standing) {
      // Each subscriber catches up alone after too many events, or if a restored database counts its transactions from a lower number.
      if (events.length > MAX_MISSED || snapshot.xmax < cursor.seen.xmax) reader.caughtUp = false
      else reader.handOut(events, stretch)
    }
    return snapshot
  }

  /** Catches one subscriber up. If a query fails, this subscriber gets `onGap`, so that the others need not wait for a retry. */
  async function catchUpOrTellGap(
    client: ClientBase,
    reader: EventReader,
    now: { at: Date; seen: Snapshot },
  ): Promise<void> {
    try {
      await catchUp(client, reader, now)
    } catch (err) {
      if (!connection.client()) throw err
      options.log.error({ err }, 'a reader of the live stream could not be brought up to date')
      reader.tellGap(now)
    }
    reader.caughtUp = true
  }

  /** Delivers the events between a subscriber's position and the position of the last read. */
  async function catchUp(client: ClientBase, reader: EventReader, now: { at: Date; seen: Snapshot }): Promise<void> {
    const start = reader.position()
    if (
      !start ||
      start.at.getTime() < now.at.getTime() - keepMs * 0.9 ||
      // The position is from before the clock was set back, so its age is unknown.
      start.at > furthestAhead(now.at, 0) ||
      (start.within?.batch ?? start.seen).xmax > now.seen.xmax
    ) {
      reader.tellGap(now)
      return
    }
    // The rest of a partly delivered batch is read separately, because a position can contain only one such batch.
    const stops = start.within ? [start.within.batch, now.seen] : [now.seen]
    let from: EventPosition = start
    for (const to of stops) {
      // oxlint-disable-next-line no-await-in-loop -- the second read begins where the first one ends
      const events = await readEventsBetween(client, { after: from, upTo: to, companyId: reader.companyId }, MAX_MISSED)
      if (events.length > MAX_MISSED) {
        reader.tellGap(now)
        return
      }
      reader.handOut(events, { from: from.seen, to, at: now.at })
      from = { at: now.at, seen: to }
    }
  }

  /** Forgets pending transactions that have ended or are too old. Returns whether there were any. */
  function settlePending(now: { seen: Snapshot }): boolean {
    const before = pending.size
    for (const [xid, since] of pending) {
      if (hadEnded(xid, now.seen) || performance.now() - since > PENDING_MS) pending.delete(xid)
    }
    return pending.size < before
  }

  async function clean(client: ClientBase): Promise<void> {
    if (performance.now() - cleanedAt < keepMs / 10) return
    cleanedAt = performance.now()
    await deleteOldEvents(client, keepMs / 1_000)
  }

  return {
    subscribe(subscriber) {
      // A new subscriber starts at the last read, so that it gets the events between this call and the next read.
      const start = subscriber.after ? parsePosition(subscriber.after) : cursor
      const reader = createEventReader(subscriber, start, (err) => {
        options.log.error({ err }, 'a subscriber of the live stream failed')
      })
      readers.add(reader)
      lookWithin(0)
      return {
        position() {
          const position = reader.position()
          return position && formatPosition(position)
        },
        close() {
          readers.delete(reader)
          reader.close()
        },
      }
    },
    refresh,
    async stop() {
      stopped = true
      clearTimeout(timer)
      stopHearing()
      for (const reader of readers) reader.close()
      readers.clear()
      await connection.close()
      await running
    },
  }
}
