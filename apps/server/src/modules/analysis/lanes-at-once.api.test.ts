import { setImmediate as nextRound } from 'node:timers/promises'
import { createDeadline } from '@winnow/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { claimTask, LEASE_MS } from './claim-task.ts'
import { enqueueAnalysis } from './enqueue-analysis.ts'
import { leaveLane, repairLanes } from './finish-task.ts'
import { setAside } from './set-aside.ts'

const FILERS = 6
const ALARMS_OF_EACH = 30
/** Few lanes, so that all actions compete for them constantly. */
const VIEWS = Array.from({ length: 3 }, newId)
const COMPANY = newId()
const DEADLINE = 15

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const now = new Date()
const later = (ms: number) => new Date(now.getTime() + ms)

/** Counts tasks without a lane, in one snapshot of the database. */
async function countLost(): Promise<number> {
  const { rows } = await inSystem(database.runtime, (tx) =>
    sql<{ lost: number }>`
      select count(*)::int as lost from analysis_task t
      where not exists (select from analysis_lane l where l.view_id = t.view_id)`.execute(tx),
  )
  return rows[0]?.lost ?? 0
}

/** Adds alarms to their lanes. Every third alarm is added again at once, like an alarm that gets pictures during its analysis. */
async function file(filer: number, filed: Set<string>): Promise<void> {
  for (let n = 0; n < ALARMS_OF_EACH; n++) {
    const alarm = { id: newId(), companyId: COMPANY, viewId: VIEWS[(filer + n) % VIEWS.length] ?? '' }
    const times = { inTimeUntil: later(n % 4 === 0 ? -1 : DEADLINE * 1000), releaseAt: null }
    filed.add(alarm.id)
    for (let rest = n % 3 === 0 ? 2 : 1; rest > 0; rest--)
      await inSystem(database.runtime, (tx) => enqueueAnalysis(tx, alarm, times, now))
  }
}

it('no task is ever without its lane while alarms are added, claimed, finished, set aside and taken over concurrently', async () => {
  const filed = new Set<string>()
  const done = new Set<string>()
  const filing = new AbortController()
  let lost = 0

  /** @param aheadMs how far this worker's clock is ahead. A worker that is ahead by more than a lease takes over the leases of others */
  const work = async (aheadMs: number): Promise<void> => {
    const owner = newId()
    for (let claims = 0, idle = 0; !filing.signal.aborted || idle < 3; claims++) {
      const task = await claimTask(database.runtime, owner, later(claims % 5 === 0 ? aheadMs : 0))
      if (!task) {
        idle += 1
        await nextRound()
        continue
      }
      idle = 0
      // Every seventh task needs another analysis, and every eleventh task is abandoned.
      const again = { inTimeUntil: later(DEADLINE * 1000), releaseAt: null }
      const result =
        claims % 7 === 0
          ? { done: false as const, again }
          : claims % 11 === 0
            ? { done: false as const }
            : { done: true as const }
      await inSystem(database.runtime, (tx) => leaveLane(tx, task, result))
      if (result.done) done.add(task.alarmId)
    }
  }
  const watch = async (): Promise<void> => {
    while (!filing.signal.aborted) {
      lost += await countLost()
      await setAside(database.runtime, later(DEADLINE * 500), { marginMs: 2_000, deadline: createDeadline(DEADLINE) })
    }
  }
  const working = Promise.all([work(0), work(LEASE_MS + 1_000), watch()])
  await Promise.all(Array.from({ length: FILERS }, (_none, filer) => file(filer, filed)))
  filing.abort()
  await working

  expect(lost).toBe(0)
  expect(await countLost()).toBe(0)
  expect(await inSystem(database.runtime, repairLanes)).toBe(0)
  // Every task was claimed, and neither tasks nor lanes are left.
  expect(filed.size).toBe(FILERS * ALARMS_OF_EACH)
  expect(done).toEqual(filed)
  const left = await inSystem(database.runtime, async (tx) => ({
    tasks: await tx.selectFrom('analysis_task').select('alarm_id').execute(),
    lanes: await tx.selectFrom('analysis_lane').select('view_id').execute(),
  }))
  expect(left).toEqual({ tasks: [], lanes: [] })
})
