import type { Alarm, AdvancedRule, ReplyOf, getHome } from '@winnow/contract'
import { createAnalysisPool } from '@winnow/vision'
import { rednessManifest, rednessModel, rednessPicture } from '@winnow/vision/testing'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { analyseAll } from '../../../test/analyse-all.ts'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { createRule } from '../../../test/rule-lab.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { startDetectorKeeper, type DetectorKeeper } from './detector-keeper.ts'
import { startDetectorWorld, type DetectorWorld } from './detectors.fixture.ts'

const MODEL = rednessModel()
const FIRE = {
  name: 'Fire in the hall',
  detectionType: 'hazard',
  categories: ['smoke_fire'],
  zones: [
    {
      name: 'Hall',
      points: [
        [0.4, 0.4],
        [1, 0.4],
        [1, 1],
        [0.4, 1],
      ],
    },
  ],
}

let folder: string
let pool: ReturnType<typeof createAnalysisPool>
let keeper: DetectorKeeper
let world: DetectorWorld
let tenant: Tenant
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-rule-detector-'))
  const packFolder = join(folder, 'models')
  pool = createAnalysisPool({ size: 1, packFolder })
  world = await startDetectorWorld({ pool })
  const { db, clock, media, log } = world.server.container.deps
  const ticker = { every: () => () => undefined }
  keeper = startDetectorKeeper({ db, clock, media, log, ticker, pool, packFolder, id: newId() })
  tenant = await createTenant(world.server.database.runtime)
  // Each picture is an alarm of its own.
  await inSystem(world.server.database.runtime, (tx) =>
    tx.updateTable('view').set({ merge_window_seconds: 0 }).where('id', '=', tenant.viewId).execute(),
  )
})
afterAll(async () => {
  await keeper.stop()
  await world.close()
  await pool.close()
  await rm(folder, { recursive: true })
})

const call = async <T>(method: CallMethod, url: string, body?: object): Promise<T> =>
  (await callApi(world.server, tenant.admin, method, url, body)).body as T
const stateOf = async () => {
  const [rule] = await call<AdvancedRule[]>('GET', `/v1/view/${tenant.viewId}/advanced-rules`)
  return rule && [rule.state, rule.active]
}
/** Lets this machine load what is in use. */
const load = async () => {
  await keeper.look()
  await keeper.settled()
}

/** Sends a picture with this much red in it, and returns its alarm as soon as it is decided. */
async function send(red: number): Promise<Alarm> {
  const reply = await world.server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${tenant.viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
    payload: Buffer.from(await rednessPicture(red)),
  })
  await analyseAll(world.server)
  return call('GET', `/alarm/${reply.json<{ alarmId: string }>().alarmId}`)
}

/** Starting a process takes seconds on a loaded machine. */
const SLOW = 180_000

it(
  'a detector that a user adds for fire lets its rule be switched on, makes alarms true, and is missed when it goes',
  { timeout: SLOW },
  async () => {
    const { id } = await createRule(world.server, tenant, { ...FIRE, active: false })
    const path = `/v1/view/${tenant.viewId}/advanced-rules/${id}`
    expect(await stateOf()).toEqual(['needs-detector', false])
    expect(await call('PUT', path, { advancedRule: FIRE })).toMatchObject({ code: 'RULE_NEEDS_DETECTOR' })

    const manifest = rednessManifest(MODEL, {
      id: 'our-fire',
      capability: 'fire',
      labels: ['smoke', 'flame'],
      classes: {},
    })
    const files = [await world.drop('pack.json', JSON.stringify(manifest)), await world.drop('net.onnx', MODEL)]
    expect((await world.call('POST', '/files', { files })).status).toBe(200)
    await world.work()
    expect(await stateOf()).toEqual(['needs-detector', false])
    expect((await world.call('PUT', '/our-fire', { inUse: true })).status).toBe(200)
    expect(await stateOf()).toEqual(['ready', false])
    expect(await call('PUT', path, { advancedRule: FIRE })).toMatchObject({ state: 'ready', active: true })
    await load()

    const alarm = await send(230)
    expect(new Set(alarm.rules[0]?.boxes.map(({ label }) => label))).toEqual(new Set(['flame']))
    expect(alarm).toMatchObject({
      verdict: 'true',
      rule: { name: FIRE.name, type: 'hazard', category: 'smoke_fire' },
      rules: [{ ruleId: id, outcome: 'hit', zone: { name: 'Hall' } }],
    })
    expect(alarm.reasons[0]).toMatchObject({ code: 'rule-hit', params: { rule: FIRE.name, category: 'smoke_fire' } })
    expect(await send(15)).toMatchObject({ verdict: 'false', rules: [] })

    expect((await world.call('PUT', '/our-fire', { inUse: false })).status).toBe(200)
    expect(await stateOf()).toEqual(['needs-detector', true])
    const { attention } = await call<ReplyOf<typeof getHome>>('GET', '/v1/home')
    expect(attention.blindRules).toMatchObject([{ id, obstacle: 'detector', needs: 'fire' }])
    await load()
    expect(await send(235)).toMatchObject({ rule: null, rules: [] })
  },
)
