// Users with a grant for a part of the tree see only that part and its parents.
import type { UserType } from '@winnow/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAlarm, createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { mayHear } from '../live/may-hear.ts'
import { readGrants } from '../identity/known-grants.ts'

interface Camera {
  projectId: string
  siteId: string
  viewId: string
  alarmId: string
}

let server: TestServer
let tenant: Tenant
/** Two clients; the first has two sites, and its first site two cameras. Every camera has one true alarm. */
let cameras: { a1: Camera; a2: Camera; b: Camera; other: Camera }

beforeAll(async () => {
  server = await startTestServer()
  const db = server.database.runtime
  tenant = await createTenant(db)
  const place = async (where: { projectId?: string; siteId?: string } = {}): Promise<Camera> => {
    const camera = await createCamera(db, tenant.companyId, where)
    const alarmId = await createAlarm(db, { companyId: tenant.companyId, ...camera })
    await inSystem(db, async (tx) => {
      await tx
        .insertInto('signal')
        .values({
          id: newId(),
          company_id: tenant.companyId,
          site_id: camera.siteId,
          source: 'smtp',
          received_at: new Date(),
          raw_bytes: 1,
          raw_sha256: 'x',
          state: 'parsed',
        })
        .execute()
    })
    return { ...camera, alarmId }
  }
  const a1 = await place()
  const a2 = await place({ projectId: a1.projectId, siteId: a1.siteId })
  const b = await place({ projectId: a1.projectId })
  cameras = { a1, a2, b, other: await place() }
})
afterAll(() => server.close())

async function userWith(
  userType: UserType,
  nodeType: 'project' | 'site' | 'view',
  nodeId: string,
  permission: 'read' | 'write' = 'read',
) {
  const db = server.database.runtime
  const user = await createLoggedIn(db, { companyId: tenant.companyId, userType })
  await inSystem(db, (tx) =>
    tx
      .insertInto('user_grant')
      .values({ user_id: user.userId, company_id: tenant.companyId, node_type: nodeType, node_id: nodeId, permission })
      .execute(),
  )
  const get = async (url: string) => {
    const reply = await server.app.inject({ url: `/api${url}`, headers: { cookie: user.cookie } })
    return { status: reply.statusCode, body: reply.json() }
  }
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object = {}) => {
    const headers = { cookie: user.cookie, 'x-requested-with': 'winnow' }
    const reply = await server.app.inject({ method, url: `/api${url}`, payload, headers })
    return { status: reply.statusCode, body: reply.json() }
  }
  return { ...user, get, send }
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted()

const cases = [
  ['EXTERNAL_USER', 'project', 'a1', ['a1', 'a2', 'b']],
  ['EXTERNAL_USER', 'site', 'a1', ['a1', 'a2']],
  ['EXTERNAL_USER_READONLY', 'view', 'a2', ['a2']],
  ['SHARED_SITE_USER', 'site', 'b', ['b']],
] as const

describe.each(cases)('%s with a grant for a %s', (userType, nodeType, at, seen) => {
  let user: Awaited<ReturnType<typeof userWith>>
  const all = ['a1', 'a2', 'b', 'other'] as const
  const hidden = all.filter((name) => !(seen as readonly string[]).includes(name))
  const nodeOf = (name: (typeof all)[number]) =>
    nodeType === 'project' ? cameras[name].projectId : nodeType === 'site' ? cameras[name].siteId : cameras[name].viewId
  beforeAll(async () => {
    user = await userWith(userType, nodeType, nodeOf(at))
  })

  it('sees exactly the alarms of the granted node: in the list, in the count and one by one', async () => {
    const { body } = await user.send('POST', '/viewalarms')
    expect(idsOf(body.rows)).toEqual(seen.map((name) => cameras[name].alarmId).toSorted())
    expect(body.count).toBe(seen.length)
    const count = await user.get('/v1/get-alarm-count?from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z')
    expect(count.body).toEqual({ count: seen.length, countIsExact: true })
    for (const name of all) {
      const status = (seen as readonly string[]).includes(name) ? 200 : 404
      for (const url of [`/alarm/${cameras[name].alarmId}`, `/v1/alarm/${cameras[name].alarmId}/notes`])
        expect((await user.get(url)).status, `${name} ${url}`).toBe(status)
    }
  })

  it('finds only the alarms of the granted node when it filters by all clients or all sites', async () => {
    const expected = seen.map((name) => cameras[name].alarmId).toSorted()
    const ask = async (body: object) => idsOf((await user.send('POST', '/viewalarms', body)).body.rows)
    expect(await ask({ projects: [cameras.a1.projectId, cameras.other.projectId] })).toEqual(expected)
    expect(await ask({ sites: all.map((name) => cameras[name].siteId) })).toEqual(expected)
  })

  it('finds no alarms when it filters by cameras or alarms that it may not see', async () => {
    const filters = hidden.map((name) => ({ cameras: [cameras[name].viewId] }))
    for (const body of [...filters, { alarms: hidden.map((name) => cameras[name].alarmId) }])
      expect((await user.send('POST', '/viewalarms', body)).body.rows).toEqual([])
  })

  const unique = (field: keyof Camera) => [...new Set(seen.map((name) => cameras[name][field]))].toSorted()

  it('finds by search only the granted node, the nodes below it and its parents', async () => {
    const found: { kind: string; id: string }[] = (await user.get('/v1/nodes?limit=50')).body
    const ids = (kind: string) => idsOf(found.filter((node) => node.kind === kind))
    expect(ids('view')).toEqual(unique('viewId'))
    expect(ids('site')).toEqual(unique('siteId'))
    expect(ids('project')).toEqual(unique('projectId'))
  })

  it('sees on Home the counts of the granted node only', async () => {
    const { body } = await user.get('/v1/home')
    expect(body).toMatchObject({ received: seen.length, passed: seen.length, account: { views: seen.length } })
    const sites = new Set(seen.map((name) => cameras[name].siteId))
    // Mail for no camera belongs to the site. Users with grants for single cameras do not see it.
    const expected = nodeType === 'view' ? 0 : all.filter((name) => sites.has(cameras[name].siteId)).length
    expect(body.attention.unmatched).toBe(expected)
  })

  it('receives live events only about cameras that it may see', async () => {
    const { grants } = await inSystem(server.database.runtime, (tx) => readGrants(tx, user.userId))
    for (const name of all)
      expect(mayHear(grants, cameras[name]), name).toBe((seen as readonly string[]).includes(name))
  })
})

