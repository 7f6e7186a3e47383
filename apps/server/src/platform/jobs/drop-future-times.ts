import type { Pool } from 'pg'

/** Times further in the future than this were written before the clock was set back, because no correct time is so far ahead. */
const AHEAD_SECONDS = 60

/**
 * After the database's clock was set back, moves future times back to now: heartbeats of workers that may be dead, locks, retry pauses, and
 * times of ticks. Otherwise they would stay in effect until the clock reaches them again. Jobs scheduled for a time stay unchanged.
 * graphile-worker has no functions for this, so this function writes to its tables; the version is pinned.
 * @returns how many jobs and ticks were changed
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
