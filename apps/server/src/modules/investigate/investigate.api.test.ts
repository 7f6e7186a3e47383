import type { FoundObject as Found } from '@winnow/vision'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { smallJpeg } from '../../../test/small-jpeg.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startWorker, type Running } from '../../roles.ts'

const box = (x: number) => ({ x, y: 0.5, width: 0.1, height: 0.2 })
const found = (change: Partial<Found>): Found => ({
  frame: 0,
  offsetMs: 500,
  class: 'person',
  label: 'person',
  score: 0.8,
  box: box(0.1),
  places: [box(0.1), box(0.4)],
  upper: 'red',
  lower: 'blue',
  plate: null,
  ...change,
})

let objects: Found[] = []
let verdict: 'true' | 'false' = 'true'
const pool = scriptedPool((job) => analysisOf(verdict, job, job.view.keepsObjects ? { objects } : {}))

let server: TestServer
let tenant: Tenant
let workers: Running[] = []

const run = (statement: ReturnType<typeof sql>) => inSystem(server.database.runtime, (tx) => statement.execute(tx))
const FEATURES = { isForensicUnlocked: true, isAdvancedAlarmUnlocked: true, isLPRUnlocked: true }
const unlock = (unlocks: object, of = tenant) =>
  run(sql`update company set unlocks = ${JSON.stringify(unlocks)}::jsonb where id = ${of.companyId}`)
const cameras = (products: string[]) =>
  run(sql`update view set products = ${products}, merge_window_seconds = 0 where company_id = ${tenant.companyId}`)

beforeAll(async () => {
  server = await startTestServer({ pool })
  tenant = await createTenant(server.database.runtime)
  await unlock(FEATURES)
  await cameras(['detect', 'investigate'])
  workers = startWorker(server.container)
})
afterAll(async () => {
  for (const worker of workers) await worker.stop()
  await server.close()
})

let sent = 0
async function send(shown: Found[], viewId = tenant.viewId): Promise<string> {
  objects = shown
  sent++
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
    payload: smallJpeg({ mark: String(sent) }),
  })
  const { alarmId } = reply.json<{ alarmId: string }>()
  await until(`a verdict on ${alarmId}`, async () => {
    const answer = await server.app.inject({ url: `/api/alarm/${alarmId}`, headers: { cookie: tenant.admin.cookie } })
    return answer.json().verdict !== null
  })
  return alarmId
}

async function search(change: object = {}, who: { cookie: string } = tenant.admin) {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/investigate/search',
    headers: { cookie: who.cookie, 'sec-fetch-site': 'same-origin' },
    payload: { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', ...change },
  })
  return { status: reply.statusCode, body: reply.json() }
}
const numbersOf = async (change: object = {}) =>
  (await search(change)).body.rows.map(({ alarmId, number }: { alarmId: string; number: number }) => [alarmId, number])

