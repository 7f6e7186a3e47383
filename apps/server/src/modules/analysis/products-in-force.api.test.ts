import { sql } from 'kysely'
import type { Track } from '@winnow/vision'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startWorker, type Running } from '../../roles.ts'

const reading = (text: string, frame: number, confidence: number) => ({
  frame,
  box: { x: 0.1, y: 0.1, width: 0.1, height: 0.05 },
  text,
  confidence,
})
const track = (points: Track['points']): Track => ({ class: 'person', score: 0.9, points })
const point = (offsetMs: number) => ({ frame: 0, offsetMs, box: { x: 0.1, y: 0.1, width: 0.1, height: 0.4 } })

/** Reads two plates if it is asked to read plates, and follows a person if it is asked to follow. */
const pool = scriptedPool((job) =>
  analysisOf('true', job, {
    ...(job.view.follows && { tracks: [track([point(0), point(7_000)])] }),
    ...(job.view.readPlates && {
      plates: {
        plates: [
          { text: 'AB123CD', confidence: 0.9, isSure: true, readings: [reading('AB123CD', 0, 0.9)] },
          { text: 'X1', confidence: 0.4, isSure: false, readings: [reading('X1', 0, 0.4)] },
        ],
        isComplete: false,
        error: null,
      },
    }),
  }),
)

let server: TestServer
let tenant: Tenant
let workers: Running[] = []

beforeAll(async () => {
  server = await startTestServer({ pool })
  tenant = await createTenant(server.database.runtime)
  await set([], {})
  workers = startWorker(server.container)
})
afterAll(async () => {
  for (const worker of workers) await worker.stop()
  await server.close()
})

/** Sets the products of the camera, those that the plan took, and the features of the company. */
const set = (products: string[], unlocks: object, taken: string[] = []) =>
  inSystem(server.database.runtime, async (tx) => {
    await sql`update company set unlocks = ${JSON.stringify(unlocks)}::jsonb where id = ${tenant.companyId}`.execute(tx)
    await sql`update view set products = ${products}, products_taken = ${taken}, merge_window_seconds = 0
      where id = ${tenant.viewId}`.execute(tx)
  })

let sent = 0
async function send() {
  sent++
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${tenant.viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
    payload: Buffer.concat([Buffer.from('ffd8ffe000104a4649460001', 'hex'), Buffer.from(String(sent))]),
  })
  const { alarmId } = reply.json<{ alarmId: string }>()
  return until(`a verdict on ${alarmId}`, async () => {
    const answer = await server.app.inject({ url: `/api/alarm/${alarmId}`, headers: { cookie: tenant.admin.cookie } })
    const alarm = answer.json()
    return alarm.verdict !== null && alarm
  })
}

const ALL = { isAdvancedAlarmUnlocked: true, isLPRUnlocked: true }
const PRODUCTS = ['detect', 'detect_pro', 'detect_pro_v2', 'protect']

it.each([
  ['detect alone', ['detect'], ALL, [], { looksToEnd: false, follows: false, readPlates: false }],
  ['all products', PRODUCTS, ALL, [], { looksToEnd: true, follows: true, readPlates: true }],
  ['detect_pro alone', ['detect_pro'], ALL, [], { looksToEnd: true, readPlates: false }],
  ['detect_pro_v2 alone', ['detect_pro_v2'], ALL, [], { looksToEnd: false, follows: true, readPlates: false }],
  [
    'products that the company does not have',
    PRODUCTS,
    {},
    [],
    { looksToEnd: false, follows: false, readPlates: false },
  ],
  ['products that the plan took', PRODUCTS, ALL, ['detect_pro', 'protect'], { looksToEnd: false, readPlates: false }],
])('with %s a camera is analysed as they say', async (_what, products, unlocks, taken, expected) => {
  await set(products, unlocks, taken)
  const alarm = await send()
  // Where object detection is off, people and vehicles alone make no alarm true, and there is no rule that could look.
  expect(alarm).toMatchObject({ verdict: products.includes('detect') ? 'true' : 'unverified', outside: null })
  expect(pool.jobs.at(-1)?.view).toMatchObject(expected)
})

it('protect shows the plates that were read, and which of them are guesses', async () => {
  await set(PRODUCTS, ALL)
  expect((await send()).plates).toEqual({
    plates: [
      { text: 'AB123CD', isSure: true, frame: 0 },
      { text: 'X1', isSure: false, frame: 0 },
    ],
    isComplete: false,
  })
  await set(['detect'], ALL)
  expect((await send()).plates).toBeNull()
})

it('detect_pro_v2 shows the paths, and none are shown where none were to be followed', async () => {
  await set(['detect', 'detect_pro_v2'], ALL)
  const { frames, tracks } = await send()
  expect(tracks).toEqual([track([point(0), point(7_000)].map((one) => ({ ...one, frame: frames[0].position })))])
  await set(['detect'], ALL)
  expect((await send()).tracks).toBeNull()
})
