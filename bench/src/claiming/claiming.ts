import { randomUUID } from 'node:crypto'
import { createDeadline } from '@winnow/domain'
import { claimTask, LEASE_MS, type ClaimedTask } from '@winnow/server/src/modules/analysis/claim-task.ts'
import { leaveLane } from '@winnow/server/src/modules/analysis/finish-task.ts'
import { setAside } from '@winnow/server/src/modules/analysis/set-aside.ts'
import { inSystem, type Db } from '@winnow/server/src/platform/db/transaction.ts'
import { sql } from 'kysely'
import type { Bench, Size } from '../bench.ts'
import { measure, summarise } from '../samples.ts'
import { openBenchDatabase } from '../seed/bench-database.ts'
import { printTable } from '../table.ts'

const VIEWS: Record<Size, number> = { small: 200_000, full: 200_000 }
/** Number of cameras with a new alarm, queued behind alarms that were already passed on. */
const FRESH = 100
/** Number of waiting alarms of one camera that sends far too many. */
const BACKLOG = 5_000
/** Tasks that are claimed and completed per measurement. */
const TASKS: Record<Size, number> = { small: 500, full: 10_000 }
const LOOPS = [1, 8] as const
const COMPANY = randomUUID()

/** Every camera has one waiting alarm. One camera has thousands, which came before all others. */
async function fillLanes(db: Db, views: number): Promise<void> {
  await inSystem(
    db,
    async (tx) => {
      await sql`truncate analysis_task, analysis_lane`.execute(tx)
      await sql`
        insert into analysis_lane (view_id, company_id, is_fresh)
        select md5('view ' || n)::uuid, ${COMPANY}, false
        from generate_series(0, ${views - 1}::int) n`.execute(tx)
      await sql`
        insert into analysis_task (view_id, company_id, alarm_id)
        select md5('view 0')::uuid, ${COMPANY}, gen_random_uuid() from generate_series(1, ${BACKLOG}::int)`.execute(tx)
      await sql`
        insert into analysis_task (view_id, company_id, alarm_id)
        select md5('view ' || n)::uuid, ${COMPANY}, gen_random_uuid() from generate_series(1, ${views - 1}::int) n`.execute(
        tx,
      )
    },
    { statementTimeoutMs: 0 },
  )
}

/** Adds alarms of some cameras at the end of the queue, whose deadlines have not passed. */
async function addFresh(db: Db, views: number): Promise<void> {
  await inSystem(db, async (tx) => {
    await sql`update analysis_lane set is_fresh = true where view_id in (
      select md5('view ' || n)::uuid from generate_series(${views - FRESH}::int, ${views - 1}::int) n)`.execute(tx)
    await sql`update analysis_task set in_time_until = now() + interval '1 hour' where view_id in (
      select md5('view ' || n)::uuid from generate_series(${views - FRESH}::int, ${views - 1}::int) n)`.execute(tx)
  })
}

/** Measures how many alarms are claimed before the last of the fresh ones. */
async function measureFresh(db: Db): Promise<{ seen: number; claims: number[] }> {
  const owner = randomUUID()
  const claims: number[] = []
  const isLeft = async () => {
    const { rows } = await inSystem(db, (tx) =>
      sql`select from analysis_task where in_time_until is not null limit 1`.execute(tx),
    )
    return rows.length > 0
  }
  while (await isLeft()) {
    const before = performance.now()
    const task = await claimTask(db, owner, new Date())
    claims.push(performance.now() - before)
    if (task) await inSystem(db, (tx) => leaveLane(tx, task, { done: true }))
  }
  return { seen: claims.length, claims }
}

interface Run {
  perSecond: number
  claims: number[]
  /** Tasks claimed from the camera with the backlog. */
  fromBacklog: number
}

