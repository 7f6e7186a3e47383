import { sql } from 'kysely'
import { systemTicker, type Clock, type Ticker } from '../clock.ts'
import type { Logger } from '../log.ts'
import type { Db } from './transaction.ts'

const EVERY_MS = 1_000
/** Times are read to the millisecond. */
const ROUNDING_MS = 1
/** What is further from what was expected than this was set, and did not just drift. */
const STEP_MS = 2_000

export interface DatabaseClock extends Clock {
  /** Looks at the database's clock now. Rejects where it cannot be reached. */
  look(): Promise<void>
  stop(): void
}

export interface DatabaseClockOptions {
  /** The database's time. */
  read: () => Promise<Date>
  log: Logger
  ticker?: Ticker
  /** Milliseconds of a clock that nobody can set. */
  monotonic?: () => number
}

/** The time of a database, to the millisecond, and not that at which a transaction began. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL answered without a time')
  return row.at
}

/**
 * The clock of all processes: that of the database which they share, looked at once a second and carried on by a clock that nobody can set. So
 * machines whose own clocks are apart agree on leases, deadlines and retries, and setting the clock of a machine changes nothing but where
 * the database runs. It goes on while the database is away.
 *
 * The time that was read lies between the request and the answer. As long as what was expected does too, it stays, so that slow answers make
 * it no worse.
 */
export async function startDatabaseClock(options: DatabaseClockOptions): Promise<DatabaseClock> {
  const { log, ticker = systemTicker, monotonic = () => performance.now() } = options
  /** The database's time when the monotonic clock stood at 0. */
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
