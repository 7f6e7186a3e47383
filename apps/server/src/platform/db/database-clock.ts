import { sql } from 'kysely'
import { systemTicker, type Clock, type Ticker } from '../clock.ts'
import type { Logger } from '../log.ts'
import type { Db } from './transaction.ts'

const EVERY_MS = 1_000
/** The precision of the times that are read. */
const ROUNDING_MS = 1
/** A difference of more than this from the expected time means that the clock was set. A smaller difference is drift. */
const STEP_MS = 2_000

export interface DatabaseClock extends Clock {
  /** Reads the database's clock now. Rejects when the database cannot be reached. */
  look(): Promise<void>
  stop(): void
}

export interface DatabaseClockOptions {
  /** Reads the database's time. */
  read: () => Promise<Date>
  log: Logger
  ticker?: Ticker
  /** A monotonic clock, in milliseconds. */
  monotonic?: () => number
}

/** The current time of a database, to the millisecond. Not the start time of the transaction. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL answered without a time')
  return row.at
}

/**
 * The clock that all processes share: the database's. It is read once a second, and a monotonic clock advances it between two readings.
 * Machines with different clocks therefore agree on leases, deadlines and retries, and setting a machine's clock has no effect, except on
 * the database's machine. The clock advances while the database is unreachable.
 *
 * The time in an answer was read at an unknown moment between request and answer. If the clock agrees with one of these moments, it is not
 * changed. So slow answers do not make the clock less exact.
 */
export async function startDatabaseClock(options: DatabaseClockOptions): Promise<DatabaseClock> {
  const { log, ticker = systemTicker, monotonic = () => performance.now() } = options
  /** The database's time at monotonic time 0. */
  let origin: number | undefined

  const look = async (): Promise<void> => {
    const asked = monotonic()
    const at = (await options.read()).getTime()
    const answered = monotonic()
    if (origin !== undefined && origin + asked - ROUNDING_MS <= at && at <= origin + answered + ROUNDING_MS) return
    const next = at - (asked + answered) / 2
    const stepMs = origin === undefined ? 0 : next - origin
    origin = next
    if (Math.abs(stepMs) > STEP_MS) log.warn({ stepMs: Math.round(stepMs) }, "the database's clock was set")
  }
  await look()
  let isLooking = false
  const stop = ticker.every(EVERY_MS, () => {
    if (isLooking) return
    isLooking = true
    look()
      .catch((err: unknown) => log.debug({ err }, "the database's clock could not be read"))
      .finally(() => (isLooking = false))
  })
  return { now: () => new Date(Math.round((origin ?? 0) + monotonic())), look, stop }
}
