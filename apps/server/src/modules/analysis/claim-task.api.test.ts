// The order in which a single worker serves the cameras.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { createAlarm, createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { claimTask } from './claim-task.ts'
import { enqueueAnalysis } from './enqueue-analysis.ts'
import { leaveLane } from './finish-task.ts'

const now = new Date('2026-05-01T12:00:00Z')
let database: TestDatabase
let tenant: Tenant
beforeAll(async () => {
  database = await createTestDatabase()
  tenant = await createTenant(database.runtime)
})
beforeEach(() =>
  inSystem(database.runtime, async (tx) => {
    await tx.deleteFrom('analysis_task').execute()
    await tx.deleteFrom('analysis_lane').execute()
  }),
)
afterAll(() => database.close())

type Camera = Awaited<ReturnType<typeof createCamera>>

/** Creates cameras. The camera with the lowest id comes first. */
async function cameras(count: number): Promise<Camera[]> {
  const made = await Promise.all(Array.from({ length: count }, () => createCamera(database.runtime, tenant.companyId)))
  return made.toSorted((a, b) => (a.viewId < b.viewId ? -1 : 1))
}

/** Adds an alarm to its camera's lane. `isLate`: the alarm's deadline can no longer be met. */
async function arrives(camera: Camera, isLate: boolean): Promise<void> {
  const id = await createAlarm(database.runtime, { companyId: tenant.companyId, ...camera }, { verdict: null })
  const times = { inTimeUntil: new Date(now.getTime() + (isLate ? -1 : 15_000)), releaseAt: null }
  await inSystem(database.runtime, (tx) =>
    enqueueAnalysis(tx, { id, companyId: tenant.companyId, viewId: camera.viewId }, times, now),
  )
}

/** The cameras in the order in which one worker serves them. */
async function served(count: number): Promise<string[]> {
  const viewIds: string[] = []
  for (let turn = 0; turn < count; turn++) {
    const task = await claimTask(database.runtime, newId(), now)
    if (!task) break
    viewIds.push(task.viewId)
    await inSystem(database.runtime, (tx) => leaveLane(tx, task, { done: true }))
  }
  return viewIds
}

describe.each([
  ['that can be answered in time', false],
  ['that are late', true],
])('cameras with alarms %s', (_what, isLate) => {
  it('are served in the order of arrival, whatever their ids are', async () => {
    const [low, middle, high] = (await cameras(3)) as [Camera, Camera, Camera]
    for (const camera of [high, low, middle]) await arrives(camera, isLate)
    expect(await served(4)).toEqual([high.viewId, low.viewId, middle.viewId])
  })

  it('take turns: a camera with more alarms goes to the end of the queue after each', async () => {
    const [low, high] = (await cameras(2)) as [Camera, Camera]
    for (const camera of [low, low, low, high, high]) await arrives(camera, isLate)
    expect(await served(6)).toEqual([low.viewId, high.viewId, low.viewId, high.viewId, low.viewId])
  })
})
