import type { Pool } from 'pg'

/** Says that a pool of workers is alive. Answers false if it had been given up meanwhile: its jobs may be running twice. */
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

/** Takes a pool out that has ended, and gives back what it could not finish. */
export async function endBeat(pool: Pool, poolId: string): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers(array[$1])', [poolId])
  await pool.query('delete from worker_heartbeat where pool_id = $1', [poolId])
}

/**
 * Gives the jobs of dead pools back. graphile-worker itself waits four hours, since it cannot know whether a worker that locked
 * a job still lives; here each pool says so every few seconds. Pools that hold jobs and never said anything count too: they
 * died before their first word.
 *
 * All by the database's clock. Safe to be called by many at once.
 * @returns the pools that were given up
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
 * Gives back jobs that a living pool has locked without knowing it: the connection broke between the lock and the answer, or
 * between the work and the word that it is done. To the reaper they look like a long job. graphile-worker has no function for
 * single jobs, so this writes to its table; its version is pinned.
 * @param running the jobs that the pool is working on
 * @returns how many there were
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
