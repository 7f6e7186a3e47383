import { createDeadline } from '@winnow/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { createAlarm, createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { until } from '../../../test/until.ts'
import { waitsForLock } from '../../../test/waits-for-lock.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { isAnalysisIdle } from './analysis-heartbeat.ts'
import { claimTask, type ClaimedTask } from './claim-task.ts'
import { enqueueAnalysis } from './enqueue-analysis.ts'
import { leaveLane } from './finish-task.ts'
import { setAside } from './set-aside.ts'

const DEADLINE = 15
let now = new Date()
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
let database: TestDatabase
let tenant: Tenant
beforeAll(async () => {
  database = await createTestDatabase()
  tenant = await createTenant(database.runtime)
})
beforeEach(async () => {
  later(3600)
  await inSystem(database.runtime, async (tx) => {
    await tx.deleteFrom('analysis_task').execute()
    await tx.deleteFrom('analysis_lane').execute()
  })
})
afterAll(() => database.close())

const db = () => database.runtime
const newCamera = () => createCamera(db(), tenant.companyId)
type Camera = Awaited<ReturnType<typeof newCamera>>

/** Adds a new alarm of a camera to its lane. */
async function arrives(camera: Camera): Promise<string> {
  const id = await createAlarm(db(), { companyId: tenant.companyId, ...camera }, { verdict: null, receivedAt: now })
  await inSystem(db(), (tx) =>
    enqueueAnalysis(
      tx,
      { id, companyId: tenant.companyId, viewId: camera.viewId },
      { inTimeUntil: new Date(now.getTime() + DEADLINE * 1000), releaseAt: null },
      now,
    ),
  )
  return id
}
const aside = (marginMs = 2_000) => setAside(db(), now, { marginMs, deadline: createDeadline(DEADLINE) })
const claim = () => claimTask(db(), newId(), now)
const leave = (task: ClaimedTask | undefined) =>
  inSystem(db(), async (tx) => {
    if (task) await leaveLane(tx, task, { done: true })
  })
/** The alarms in the order in which a single worker analyses them. */
async function order(count: number): Promise<string[]> {
  const seen: string[] = []
  for (let at = 0; at < count; at++) {
    const task = await claim()
    if (task) seen.push(task.alarmId)
    await leave(task)
  }
  return seen
}

describe('after an overload', () => {
  it('cameras with an alarm that can still be decided in time go first; the others use the remaining capacity', async () => {
    const [old, older, fresh] = [await newCamera(), await newCamera(), await newCamera()]
    const late = [await arrives(older), await arrives(old)]
    later(DEADLINE - 1)
    expect(await aside()).toBe(2)
    const inTime = await arrives(fresh)
    expect(await order(4)).toEqual([inTime, ...late])
  })

  it('a camera’s fresh alarm is analysed before its alarms that were already passed on', async () => {
    const [camera, other] = [await newCamera(), await newCamera()]
    const late = [await arrives(camera), await arrives(camera)]
    const lateElsewhere = await arrives(other)
    later(DEADLINE + 1)
    await aside()
    const inTime = [await arrives(camera), await arrives(camera)]
    expect(await order(6)).toEqual([...inTime, lateElsewhere, ...late])
  })

  it('cameras with fresh alarms take turns, however many alarms one of them has', async () => {
    const [noisy, quiet] = [await newCamera(), await newCamera()]
    const many = [await arrives(noisy), await arrives(noisy), await arrives(noisy)]
    const one = await arrives(quiet)
    expect(await order(4)).toEqual([many[0], one, many[1], many[2]])
  })

  it('an alarm becomes fresh again when pictures are added', async () => {
    const [camera, other] = [await newCamera(), await newCamera()]
    const [alarm, first] = [await arrives(camera), await arrives(other)]
    later(DEADLINE)
    expect(await aside()).toBe(2)
    await inSystem(db(), (tx) =>
      enqueueAnalysis(
        tx,
        { id: first, companyId: tenant.companyId, viewId: other.viewId },
        { inTimeUntil: new Date(now.getTime() + DEADLINE * 1000), releaseAt: now },
        now,
      ),
    )
    expect(await order(2)).toEqual([first, alarm])
  })

  it('an alarm that is due for another analysis and is being set aside causes no deadlock', async () => {
    const camera = await newCamera()
    await arrives(camera)
    const task = await claim()
    if (!task) throw new Error('there was no task')
    const again = { inTimeUntil: new Date(now.getTime() + DEADLINE * 1000), releaseAt: now }
    let left: Promise<void> | undefined
    await inSystem(db(), async (tx) => {
      // The lock order of setting tasks aside: the lane first, then its tasks.
      await sql`select from analysis_lane where view_id = ${camera.viewId} for update`.execute(tx)
      left = inSystem(db(), (other) => leaveLane(other, task, { done: false, again }))
      left.catch(() => undefined)
      await until('the other to wait', () => waitsForLock(db()))
      await tx.updateTable('analysis_task').set({ in_time_until: null }).execute()
    })
    await left
    const rows = await inSystem(db(), (tx) => tx.selectFrom('analysis_task').select('in_time_until').execute())
    expect(rows).toEqual([{ in_time_until: again.inTimeUntil }])
  })

  it('an alarm that arrives while other alarms of its camera are set aside stays fresh', async () => {
    const camera = await newCamera()
    await arrives(camera)
    later(DEADLINE)
    // A transaction that adds an alarm locks the lane until its commit.
    const arrival = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const id = await createAlarm(db(), { companyId: tenant.companyId, ...camera }, { verdict: null, receivedAt: now })
    const adding = inSystem(db(), async (tx) => {
      await enqueueAnalysis(
        tx,
        { id, companyId: tenant.companyId, viewId: camera.viewId },
        { inTimeUntil: new Date(now.getTime() + DEADLINE * 1000), releaseAt: null },
        now,
      )
      held.resolve()
      await arrival.promise
    })
    await held.promise
    expect(await aside()).toBe(0)
    arrival.resolve()
    await adding
    expect(await aside()).toBe(0)
    expect(await order(1)).toEqual([id])
  })
})

describe('when the clock is set back', () => {
  it('a lane is not leased until tomorrow, and an alarm does not stay fresh until then', async () => {
    const [camera, other] = [await newCamera(), await newCamera()]
    const alarm = await arrives(camera)
    // A worker claims the alarm, and dies before the clock is set back.
    expect(await claim()).toMatchObject({ alarmId: alarm })
    later(-86_400)
    const fresh = await arrives(other)
    await aside()
    expect(await order(2)).toEqual([fresh, alarm])
  })

  it('a process that died before the change is not considered alive', async () => {
    const beat = (at: Date) =>
      inSystem(db(), (tx) =>
        tx
          .insertInto('worker_heartbeat')
          .values({ pool_id: 'analysis:dead', beat_at: at })
          .onConflict((conflict) => conflict.column('pool_id').doUpdateSet({ beat_at: at }))
          .execute(),
      )
    await beat(now)
    expect(await isAnalysisIdle(db(), now)).toBe(false)
    later(-86_400)
    expect(await isAnalysisIdle(db(), now)).toBe(true)
    await beat(now)
    expect(await isAnalysisIdle(db(), now)).toBe(false)
  })

  it('cameras keep their turns', async () => {
    const [first, second] = [await newCamera(), await newCamera()]
    const one = await arrives(first)
    later(-86_400)
    const two = await arrives(second)
    expect(await order(2)).toEqual([one, two])
  })
})
