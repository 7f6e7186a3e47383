import { sql } from 'kysely'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { keepDoing } from '../../platform/keep-doing.ts'
import type { Ticker } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { createReadingRate } from './reading-rate.ts'

const LOOK_EVERY_MS = 1_000
/** A message that would wait longer than this is not accepted: its alarm could not be passed on within a minute. */
const LONGEST_WAIT_MS = 30_000
/** Fewer unread messages than this are no backlog, however slow reading is at the moment. */
const FEW = 100
/** Counting stops at this number of unread messages. Further messages could not be read in time anyway. */
const MANY = 20_000
/**
 * To measure the reading rate, messages that were read are counted. The count includes messages that arrived up to `EARLIER_SECONDS` before
 * the oldest unread one, and restarts after `LOOKS_PER_COUNT` checks.
 */
const EARLIER_SECONDS = 30
const LOOKS_PER_COUNT = 30

/** The messages that wait to be read, in all processes. */
export interface ReadingBacklog {
  /** Whether a message that is accepted now will be read in time. */
  keepsUp(): boolean
  /** Checks the backlog now. */
  look(): Promise<void>
  stop(): Promise<void>
}

interface BacklogDeps {
  preparedDb: Db
  log: Logger
  ticker?: Ticker
  /** A monotonic clock, in milliseconds. */
  monotonic?: () => number
}

/** Counts the messages that no process has started to read. Messages that could not be read are left out, since they delay no others. */
async function countUnread(db: Db): Promise<{ unread: number; oldest: Date | null }> {
  const [row] = await inSystemAtOnce(
    db,
    sql<{ unread: number; oldest: Date | null }>`
      select count(*)::int as unread, min(received_at) as oldest from (
        select received_at from signal where state = 'stored' and lease_until is null limit ${MANY}) as waiting`.compile(
      db,
    ),
  )
  return row ?? { unread: 0, oldest: null }
}

async function countRead(db: Db, since: Date): Promise<number> {
  const [row] = await inSystemAtOnce(
    db,
    sql<{ read: number }>`
      select count(*)::int as read from signal where id >= app.uuid_from_time(${since}) and state = 'parsed'`.compile(
      db,
    ),
  )
  return row?.read ?? 0
}

/**
 * Tracks whether reading keeps up with intake. The expected wait of the next message is the number of unread messages divided by the
 * reading rate, which is measured while many wait. The age of the oldest message alone would show an overload only after half a minute,
 * when too many messages have been accepted already. Checks once a second, at almost no cost while few messages wait.
 */
export function createReadingBacklog(deps: BacklogDeps): ReadingBacklog {
  const { preparedDb: db, log, monotonic = () => performance.now() } = deps
  const rate = createReadingRate()
  let waitMs = 0
  let counting: { since: Date; looks: number } | undefined

  const look = async (): Promise<void> => {
    const { unread, oldest } = await countUnread(db)
    if (unread < FEW || oldest === null) {
      counting = undefined
      setWait(0)
      return
    }
    if (!counting || counting.looks >= LOOKS_PER_COUNT) {
      rate.restart()
      counting = { since: new Date(oldest.getTime() - EARLIER_SECONDS * 1000), looks: 0 }
    }
    counting.looks++
    const read = await countRead(db, counting.since)
    rate.measured(monotonic(), read)
    setWait(rate.timeFor(unread), unread)
  }
  const setWait = (ms: number, unread = 0): void => {
    const [before, after] = [waitMs <= LONGEST_WAIT_MS, ms <= LONGEST_WAIT_MS]
    waitMs = ms
    if (before && !after)
      log.warn({ unread, waitMs: Math.round(ms) }, 'reading does not keep up: senders are told to try again')
    if (after && !before) log.info({ unread }, 'reading keeps up again')
  }
  const looking = keepDoing({
    everyMs: LOOK_EVERY_MS,
    run: look,
    // If the check fails, the backlog is unknown. That does no harm: without the database, no messages can be accepted anyway.
    onError: (err) => log.debug({ err }, 'unread messages could not be counted'),
    ...(deps.ticker ? { ticker: deps.ticker } : {}),
  })
  return { keepsUp: () => waitMs <= LONGEST_WAIT_MS, look, stop: () => looking.stop() }
}
