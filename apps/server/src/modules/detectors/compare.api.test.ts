import type { AlarmAnalysis, AnalysisJob, AnalysisPoolOptions } from '@winnow/vision'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createAlarm, createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startDetectorWorld, type DetectorWorld } from './detectors.fixture.ts'

let world: DetectorWorld
let tenant: Tenant
/** The alarms that each side passes, by the content of the picture. */
let passes: Record<'current' | 'candidate', string[]>
let looked: { side: string; picture: string; options: AnalysisPoolOptions }[]
let before: () => Promise<void>
let busy = 0

const live = scriptedPool(() => Promise.reject(new Error('looks at nothing')))
const pictureOf = (job: AnalysisJob): string => Buffer.from(job.media[0]?.bytes ?? []).toString()

beforeAll(async () => {
  world = await startDetectorWorld({
    pool: { ...live, stats: () => ({ ...live.stats(), busy }) },
    makePool: (options) => {
      const side = options.packFolder?.endsWith('candidate') ? 'candidate' : 'current'
      return scriptedPool(async (job): Promise<AlarmAnalysis> => {
        looked.push({ side, picture: pictureOf(job), options })
        await before()
        if (pictureOf(job) === 'deadly') throw new Error('it died')
        return analysisOf(passes[side].includes(pictureOf(job)) ? 'true' : 'false', job)
      })
    },
  })
  tenant = await createTenant(world.server.database.runtime)
})
afterAll(() => world.close())
afterEach(() => world.reset())

/** Labelled alarms, each with a picture that contains its label. */
async function label(
  camera: Omit<Tenant, 'admin'> | Awaited<ReturnType<typeof createCamera>>,
  isTrue: boolean,
  ...pictures: string[]
) {
  const { database, container } = world.server
  for (const picture of pictures) {
    const place = {
      companyId: tenant.companyId,
      projectId: camera.projectId,
      siteId: camera.siteId,
      viewId: camera.viewId,
    }
    const id = await createAlarm(database.runtime, place)
    const key = `media/2026-01-01/${id}/0.jpg`
    if (picture !== 'gone') await container.deps.media.put(key, Buffer.from(picture))
    await inSystem(database.runtime, async (tx) => {
      await tx
        .updateTable('alarm')
        .set({ ground_truth: isTrue, cus_ground_truth: isTrue })
        .where('id', '=', id)
        .execute()
      const row = { alarm_id: id, company_id: tenant.companyId, signal_id: id, media_id: `${id}:0`, kind: 'still' }
      await tx
        .insertInto('frame')
        .values({ ...row, position: 0, original_key: key, original_type: 'image/jpeg', original_bytes: 9 })
        .execute()
    })
  }
}
const overview = async () => (await world.call('GET')).body
const unlabel = () =>
  inSystem(world.server.database.runtime, (tx) => tx.updateTable('alarm').set({ ground_truth: null }).execute())

describe('a comparison of detectors on labelled alarms', () => {
  afterEach(async () => {
    await unlabel()
    busy = 0
  })

  it('analyses each alarm with both sets at the lowest priority, and counts how well they separate true from false', async () => {
    const other = await createCamera(world.server.database.runtime, tenant.companyId)
    await label(tenant, true, 'both', 'new', 'old', 'neither')
    await label(other, false, 'wind', 'rain', 'deadly', 'gone')
    passes = { current: ['both', 'old', 'wind'], candidate: ['both', 'new', 'rain', 'wind'] }
    looked = []
    before = () => Promise.resolve()
    expect((await overview()).labels).toEqual({ true: 4, false: 4 })
    expect((await world.call('POST', '/comparison', { packs: ['yolox-nano', 'fastestdet'] })).status).toBe(200)
    await world.work()
    const { comparison, task, detectors } = await overview()
    expect(task).toMatchObject({ kind: 'compare', state: 'done', problem: null })
    expect(comparison).toMatchObject({
      current: [],
      candidate: ['fastestdet', 'yolox-nano'],
      cameras: 2,
      // Deleted pictures cannot be analysed.
      skipped: 1,
      figures: {
        current: { recall: { hits: 2, of: 4 }, reduction: { hits: 1, of: 3 } },
        candidate: { recall: { hits: 2, of: 4 }, reduction: { hits: 0, of: 3 } },
      },
      only: { passedBy: { current: 1, candidate: 1 }, filteredBy: { current: 1, candidate: 0 } },
    })
    expect(looked.map(({ side }) => side)).toEqual([...Array(7).fill('current'), ...Array(7).fill('candidate')])
    expect(looked[0]?.options).toMatchObject({ size: 1, priority: 'lowest' })
    // A set downloaded for a comparison is stored and not activated.
    expect(detectors).toMatchObject([
      { id: 'fastestdet', inUse: false },
      { id: 'yolox-nano', inUse: false },
    ])
    const rows = await inSystem(world.server.database.runtime, (tx) =>
      tx.selectFrom('audit').select('action').where('object_type', '=', 'detector').orderBy('id').execute(),
    )
    expect(rows.map(({ action }) => action)).toEqual(['detector.added', 'detector.added', 'detector.compared'])
  })

  it('yields to live alarms, reports that it waits, and ends when it is cancelled', async () => {
    await label(tenant, true, 'one', 'two')
    passes = { current: [], candidate: [] }
    looked = []
    before = () => {
      busy = 1
      return Promise.resolve()
    }
    await world.call('POST', '/comparison', { packs: [] })
    const working = world.work()
    await until('it to hold', async () => (await overview()).task.step === 'hold')
    expect((await overview()).task).toMatchObject({ state: 'running', done: 0, total: 2 })
    expect(looked).toHaveLength(1)
    await world.call('POST', '/cancel')
    await working
    expect(looked).toHaveLength(1)
    expect(await overview()).toMatchObject({ task: { state: 'cancelled' }, comparison: null })
  })

  it('uses only a few alarms per camera, and does not start without labels', async () => {
    expect(await world.call('POST', '/comparison', { packs: [] })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    expect((await world.call('POST', '/comparison', { packs: ['nobody-knows-it'] })).status).toBe(404)
    await label(tenant, false, ...Array.from({ length: 18 }, (_, index) => `wind ${index}`))
    expect((await overview()).labels).toEqual({ true: 0, false: 15 })
  })
})
