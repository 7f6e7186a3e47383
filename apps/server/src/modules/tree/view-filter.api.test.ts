// Tests every flag and every pair of flags. The results are compared with a simple independent filter in this file.
import type { ViewFilter } from '@winnow/contract'
import { drawTree, type DrawnCamera } from '@winnow/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createLoggedIn, createTenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { writeScenario, companyOf, type Scenario } from '../../commands/seed/write-scenario.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const scenario: Scenario = { name: 'filters', seed: 'test', size: { clients: 6, sites: 20, cameras: 150, groups: 2 } }
const companyId = companyOf(scenario)
const drawn = [...drawTree(scenario.size, 'filters test')].flatMap((client) =>
  client.sites.flatMap((site) => site.cameras.map((camera) => ({ client, site, camera }))),
)
type Drawn = (typeof drawn)[number]

/** The products of the camera at a place of the scenario. Each product is on and off beside each value of the others. */
const productsAt = (place: number): string[] =>
  ['detect', 'protect', 'investigate'].filter((_product, at) => (place >> at) % 2 === 0)
const has = (product: string) => (_camera: DrawnCamera, at: Drawn) => productsAt(drawn.indexOf(at)).includes(product)
const isWatched = (_camera: DrawnCamera, at: Drawn) => drawn.indexOf(at) % 3 === 0

/** The condition of each flag on a camera. */
const FLAGS: Record<string, { filter: ViewFilter; fits: (camera: DrawnCamera, at: Drawn) => boolean }> = {
  search: {
    filter: { search: 'CA' },
    fits: (_camera, at) => [at.camera, at.site, at.client].some(({ name }) => name.toLowerCase().includes('ca')),
  },
  integrations: {
    filter: { integrations: ['api', 'rtsp'] },
    fits: ({ integration }) => /^(api|rtsp)$/.test(integration),
  },
  masked: { filter: { masked: true }, fits: ({ masks }) => masks.length > 0 },
  unmasked: { filter: { unmasked: true }, fits: ({ masks }) => masks.length === 0 },
  thermal: { filter: { thermal: true }, fits: ({ thermal }) => thermal },
  nonthermal: { filter: { nonthermal: true }, fits: ({ thermal }) => !thermal },
  activeOn: { filter: { activeOn: true }, fits: ({ active }) => active },
  activeOff: { filter: { activeOff: true }, fits: ({ active }) => !active },
  objectDetectionOn: { filter: { objectDetectionOn: true }, fits: has('detect') },
  objectDetectionOff: { filter: { objectDetectionOff: true }, fits: (_camera, at) => !has('detect')(_camera, at) },
  sceneDetectionOn: { filter: { sceneDetectionOn: true }, fits: isWatched },
  sceneDetectionOff: { filter: { sceneDetectionOff: true }, fits: (_camera, at) => !isWatched(_camera, at) },
  advancedMomentDetectionOn: { filter: { advancedMomentDetectionOn: true }, fits: has('protect') },
  advancedMomentDetectionOff: {
    filter: { advancedMomentDetectionOff: true },
    fits: (_camera, at) => !has('protect')(_camera, at),
  },
  investigateOn: { filter: { investigateOn: true }, fits: has('investigate') },
  investigateOff: { filter: { investigateOff: true }, fits: (_camera, at) => !has('investigate')(_camera, at) },
  rtspIsActiveOn: {
    filter: { rtspIsActiveOn: true },
    fits: ({ integration, active }) => integration === 'rtsp' && active,
  },
  rtspIsActiveOff: {
    filter: { rtspIsActiveOff: true },
    fits: ({ integration, active }) => integration !== 'rtsp' || !active,
  },
  rtspIsConfiguredOn: { filter: { rtspIsConfiguredOn: true }, fits: ({ integration }) => integration === 'rtsp' },
  rtspIsConfiguredOff: { filter: { rtspIsConfiguredOff: true }, fits: ({ integration }) => integration !== 'rtsp' },
  isCheckSiteRuleViewAlarm: { filter: { isCheckSiteRuleViewAlarm: true }, fits: () => true },
  hideAttachedFootage: { filter: { hideAttachedFootage: true }, fits: () => true },
  hasSchedulesInTree: { filter: { hasSchedulesInTree: true }, fits: () => true },
}
const OPPOSITES = [
  ['masked', 'unmasked'],
  ['thermal', 'nonthermal'],
  ['activeOn', 'activeOff'],
  ['objectDetectionOn', 'objectDetectionOff'],
  ['sceneDetectionOn', 'sceneDetectionOff'],
  ['advancedMomentDetectionOn', 'advancedMomentDetectionOff'],
  ['investigateOn', 'investigateOff'],
  ['rtspIsActiveOn', 'rtspIsActiveOff'],
  ['rtspIsConfiguredOn', 'rtspIsConfiguredOff'],
]
const names = Object.keys(FLAGS)
const pairs = names.flatMap((one, at) => names.slice(at).map((other) => [...new Set([one, other])]))