/** Workers that claim tasks and complete them at once, as if analysis took no time, so that only the queue is measured. */
async function work(db: Db, loops: number, tasks: number, claim: typeof claimTask): Promise<Run> {
  const claims: number[] = []
  let fromBacklog = 0
  let left = tasks
  const noisy = await inSystem(db, (tx) => sql<{ id: string }>`select md5('view 0')::uuid as id`.execute(tx))
  const noisyId = noisy.rows[0]?.id
  const began = performance.now()
  const loop = async (): Promise<void> => {
    const owner = randomUUID()
    while (left-- > 0) {
      const before = performance.now()
      const task = await claim(db, owner, new Date())
      claims.push(performance.now() - before)
      if (!task) continue
      if (task.viewId === noisyId) fromBacklog++
      await inSystem(db, (tx) => leaveLane(tx, task, { done: true }))
    }
  }
  await Promise.all(Array.from({ length: loops }, loop))
  return { perSecond: (tasks * 1000) / (performance.now() - began), claims, fromBacklog }
}

/** The baseline, a simple first implementation: claims the oldest task of a camera that has no claimed task. */
async function claimOldest(db: Db, owner: string, now: Date): Promise<ClaimedTask | undefined> {
  return inSystem(db, async (tx) => {
    const { rows } = await sql<{ sequence: string; view_id: string; company_id: string; alarm_id: string }>`
      select t.sequence, t.view_id, t.company_id, t.alarm_id
      from analysis_task t join analysis_lane l on l.view_id = t.view_id
      where l.lease_until is null or l.lease_until < ${now}
      order by t.sequence limit 1 for update of l skip locked`.execute(tx)
    const row = rows[0]
    if (!row) return undefined
    await sql`update analysis_lane set lease_until = ${new Date(now.getTime() + LEASE_MS)}, lease_owner = ${owner}
      where view_id = ${row.view_id}`.execute(tx)
    await sql`update analysis_task set attempts = attempts + 1 where sequence = ${row.sequence}`.execute(tx)
    const { sequence, view_id: viewId, company_id: companyId, alarm_id: alarmId } = row
    return { sequence, viewId, companyId, alarmId, attempts: 1, owner }
  })
}

/** Measures how fast alarms are claimed when all cameras have waiting alarms and one camera has thousands at the head of the queue. */
export const bench: Bench = async ({ size }) => {
  const views = VIEWS[size]
  const database = await openBenchDatabase({
    name: 'claiming',
    version: '1',
    write: () => Promise.resolve(),
  })
  try {
    const commit = await measure(200, () =>
      inSystem(database.runtime, (tx) =>
        sql`insert into system_setting (key, value) values ('bench', '1') on conflict (key) do update set updated_at = now()`.execute(
          tx,
        ),
      ),
    )
    const rows: (string | number)[][] = []
    for (const [name, claim] of [
      ['Winnow', claimTask],
      ['oldest task first', claimOldest],
    ] as const) {
      await fillLanes(database.owner, views)
      for (const loops of LOOPS) {
        const run = await work(database.runtime, loops, TASKS[size], claim)
        const { p50, p95 } = summarise(run.claims)
        rows.push([name, `${loops}`, run.perSecond, p50, p95, `${run.fromBacklog} of ${TASKS[size]}`])
      }
    }
    console.log(
      `${views.toLocaleString('en')} cameras wait, one of them with ${BACKLOG.toLocaleString('en')} alarms that came first.`,
    )
    console.log(
      `A transaction of one row takes ${commit.p50.toFixed(1)} / ${commit.p95.toFixed(1)} ms (p50 / p95); a task takes two.`,
    )
    await fillLanes(database.owner, views)
    await addFresh(database.owner, views)
    const fresh = await measureFresh(database.runtime)
    const { p50, p95 } = summarise(fresh.claims)
    await inSystem(database.owner, (tx) =>
      sql`update analysis_task set in_time_until = now() where view_id in (select view_id from analysis_lane)`.execute(
        tx,
      ),
    )
    const marked = performance.now()
    await setAside(database.runtime, new Date(), { marginMs: 2_000, deadline: createDeadline(15) })
    console.log(
      `${FRESH} fresh alarms behind all of them were looked at within ${fresh.seen} claims of ${p50.toFixed(1)} / ${p95.toFixed(1)} ms (p50 / p95).`,
    )
    const seconds = (performance.now() - marked) / 1000
    console.log(
      `Setting aside the alarms of all cameras, none of which is in time any more, took ${seconds.toFixed(1)} s.`,
    )
    printTable(['line', 'workers', 'tasks/s', 'claim p50 ms', 'claim p95 ms', 'spent on the backlog'], rows)
  } finally {
    await database.close()
  }
}