describe('a user with grants for hundreds of single sites', () => {
  it('sees and counts these sites and nothing else', async () => {
    const user = await userWith('EXTERNAL_USER', 'site', cameras.a1.siteId)
    const sites = [cameras.other.siteId, ...Array.from({ length: 300 }, () => newId())]
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values(
          sites.map((id) => ({
            user_id: user.userId,
            company_id: tenant.companyId,
            node_type: 'site',
            node_id: id,
            permission: 'read',
          })),
        )
        .execute(),
    )
    const seen = ['a1', 'a2', 'other'] as const
    for (let look = 0; look < 2; look++) {
      const { body } = await user.get('/v1/home')
      expect(body).toMatchObject({
        received: 3,
        passed: 3,
        account: { projects: 2, sites: 2, views: 3 },
        attention: { unmatched: 3 },
      })
    }
    const { body } = await user.send('POST', '/viewalarms')
    expect([body.count, idsOf(body.rows)]).toEqual([3, seen.map((name) => cameras[name].alarmId).toSorted()])
    expect((await user.send('POST', '/viewalarms', { cameras: [cameras.b.viewId] })).body.rows).toEqual([])
  })
})

describe('the parents of a granted node', () => {
  it('are visible from the client down to one camera, without their other children', async () => {
    const user = await userWith('EXTERNAL_USER', 'view', cameras.a1.viewId)
    const { projectId, siteId, viewId } = cameras.a1
    expect((await user.get('/v1/projects')).body.rows).toMatchObject([
      { id: projectId, siteCount: 1, viewCount: 1, permission: 'read' },
    ])
    expect((await user.get(`/project/${projectId}`)).body).toMatchObject({ siteCount: 1 })
    expect(idsOf((await user.get(`/project/${projectId}/site`)).body)).toEqual([siteId])
    expect((await user.get(`/site/${siteId}`)).body).toMatchObject({ viewCount: 1, permission: 'read' })
    expect(idsOf((await user.get(`/site/${siteId}/view`)).body)).toEqual([viewId])
  })

  it('give no access to anything else in them', async () => {
    const user = await userWith('EXTERNAL_USER', 'view', cameras.a1.viewId, 'write')
    const { projectId, siteId } = cameras.a1
    for (const url of [
      `/v1/site/${siteId}/receivers`,
      `/v1/site/${siteId}/unmatched-signals`,
      `/site/${cameras.b.siteId}`,
      `/project/${cameras.other.projectId}/site`,
    ])
      expect((await user.get(url)).status, url).toBe(404)
    expect((await user.send('PUT', `/site/${siteId}`, { name: 'x' })).status).toBe(404)
    expect((await user.send('DELETE', `/project/${projectId}`)).status).toBe(404)
    expect((await user.send('PUT', `/view/${cameras.a1.viewId}`, { name: 'Mine to name' })).status).toBe(200)
  })

  it('are hidden from a user without grants', async () => {
    const user = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER',
    })
    const get = async (url: string) =>
      (await server.app.inject({ url: `/api${url}`, headers: { cookie: user.cookie } })).json()
    expect((await get('/v1/projects')).rows).toEqual([])
    expect(await get('/v1/nodes')).toEqual([])
    expect(await get('/v1/home')).toMatchObject({
      received: 0,
      waiting: 0,
      account: { projects: 0, sites: 0, views: 0 },
    })
    expect(await get(`/project/${cameras.a1.projectId}/site`)).toMatchObject({ code: 'NOT_FOUND' })
  })
})