const wanted = (flags: readonly string[]): Drawn[] => {
  const areOpposites = OPPOSITES.some((pair) => pair.every((flag) => flags.includes(flag)))
  if (areOpposites) return drawn
  return drawn.filter((at) => flags.every((flag) => FLAGS[flag]?.fits(at.camera, at)))
}
const filterOf = (flags: readonly string[]): ViewFilter =>
  Object.assign({}, ...flags.map((flag) => FLAGS[flag]?.filter))
const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id).toSorted()

let server: TestServer
let cookie: string
beforeAll(async () => {
  server = await startTestServer()
  const db = server.database.runtime
  await writeScenario(db, scenario, new Date(), () => {})
  const facts = drawn.map((at, place) => ({
    id: at.camera.id,
    products: productsAt(place),
    tampering: isWatched(at.camera, at),
  }))
  await inSystem(db, (tx) =>
    sql`update view set products = r.products, tampering_detection = r.tampering
      from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as r (id uuid, products text[], tampering boolean)
      where view.id = r.id`.execute(tx),
  )
  await createTenant(db, 'Theirs')
  ;({ cookie } = await createLoggedIn(db, { companyId, userType: 'ADMIN_USER' }))
})
afterAll(() => server.close())

/** Sends a query as the console does: in the body of a POST, since it can be long. */
async function ask(url: string, filter: object, who = cookie) {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: { cookie: who, 'x-requested-with': 'winnow', 'x-http-method-override': 'GET' },
    payload: filter,
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

describe('cameras by flags · VIEWS-001 VIEWS-010', () => {
  it('exist with both values of each flag, so that a flag without effect is noticed', () => {
    for (const flag of names.slice(0, 20)) {
      expect(wanted([flag]).length, flag).toBeGreaterThan(0)
      expect(wanted([flag]).length, flag).toBeLessThan(drawn.length)
    }
    const onlyIn = (kind: 'camera' | 'site' | 'client') =>
      drawn.filter((at) =>
        (['camera', 'site', 'client'] as const).every(
          (each) => at[each].name.toLowerCase().includes('ca') === (each === kind),
        ),
      )
    for (const kind of ['camera', 'site', 'client'] as const) expect(onlyIn(kind), kind).not.toEqual([])
  })

  it.each(pairs.map((flags) => [flags.join(' and '), flags] as const))('%s', async (_title, flags) => {
    const filter = filterOf(flags)
    const fitting = wanted(flags)
    const listed = await ask(`/company/${companyId}/views`, { ...filter, limit: 200 })
    expect(idsOf(listed.rows)).toEqual(idsOf(fitting.map(({ camera }) => camera)))
    expect(listed.count).toBe(fitting.length)
    expect(await ask('/views/count', filter)).toEqual({ count: fitting.length })
  })

  it('can also be read with the flags as texts in the query string', async () => {
    const reply = await callApi(
      server,
      { cookie },
      'GET',
      '/views/count?thermal=true&activeOn=true&integrations=email,api',
    )
    const fitting = wanted(['thermal', 'activeOn']).filter(({ camera }) => /^(email|api)$/.test(camera.integration))
    expect(reply.body).toEqual({ count: fitting.length })
  })

  it('are counted by the selection in the tree: clients, sites and cameras together, a group, and a filter', async () => {
    const [client, site, camera] = [drawn[0]?.client, drawn.at(-1)?.site, drawn.at(-20)?.camera]
    const chosen = (at: Drawn) => at.client === client || at.site === site || at.camera === camera
    const below = [client?.id, site?.id, camera?.id]
    expect(await ask('/views/count', { below })).toEqual({ count: drawn.filter(chosen).length })
    expect(await ask('/views/count', { below, activeOn: true })).toEqual({
      count: drawn.filter((at) => chosen(at) && at.camera.active).length,
    })
    const made = await callApi(server, { cookie }, 'POST', '/v1/groups', { name: 'Chosen', projects: [client?.id] })
    const groupId: unknown = made.body.id
    const inGroup = drawn.filter((at) => at.client === client)
    expect(await ask('/views/count', { groupId })).toEqual({ count: inGroup.length })
    expect(await ask('/views/count', { groupId, below })).toEqual({ count: inGroup.filter(chosen).length })
    expect(await ask('/views/count', { below: [] })).toEqual({ count: 0 })
  })

  it('are paged by name', async () => {
    const page = (number: number) => ask(`/company/${companyId}/views`, { limit: 40, page: number })
    const rows = (await Promise.all([1, 2, 3, 4, 5].map(page))).flatMap((each) => each.rows)
    expect(idsOf(rows)).toEqual(idsOf(drawn.map(({ camera }) => camera)))
    const folded = rows.map(({ name }) => name.toLowerCase())
    expect(folded).toEqual([...folded].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
  })
})

describe('the filtered tree', () => {
  const FILTERS = [['thermal'], ['search'], ['masked', 'search'], ['activeOff', 'unmasked']]

  it.each(FILTERS.map((flags) => [flags.join(' and '), flags] as const))(
    'of %s contains the clients, sites and cameras that match, with their counts',
    async (_title, flags) => {
      const filter = { ...filterOf(flags), limit: 200 }
      const fitting = wanted(flags)
      const clients = await ask('/v1/projects/tree', filter)
      const inClients = new Set(fitting.map(({ client }) => client))
      expect(idsOf(clients.rows)).toEqual(idsOf([...inClients]))
      expect(await ask(`/company/${companyId}/project`, filter)).toEqual(clients)
      for (const { id, matchCount } of clients.rows) {
        const inClient = fitting.filter(({ client }) => client.id === id)
        expect(matchCount).toBe(inClient.length)
        const sites = await ask(`/v1/project/${id}/sites`, filter)
        expect(idsOf(sites.rows)).toEqual(idsOf([...new Set(inClient.map(({ site }) => site))]))
        for (const site of sites.rows) {
          const inSite = inClient.filter((at) => at.site.id === site.id)
          expect(site.matchCount).toBe(inSite.length)
          const cameras = await ask(`/v1/site/${site.id}/views`, filter)
          expect(idsOf(cameras.rows)).toEqual(idsOf(inSite.map(({ camera }) => camera)))
        }
      }
    },
  )

  it('contains everything without a filter, also nodes without cameras', async () => {
    expect((await ask('/v1/projects/tree', {})).count).toBe(scenario.size.clients)
  })

  it('finds a client or site without cameras by its name, and by the name of a site below it', async () => {
    const [client, site] = ['01900000-0000-7000-8000-0000000000c1', '01900000-0000-7000-8000-0000000000c2']
    await inSystem(server.database.runtime, async (tx) => {
      await tx.insertInto('project').values({ id: client, company_id: companyId, name: 'Bare client' }).execute()
      await tx
        .insertInto('site')
        .values({ id: site, company_id: companyId, project_id: client, name: 'Bare place' })
        .execute()
    })
    for (const search of ['bare cl', 'BARE PLACE'])
      expect(await ask('/v1/projects/tree', { search })).toMatchObject({
        count: 1,
        rows: [{ id: client, matchCount: 0 }],
      })
    expect((await ask('/v1/projects/tree', { search: 'bare', thermal: true })).rows).toEqual([])
    for (const search of ['bare cl', 'bare place'])
      expect((await ask(`/v1/project/${client}/sites`, { search })).rows).toMatchObject([{ id: site }])
    await inSystem(server.database.runtime, (tx) => sql`delete from project where id = ${client}`.execute(tx))
  })
})

describe('the row of a node', () => {
  const all = async (url: string, filter: object = {}) => (await ask(url, { ...filter, limit: 200 })).rows

  it('has the same index as in the lists of the tree, with and without a filter', async () => {
    for (const [filter, at] of [
      [{}, drawn[70]],
      [{ thermal: true }, drawn.findLast(({ camera }) => camera.thermal)],
      [{ search: 'ca' }, wanted(['search'])[3]],
    ] as const) {
      if (!at) throw new Error('the scenario has no such camera')
      const { steps } = await ask(`/v1/nodes/${at.camera.id}/place`, filter)
      const lists = [
        await all('/v1/projects/tree', filter),
        await all(`/v1/project/${at.client.id}/sites`, filter),
        await all(`/v1/site/${at.site.id}/views`, filter),
      ]
      expect(lists.map((rows, level) => rows[steps[level].index].id)).toEqual([at.client.id, at.site.id, at.camera.id])
      expect(steps.map(({ kind }: { kind: string }) => kind)).toEqual(['project', 'site', 'view'])
      expect((await ask(`/v1/nodes/${at.site.id}/place`, filter)).steps).toEqual(steps.slice(0, 2))
    }
  })

  it('is not returned if the filter excludes the node', async () => {
    const off = drawn.find(({ camera }) => !camera.active)
    expect((await ask(`/v1/nodes/${off?.camera.id}/place`, { activeOn: true })).steps).toEqual([])
  })

  it('is found by the beginning of its name, after a given row and then from the first row', async () => {
    const clients = await all('/v1/projects/tree')
    const last = clients.length - 1
    const startsWith = clients[last].name.slice(0, 3).toUpperCase()
    const first = clients.findIndex(({ name }: { name: string }) => name.toUpperCase().startsWith(startsWith))
    const typed = (query: object) => ask('/v1/projects/typed', query)
    expect(await typed({ startsWith, from: last })).toEqual({ found: { id: clients[last].id, index: last } })
    expect(await typed({ startsWith, from: last + 1 })).toEqual({ found: { id: clients[first].id, index: first } })
    expect(await typed({ startsWith: '%' })).toEqual({ found: null })
    const [at] = drawn
    const sites = await all(`/v1/project/${at?.client.id}/sites`)
    expect(await ask(`/v1/project/${at?.client.id}/sites/typed`, { startsWith: sites[0].name })).toEqual({
      found: { id: sites[0].id, index: 0 },
    })
    const cameras = await all(`/v1/site/${at?.site.id}/views`)
    expect(await ask(`/v1/site/${at?.site.id}/views/typed`, { startsWith: cameras[0].name })).toEqual({
      found: { id: cameras[0].id, index: 0 },
    })
  })
})

describe('counts of nodes', () => {
  it('include active cameras, and how many of these are paused or silent for longer than the site allows', async () => {
    const [busy] = drawn
      .map(({ site }) => site)
      .toSorted((a, b) => b.cameras.length - a.cameras.length)
      .filter(({ active }) => active)
    if (!busy) throw new Error('the scenario has no site that is switched on')
    const active = busy.cameras.filter((camera) => camera.active)
    const counts = () => ask('/v1/nodes/counts', { siteIds: [busy.id] })
    const heard = (hours: number) =>
      inSystem(server.database.runtime, (tx) =>
        sql`update view set last_signal_at = now() - make_interval(hours => ${hours}::int) where site_id = ${busy.id}`.execute(
          tx,
        ),
      )
    const noneOutside = { outside: 0, nextScheduleChange: null }
    const allow = (hours: number | null) =>
      inSystem(server.database.runtime, (tx) =>
        tx.updateTable('site').set({ idle_hours: hours }).where('id', '=', busy.id).execute(),
      )
    await heard(30)
    expect(await counts()).toEqual([
      { id: busy.id, active: active.length, paused: 0, silent: active.length, nextPauseEnd: null, ...noneOutside },
    ])
    await allow(31)
    expect(await counts()).toEqual([
      { id: busy.id, active: active.length, paused: 0, silent: 0, nextPauseEnd: null, ...noneOutside },
    ])
    await allow(2)
    await heard(1)
    expect(await counts()).toEqual([
      { id: busy.id, active: active.length, paused: 0, silent: 0, nextPauseEnd: null, ...noneOutside },
    ])
    await heard(30)
    await inSystem(server.database.runtime, (tx) =>
      sql`update site set paused_until = now() + interval '1 hour', paused_at = now(), pause_reason = 'Works', paused_by = 'me'
        where id = ${busy.id}`.execute(tx),
    )
    const [paused] = await counts()
    expect(paused).toMatchObject({ id: busy.id, active: active.length, paused: active.length, silent: 0 })
    const { paused_until } = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('site').select('paused_until').where('id', '=', busy.id).executeTakeFirstOrThrow(),
    )
    expect(paused.nextPauseEnd).toBe(paused_until?.toISOString())
  })

  it('of a client include all its sites', async () => {
    const client = drawn[0]?.client
    const active = client?.sites
      .filter((site) => site.active)
      .flatMap(({ cameras }) => cameras.filter((each) => each.active))
    const [counted] = await ask('/v1/nodes/counts', { projectIds: [client?.id] })
    expect(counted).toMatchObject({ id: client?.id, active: active?.length })
  })
})

describe('a user with one site', () => {
  it('finds by isCheckSiteRuleViewAlarm only cameras whose alarms they may see, and without the right none · VIEWS-010', async () => {
    const [mine, foreign] = [drawn[0], drawn.find(({ client }) => client !== drawn[0]?.client)]
    if (!mine || !foreign) throw new Error('the scenario has one client only')
    const places = [mine, foreign].map(({ client, site, camera }) => ({
      companyId,
      projectId: client.id,
      siteId: site.id,
      viewId: camera.id,
    }))
    for (const place of places) await createAlarm(server.database.runtime, place)
    const { userId, cookie: theirs } = await createLoggedIn(server.database.runtime, {
      companyId,
      userType: 'EXTERNAL_USER',
    })
    const grant = { user_id: userId, company_id: companyId, node_type: 'site', node_id: mine.site.id }
    await inSystem(server.database.runtime, (tx) => tx.insertInto('user_grant').values(grant).execute())
    const filter = { isCheckSiteRuleViewAlarm: true, limit: 200 }
    const listed = await ask(`/company/${companyId}/views`, filter, theirs)
    expect(idsOf(listed.rows)).toEqual(idsOf(mine.site.cameras))
    expect(idsOf((await ask('/v1/projects/tree', filter, theirs)).rows)).toEqual([mine.client.id])
    // The flag agrees with what the list of alarms shows to the same user.
    const alarms = await callApi(server, { cookie: theirs }, 'POST', '/viewalarms', {})
    expect(alarms.body.rows.map(({ viewId }: { viewId: string }) => viewId)).toEqual([mine.camera.id])
    const everything = await callApi(server, { cookie }, 'POST', '/viewalarms', {})
    expect(everything.body.rows).toHaveLength(2)
  })

  it('finds and counts only the cameras of that site, and gets no information about other sites', async () => {
    const [at] = drawn.filter(({ client }) => client.sites.length > 1)
    const beside = at?.client.sites.find(({ id }) => id !== at.site.id)
    if (!at || !beside) throw new Error('the scenario has no client of two sites')
    const { userId, cookie: theirs } = await createLoggedIn(server.database.runtime, {
      companyId,
      userType: 'EXTERNAL_USER',
    })
    const grant = { user_id: userId, company_id: companyId, node_type: 'site', node_id: at.site.id }
    await inSystem(server.database.runtime, (tx) => tx.insertInto('user_grant').values(grant).execute())
    expect(await ask('/views/count', {}, theirs)).toEqual({ count: at.site.cameras.length })
    const tree = await ask('/v1/projects/tree', {}, theirs)
    expect(tree).toMatchObject({ count: 1, rows: [{ id: at.client.id, matchCount: at.site.cameras.length }] })
    const sites = await ask(`/v1/project/${at.client.id}/sites`, {}, theirs)
    expect(idsOf(sites.rows)).toEqual([at.site.id])
    if (!at.client.name.includes(beside.name) && !at.site.name.includes(beside.name))
      expect((await ask('/v1/projects/tree', { search: beside.name }, theirs)).rows).toEqual([])
  })
})