describe('the search for objects · PERMISSIONS-014', () => {
  it('finds what an alarm showed, with place, time, colours and verdict, also of a filtered alarm', async () => {
    verdict = 'false'
    const alarmId = await send([found({}), found({ class: 'vehicle', label: 'car', upper: 'white', lower: null })])
    verdict = 'true'
    const { rows, more } = (await search()).body
    expect(more).toBe(false)
    expect(rows).toMatchObject([
      { alarmId, number: 1, class: 'vehicle', upper: 'white', lower: null, plate: null, verdict: 'false' },
      { alarmId, number: 0, class: 'person', upper: 'red', lower: 'blue', viewId: tenant.viewId, pictures: 2 },
    ])
    expect(rows[1].box.x).toBeCloseTo(0.1)
  })

  it('is narrowed by class, colours, time, place and part of the picture', async () => {
    const { viewId } = await createCamera(server.database.runtime, tenant.companyId)
    await cameras(['detect', 'investigate'])
    const alarmId = await send(
      [found({ upper: 'green', lower: 'black' }), found({ class: 'animal', upper: null })],
      viewId,
    )
    const [person, animal] = [
      [alarmId, 0],
      [alarmId, 1],
    ]
    expect(await numbersOf({ upper: 'green' })).toEqual([person])
    expect(await numbersOf({ lower: 'black', classes: ['person'] })).toEqual([person])
    expect(await numbersOf({ classes: ['animal'] })).toEqual([animal])
    expect(await numbersOf({ cameras: [viewId] })).toEqual([animal, person])
    expect(await numbersOf({ cameras: [viewId], classes: ['vehicle'] })).toEqual([])
    const { siteId, projectId } = (await search({ cameras: [viewId] })).body.rows[0]
    expect(await numbersOf({ sites: [siteId], upper: 'green' })).toEqual([person])
    expect(await numbersOf({ projects: [projectId], upper: 'green' })).toEqual([person])
    expect(await numbersOf({ upper: 'green', to: '2020-01-02T00:00:00Z' })).toEqual([])
    // The second place of each object begins at 0.4.
    const area = { x: 0.45, y: 0.6, width: 0.1, height: 0.1 }
    expect(await numbersOf({ cameras: [viewId], upper: 'green', area })).toEqual([person])
    expect(await numbersOf({ cameras: [viewId], upper: 'green', area: { ...area, x: 0.6 } })).toEqual([])
  })

  it('is read page by page, without a row twice or left out', async () => {
    const whole = await numbersOf()
    const pages: unknown[] = []
    let key: object = {}
    for (let more = true; more;) {
      const page = (await search({ limit: 1, ...key })).body
      pages.push(...page.rows.map((row: { alarmId: string; number: number }) => [row.alarmId, row.number]))
      ;({ more } = page)
      const last = page.rows.at(-1)
      key = { before: last.alarmId, beforeNumber: last.number }
    }
    expect(pages).toEqual(whole)
    expect(whole).toHaveLength(4)
  })

  it('shows plates only to a company that has their recognition', async () => {
    await send([found({ class: 'vehicle', upper: 'purple', plate: { text: 'AB123CD', isSure: true } })])
    const plate = async () => (await search({ upper: 'purple' })).body.rows[0].plate
    expect(await plate()).toEqual({ text: 'AB123CD', isSure: true })
    await unlock({ isForensicUnlocked: true })
    expect(await plate()).toBeNull()
    await unlock(FEATURES)
  })

  it('is in the audit log with who and what, once for all its pages', async () => {
    const asked = { classes: ['person'], upper: 'pink' }
    await search(asked)
    await search({ ...asked, limit: 2 })
    const { rows } = await inSystem(server.database.runtime, (tx) =>
      sql<{ after: object }>`select after from audit
        where action = 'investigate.searched' and after ->> 'upper' = 'pink'`.execute(tx),
    )
    expect(rows).toMatchObject([{ after: asked }])
  })

  it('may name hundreds of cameras, of which the audit log tells the number', async () => {
    const { rows: added } = await inSystem(server.database.runtime, (tx) =>
      sql<{ id: string }>`insert into view (id, company_id, project_id, site_id, name, address_token)
        select gen_random_uuid(), ${tenant.companyId}, ${tenant.projectId}, ${tenant.siteId}, 'Camera ' || n, 'many-' || n
        from generate_series(1, 250) n returning id`.execute(tx),
    )
    const named = added.map(({ id }) => id)
    expect((await search({ upper: 'brown', cameras: named })).status).toBe(200)
    const { rows } = await inSystem(server.database.runtime, (tx) =>
      sql<{ after: object }>`select after from audit
        where action = 'investigate.searched' and after ->> 'upper' = 'brown'`.execute(tx),
    )
    expect(rows).toMatchObject([{ after: { upper: 'brown', camerasCount: 250 } }])
    expect(rows[0]?.after).not.toHaveProperty('cameras')
  })

  it('is not found without the feature, and finds nothing of another company · PERMISSIONS-016', async () => {
    await unlock({})
    expect((await search()).status).toBe(404)
    await unlock(FEATURES)
    const other = await createTenant(server.database.runtime)
    await unlock(FEATURES, other)
    expect((await search({}, other.admin)).body.rows).toEqual([])
    expect((await search({ cameras: [tenant.viewId] }, other.admin)).body.rows).toEqual([])
  })

  it('refuses a time that ends before it begins, and a part of the picture of no place', async () => {
    const area = { x: 0, y: 0, width: 0.5, height: 0.5 }
    expect(await search({ area })).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(await search({ to: '2019-01-01T00:00:00Z' })).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })

  it('leaves out objects of alarms whose boxes were removed', async () => {
    const alarmId = await send([found({ upper: 'brown' })])
    expect(await numbersOf({ upper: 'brown' })).toEqual([[alarmId, 0]])
    await run(sql`update alarm set boxes_removed = true where id = ${alarmId}`)
    expect(await numbersOf({ upper: 'brown' })).toEqual([])
  })
})

it('a camera without the product keeps nothing', async () => {
  await cameras(['detect'])
  const before = await numbersOf()
  await send([found({})])
  expect(await numbersOf()).toEqual(before)
  await cameras(['detect', 'investigate'])
})

it('the picture of an object is made once, and only for those who may see its alarm', async () => {
  const alarmId = await send([found({ upper: 'yellow' })])
  const picture = (who: { cookie: string }) =>
    server.app.inject({ url: `/api/v1/investigate/object/${alarmId}/0/picture`, headers: { cookie: who.cookie } })
  const reply = await picture(tenant.admin)
  expect(reply.statusCode).toBe(200)
  const keys = async () =>
    (
      await inSystem(server.database.runtime, (tx) =>
        sql<{ crop_key: string | null }>`select crop_key from found_object where alarm_id = ${alarmId}`.execute(tx),
      )
    ).rows
  const [first] = await keys()
  expect(first?.crop_key).toMatch(/object-0-/)
  expect((await picture(tenant.admin)).statusCode).toBe(200)
  expect(await keys()).toEqual([first])
  const other = await createTenant(server.database.runtime)
  await unlock(FEATURES, other)
  expect((await picture(other.admin)).statusCode).toBe(404)
})

it('a picture is not kept for another object that a further analysis stored meanwhile', async () => {
  const alarmId = await send([found({ upper: 'orange' })])
  const cut = vi.spyOn(pool, 'annotate').mockImplementation(async ({ crop }) => {
    // Only the picture of an object is cut out. Others are made of new alarms meanwhile.
    if (crop === undefined) return smallJpeg({ mark: 'whole' })
    // Not by the connections of the server, on which the request may not look past its company.
    await inSystem(server.database.owner, (tx) =>
      sql`update found_object set places = '{0.7,0.1,0.1,0.1}' where alarm_id = ${alarmId}`.execute(tx),
    )
    return smallJpeg({ mark: 'before' })
  })
  const url = `/api/v1/investigate/object/${alarmId}/0/picture`
  const reply = await server.app.inject({ url, headers: { cookie: tenant.admin.cookie } })
  cut.mockRestore()
  expect(reply.statusCode).toBe(404)
  const kept = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('found_object').select('crop_key').where('alarm_id', '=', alarmId).execute(),
  )
  expect(kept).toEqual([{ crop_key: null }])
})
