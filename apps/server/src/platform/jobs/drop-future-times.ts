import type { Pool } from 'pg'

/** What is further ahead was written before the clock was set back: nothing here is that long under way. */
const AHEAD_SECONDS = 60

/**
 * Brings what was written in the future back to now, after the database's clock was set back: words of workers that may be dead, locks, pauses
 * before another try, and times of ticks. They would count until the clock comes there again. What is to run at a time of its own stays, and
 * graphile-worker has no functions for this, so it writes to its tables; its version is pinned.
 * @returns how many jobs and ticks there were
 */
export async function dropFutureTimes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ dropped: number }>(
    `with beats as (
      update worker_heartbeat set beat_at = now() where beat_at > now() + make_interval(secs => $1)
    ), locks as (
      update graphile_worker._private_jobs set locked_at = now()
      where locked_at > now() + make_interval(secs => $1) returning id
    ), pauses as (
      update graphile_worker._private_jobs set run_at = now(), updated_at = now()
      where locked_at is null and run_at > now() and updated_at > now() + make_interval(secs => $1)
        and (attempts > 0 or run_at <= updated_at) returning id
    ), ticks as (
      update graphile_worker._private_known_crontabs set last_execution = now()
      where last_execution > now() + make_interval(secs => $1) returning identifier
    )
    select ((select count(*) from locks) + (select count(*) from pauses) + (select count(*) from ticks))::int as dropped`,
    [AHEAD_SECONDS],
  )
  return rows[0]?.dropped ?? 0
}
