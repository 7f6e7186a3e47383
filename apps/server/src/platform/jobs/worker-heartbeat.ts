import type { Pool } from 'pg'

/** Writes a pool's heartbeat. Returns false if the pool was declared dead meanwhile, so that its jobs may be running twice. */
export async function beat(pool: Pool, poolId: string, isFirst: boolean): Promise<boolean> {
  const { rowCount } = isFirst
    ? await pool.query(
        'insert into worker_heartbeat (pool_id) values ($1) on conflict (pool_id) do update set beat_at = now()',
        [poolId],
      )
    : await pool.query('update worker_heartbeat set beat_at = now() where pool_id = $1', [poolId])
  if (rowCount === 0) await beat(pool, poolId, true)
  return rowCount !== 0
}

/** Removes a pool that has ended, and gives back its unfinished jobs. */
export async function endBeat(pool: Pool, poolId: string): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers(array[$1])', [poolId])
  await pool.query('delete from worker_heartbeat where pool_id = $1', [poolId])
}

/**
 * Gives back the jobs of dead pools. graphile-worker itself waits four hours, since it cannot know whether a worker that locked a job is
 * alive. Here each pool writes a heartbeat every few seconds. Pools that hold jobs without any heartbeat are treated as dead too: they died
 * before their first heartbeat.
 *
 * All times are by the database's clock. Concurrent calls are safe.
 * @returns the ids of the pools that were declared dead
 */
export async function reapDeadPools(pool: Pool, silentSeconds: number): Promise<string[]> {
  const { rows } = await pool.query<{ pool_id: string }>(
    `with silent as (
      delete from worker_heartbeat where beat_at < now() - make_interval(secs => $1) returning pool_id
    ), mute as (
      select distinct locked_by from graphile_worker.jobs
      where locked_at < now() - make_interval(secs => $1)
        and not exists (select from worker_heartbeat where pool_id = locked_by)
    ), dead as (
      select pool_id from silent union select locked_by from mute
    ), freed as (
      select graphile_worker.force_unlock_workers(array(select pool_id from dead))
    )
    select pool_id from dead, freed`,
    [silentSeconds],
  )
  return rows.map((row) => row.pool_id)
}

/**
 * Gives back jobs that a live pool has locked without knowing it. That happens when the connection breaks between the lock and the reply,
 * or between the work and the storing of its result. {@link reapDeadPools} cannot distinguish such a job from a long job. graphile-worker
 * has no function for single jobs, so this function writes to its table; the version is pinned.
 * @param running the pool's jobs in progress
 * @returns the number of jobs that were given back
 */
export async function freeForgottenJobs(
  pool: Pool,
  poolId: string,
  running: readonly string[],
  silentSeconds: number,
): Promise<number> {
  const { rowCount } = await pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null
      where locked_by = $1 and locked_at < now() - make_interval(secs => $3) and id <> all ($2::bigint[])`,
    [poolId, running, silentSeconds],
  )
  return rowCount ?? 0
}
