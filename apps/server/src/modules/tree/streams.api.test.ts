import { drawTree } from '@winnow/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { companyOf, writeScenario, type Scenario } from '../../commands/seed/write-scenario.ts'
import { inSystem, inTenant, type Tx } from '../../platform/db/transaction.ts'
import type { Asker } from '../access/index.ts'
import { createLongListPlaces } from './long-list-places.ts'
import { projectRows, siteRows, viewRows, type RowCut } from './row-pages.ts'

const scenario: Scenario = { name: 'streams', seed: 'test', size: { clients: 5, sites: 12, cameras: 60, groups: 1 } }
const companyId = companyOf(scenario)
const drawn = [...drawTree(scenario.size, 'streams test')]
const clients = drawn.map(({ id, name }) => ({ id, name }))
const sites = drawn.flatMap((client) =>
  client.sites.map(({ id, name, active }) => ({ id, name, projectId: client.id, status: { active } })),
)
const views = drawn.flatMap((client) =>
  client.sites.flatMap((site) =>
    site.cameras.map(({ id, name, integration, active, thermal, ptz, masks }) => ({
      id,
      name,
      siteId: site.id,
      clientId: client.id,
      integration,
      status: { active },
      thermal,
      ptz,
      masked: masks.length > 0,
    })),
  ),
)
const byId = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

let server: TestServer
let theirs: Tenant
let cookie: string
beforeAll(async () => {
  server = await startTestServer()
  const db = server.database.runtime
  await writeScenario(db, scenario, new Date(), () => {})
  theirs = await createTenant(db, 'Theirs')
  ;({ cookie } = await createLoggedIn(db, { companyId, userType: 'ADMIN_USER' }))
})
afterAll(() => server.close())

const get = async (url: string, who = cookie) => (await callApi(server, { cookie: who }, 'GET', url)).body

describe('lists without pages', () => {
  it('return all clients, all sites, all cameras, and the tree of all three', async () => {
    expect(await get('/allprojects')).toEqual(byId(clients))
    expect(await get('/allsites')).toEqual(byId(sites))
    expect(await get('/allviews')).toEqual(byId(views))
    const kind = <Row extends { id: string }>(name: string, rows: readonly Row[]) =>
      byId(rows).map((row) => ({ ...row, kind: name }))
    expect(await get(`/company/${companyId}/tree`)).toEqual([
      ...kind('project', clients),
      ...kind('site', sites),
      ...kind('view', views),
    ])
  })

  it('are filtered by the flags of cameras · VIEWS-010', async () => {
    const found = await get('/views/v2?thermal=true&activeOn=true')
    expect(found).toEqual(byId(views.filter(({ thermal, status }) => thermal && status.active)))
  })

  it('return the cameras of some sites that the caller may see', async () => {
    const wanted = sites.slice(0, 3).map(({ id }) => id)
    const found = await get(`/sites/views?siteIds=${[...wanted, theirs.siteId].join(',')}`)
    expect(found).toEqual(byId(views.filter(({ siteId }) => wanted.includes(siteId))))
    expect(await get('/sites/views?siteIds=')).toEqual([])
  })

  it('say of each camera which schedule it has, if asked · VIEWS-010', async () => {
    const [own] = byId(views)
    const db = server.database.runtime
    const set = (schedule: string | null) =>
      inSystem(db, (tx) => sql`update view set own_schedule = ${schedule}::jsonb where id = ${own?.id}`.execute(tx))
    await set('{"weekly": [], "special": [], "days": []}')
    const state = { counts: false, reason: 'schedule', until: null }
    const schedule = { source: 'view', deviceType: null, templateId: null, templateName: null, state }
    const withSchedules = byId(views).map((view) => ({ ...view, schedule: view.id === own?.id ? schedule : null }))
    expect(await get('/views/v2?hasSchedulesInTree=true')).toEqual(withSchedules)
    await set(null)
    const [site] = sites
    for (const path of [`/v1/site/${site?.id}/views?`, `/company/${companyId}/views?`, '/v1/views/figures?']) {
      const [row] = (await get(`${path}hasSchedulesInTree=true`)).rows
      expect(row).toMatchObject({ schedule: null })
      expect((await get(path)).rows[0]).not.toHaveProperty('schedule')
    }
  })

  it('are read by at most two at once per company, over all server processes', async () => {
    const db = server.database.runtime
    const elsewhere = createLongListPlaces(db, () => performance.now())
    const held = await Promise.all([elsewhere.take(companyId), elsewhere.take(companyId)])
    expect(held.map(Boolean)).toEqual([true, true])
    const read = async (who = cookie) => (await callApi(server, { cookie: who }, 'GET', '/allviews')).status
    expect(await read()).toBe(429)
    expect(await read(theirs.admin.cookie)).toBe(200)
    await held[0]?.leave()
    expect([await read(), await read()]).toEqual([200, 200])
    // A process that died frees nothing, but its time runs out.
    await held[1]?.renew()
    expect(await elsewhere.take(companyId)).toBeDefined()
    expect(await read()).toBe(429)
    await inSystem(db, (tx) =>
      tx
        .updateTable('long_list_place')
        .set({ until: new Date(0) })
        .execute(),
    )
    expect([await read(), await read()]).toEqual([200, 200])
  })

  it('return the granted nodes and their parents', async () => {
    const [site] = sites.filter(({ id }) => views.some(({ siteId }) => siteId === id))
    const { userId, cookie: granted } = await createLoggedIn(server.database.runtime, {
      companyId,
      userType: 'EXTERNAL_USER',
    })
    const grant = { user_id: userId, company_id: companyId, node_type: 'site', node_id: site?.id ?? '' }
    await inSystem(server.database.runtime, (tx) => tx.insertInto('user_grant').values(grant).execute())
    expect(await get('/allprojects', granted)).toEqual(clients.filter(({ id }) => id === site?.projectId))
    expect(await get('/allsites', granted)).toEqual([site])
    expect(await get('/allviews', granted)).toEqual(byId(views.filter(({ siteId }) => siteId === site?.id)))
  })
})

describe('lists by page', () => {
  const asker: Asker = { companyId, grants: { all: true, permission: 'read' }, permissions: new Set() }
  async function collect<Row extends { id: string }>(page: (tx: Tx, cut: RowCut) => Promise<Row[]>): Promise<Row[]> {
    const all: Row[] = []
    for (;;) {
      const rows = await inTenant(server.database.runtime, companyId, (tx) => page(tx, { after: all.at(-1), limit: 7 }))
      if (rows.length === 0) return all
      expect(rows.length).toBeLessThanOrEqual(7)
      all.push(...rows)
    }
  }

  it('return every row exactly once', async () => {
    expect(await collect((tx, cut) => projectRows(tx, asker, cut))).toEqual(byId(clients))
    expect(await collect((tx, cut) => siteRows(tx, asker, cut))).toEqual(byId(sites))
    expect(await collect((tx, cut) => viewRows(tx, asker, { filter: {}, now: new Date() }, cut))).toEqual(byId(views))
  })
})
