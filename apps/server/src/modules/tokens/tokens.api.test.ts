// The rights of a token that is restricted to some clients and sites.
import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

interface Camera {
  projectId: string
  siteId: string
  viewId: string
  alarmId: string
}

const HOUR = 3_600_000
const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
let theirs: Tenant
/** Cameras at two sites of one client (`yard` and `hall`), and at a site of another client (`other`). */
let cameras: { yard: Camera; hall: Camera; other: Camera }

beforeAll(async () => {
  server = await startTestServer({ clock })
  const db = server.database.runtime
  tenant = await createTenant(db, 'Mine')
  theirs = await createTenant(db, 'Theirs')
  const place = async (where: { projectId?: string } = {}): Promise<Camera> => {
    const camera = await createCamera(db, tenant.companyId, where)
    return { ...camera, alarmId: await createAlarm(db, { companyId: tenant.companyId, ...camera }) }
  }
  const yard = await place()
  cameras = { yard, hall: await place({ projectId: yard.projectId }), other: await place() }
})
afterAll(() => server.close())

const make = (body: object, who: { cookie: string } = tenant.admin) =>
  callApi(server, who, 'POST', '/v1/token', { tokenType: 'api', name: 'Program', ...body })

/** Calls the API as a program does. */
function program(secret: string) {
  return async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object | Buffer) => {
    const reply = await server.app.inject({
      method,
      url: `/api${url}`,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(Buffer.isBuffer(payload) ? { 'content-type': 'image/jpeg' } : {}),
      },
      ...(payload ? { payload } : {}),
    })
    return { status: reply.statusCode, body: reply.json() }
  }
}

describe('a token for a site', () => {
  it('sees and changes only that site', async () => {
    const { status, body } = await make({ siteIds: [cameras.yard.siteId] })
    expect(status).toBe(200)
    expect(body.nodes).toEqual([
      { kind: 'site', id: cameras.yard.siteId, path: expect.stringMatching(/^Client \S+ \/ Site/) },
    ])
    const call = program(body.secret)
    const alarms = await call('POST', '/viewalarms', {})
    expect(alarms.body.rows.map(({ id }: { id: string }) => id)).toEqual([cameras.yard.alarmId])
    expect((await call('GET', `/alarm/${cameras.yard.alarmId}`)).status).toBe(200)
    expect((await call('PUT', `/site/${cameras.yard.siteId}`, { name: 'Yard' })).status).toBe(200)
    for (const name of ['hall', 'other'] as const) {
      expect((await call('GET', `/alarm/${cameras[name].alarmId}`)).status).toBe(404)
      expect((await call('PUT', `/site/${cameras[name].siteId}`, { name: 'Mine now' })).status).toBe(404)
    }
  })

  it('cannot create clients or tokens, which would not be limited to the site', async () => {
    const { body } = await make({ siteIds: [cameras.yard.siteId] })
    const call = program(body.secret)
    const created = await call('POST', `/company/${tenant.companyId}/project`, { name: 'Escape' })
    expect(created.status).toBe(403)
    const token = await call('POST', '/v1/token', { tokenType: 'api', name: 'Escape' })
    expect(token.status).toBe(403)
    expect((await call('GET', `/company/${tenant.companyId}/user`)).status).toBe(403)
  })

  it('sends alarms only of that site’s cameras', async () => {
    const { body } = await make({ tokenType: 'ingest', siteIds: [cameras.yard.siteId] })
    const call = program(body.secret)
    const picture = Buffer.from('/9j/', 'base64')
    const send = (name: keyof typeof cameras) => call('POST', `/v1/ingest/alarm?view=${cameras[name].viewId}`, picture)
    expect((await send('yard')).status).toBe(200)
    expect((await send('hall')).status).toBe(404)
    expect((await send('other')).status).toBe(404)
    expect((await call('GET', `/v1/token`)).status).toBe(401)
  })
})

it('a token for a client sees all of its sites', async () => {
  const { body } = await make({ projectIds: [cameras.yard.projectId] })
  const alarms = await program(body.secret)('POST', '/viewalarms', {})
  expect(alarms.body.rows.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [cameras.yard.alarmId, cameras.hall.alarmId].toSorted(),
  )
})

it('a token for the whole company sees all of it, and nothing of another company', async () => {
  const { body } = await make({})
  expect(body.nodes).toBeNull()
  const call = program(body.secret)
  expect((await call('GET', `/alarm/${cameras.other.alarmId}`)).status).toBe(200)
  expect((await call('GET', `/alarm/${theirs.alarmId}`)).status).toBe(404)
})

describe('the restriction of a token', () => {
  it.each([
    ['clients', 'projectIds'],
    ['sites', 'siteIds'],
  ] as const)('is refused as an empty list of %s, which does not mean the whole company', async (_what, field) => {
    expect((await make({ [field]: [] })).status).toBe(400)
  })

  it('cannot name another company’s nodes', async () => {
    expect((await make({ siteIds: [cameras.yard.siteId, theirs.siteId] })).status).toBe(404)
    expect((await make({ projectIds: [theirs.projectId] })).status).toBe(404)
  })

  it('is recorded in the audit', async () => {
    const { body } = await make({ siteIds: [cameras.yard.siteId] })
    const entry = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('audit').select('after').where('object_id', '=', body.id).executeTakeFirstOrThrow(),
    )
    expect(entry.after).toEqual({ tokenType: 'api', siteIds: [cameras.yard.siteId] })
  })

  it('gives access to nothing once its node was deleted', async () => {
    const gone = await createCamera(server.database.runtime, tenant.companyId)
    const { body } = await make({ siteIds: [gone.siteId] })
    await callApi(server, tenant.admin, 'DELETE', `/site/${gone.siteId}`)
    expect((await program(body.secret)('POST', '/viewalarms', {})).body.rows).toEqual([])
    const { rows: tokens } = (await callApi(server, tenant.admin, 'GET', '/v1/token?limit=200')).body
    const listed = tokens.find(({ id }: { id: string }) => id === body.id)
    expect(listed.nodes).toEqual([{ kind: 'site', id: gone.siteId, path: null }])
  })
})

describe('tokens', () => {
  it('are listed by type or all together · TOKENS-001', async () => {
    const made = { ingest: await make({ tokenType: 'ingest' }), api: await make({ tokenType: 'api' }) }
    const listed = async (query: string) => {
      const { body } = await callApi(server, tenant.admin, 'GET', `/v1/token${query}`)
      const rows: { id: string; tokenType: string }[] = body.rows
      return { ids: rows.map(({ id }) => id), types: new Set(rows.map(({ tokenType }) => tokenType)) }
    }
    for (const type of ['ingest', 'api'] as const) {
      const found = await listed(`?tokenType=${type}`)
      expect(found.types).toEqual(new Set([type]))
      expect(found.ids).toContain(made[type].body.id)
    }
    expect((await listed('')).types).toEqual(new Set(['api', 'ingest']))
    expect((await callApi(server, tenant.admin, 'GET', '/v1/token?tokenType=none')).status).toBe(400)
  })

  it('are listed in pages, latest first or by a column, with the number of those that end soon', async () => {
    const other = await createTenant(server.database.runtime)
    const inDays = (days: number) => new Date(clock.now().getTime() + days * 24 * HOUR).toISOString()
    const named = async (name: string, expiresAt?: string) =>
      (await make(expiresAt === undefined ? { name } : { name, expiresAt }, other.admin)).status
    const made = [
      await named('b', inDays(14)),
      await named('C'),
      await named('a', inDays(2)),
      await named('d', inDays(15)),
    ]
    expect(made).toEqual([200, 200, 200, 200])
    const list = async (query: string) => (await callApi(server, other.admin, 'GET', `/v1/token?${query}`)).body
    const ours = new Set(['a', 'b', 'C', 'd'])
    const names = async (query: string) =>
      (await list(query)).rows.map(({ name }: { name: string }) => name).filter((name: string) => ours.has(name))
    expect(await names('')).toEqual(['d', 'a', 'C', 'b'])
    expect(await names('sort=name')).toEqual(['a', 'b', 'C', 'd'])
    expect(await names('sort=-ends')).toEqual(['d', 'b', 'a', 'C'])
    const { count } = await list('')
    expect(await list('limit=3')).toMatchObject({ count, countIsExact: true, page: 1, limit: 3, endingSoon: 2 })
    expect((await list('limit=3&page=2')).rows).toHaveLength(count - 3)
    expect((await callApi(server, other.admin, 'GET', '/v1/token?limit=201')).status).toBe(400)
  })

  it('show their secret once, and the time of their last use', async () => {
    const { body } = await make({})
    const find = async () => {
      const reply = await callApi(server, tenant.admin, 'GET', '/v1/token?limit=200')
      expect(JSON.stringify(reply.body)).not.toContain(body.secret)
      return reply.body.rows.find(({ id }: { id: string }) => id === body.id)
    }
    expect(await find()).toMatchObject({ lastUsedAt: null })
    await program(body.secret)('GET', `/alarm/${cameras.yard.alarmId}`)
    expect((await find()).lastUsedAt).toBe(clock.now().toISOString())
  })

  it('can be created by users without other rights, and are refused after they were revoked', async () => {
    const { companyId } = tenant
    const maker = await createLoggedIn(server.database.runtime, { companyId, userType: 'CREATE_TOKEN_USER' })
    const { status, body } = await make({ siteIds: [cameras.yard.siteId] }, maker)
    expect(status).toBe(200)
    expect((await callApi(server, maker, 'GET', `/alarm/${cameras.yard.alarmId}`)).status).toBe(403)
    expect((await callApi(server, maker, 'DELETE', `/v1/token/${body.id}`)).status).toBe(200)
    expect((await program(body.secret)('GET', `/alarm/${cameras.yard.alarmId}`)).status).toBe(401)
  })

  it('show their creator, and remain valid after the creator was deleted, which is announced before', async () => {
    const { companyId } = tenant
    const maker = await createLoggedIn(server.database.runtime, { companyId, userType: 'CREATE_TOKEN_USER' })
    const { body: kept } = await make({}, maker)
    const { body: revoked } = await make({}, maker)
    await make({ expiresAt: new Date(clock.now().getTime() + HOUR).toISOString() }, maker)
    await callApi(server, tenant.admin, 'DELETE', `/v1/token/${revoked.id}`)
    clock.advance(HOUR)
    const madeBy = async () => {
      const { body } = await callApi(server, tenant.admin, 'GET', '/v1/token?limit=200')
      return body.rows.find(({ id }: { id: string }) => id === kept.id).madeBy
    }
    const path = `/user/${maker.userId}`
    expect([kept.madeBy, await madeBy()]).toEqual(['CREATE_TOKEN_USER', 'CREATE_TOKEN_USER'])
    expect((await callApi(server, tenant.admin, 'GET', path)).body.liveTokens).toBe(1)
    const look = async () => (await program(kept.secret)('GET', `/alarm/${cameras.yard.alarmId}`)).status
    await callApi(server, tenant.admin, 'PUT', path, { suspended: true })
    expect([await madeBy(), await look()]).toEqual(['CREATE_TOKEN_USER', 200])
    await callApi(server, tenant.admin, 'DELETE', path)
    expect([await madeBy(), await look()]).toEqual([null, 200])
  })
})

describe('a token with an expiry', () => {
  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR).toISOString()

  it('is accepted until its expiry and refused afterwards with the reason', async () => {
    const expiresAt = inHours(1)
    const { status, body } = await make({ expiresAt })
    expect([status, body.expiresAt]).toEqual([200, expiresAt])
    const look = () => program(body.secret)('GET', `/alarm/${cameras.yard.alarmId}`)
    clock.advance(HOUR - 1)
    expect((await look()).status).toBe(200)
    clock.advance(1)
    expect(await look()).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } })
  })

  it('is refused for alarms after its expiry, so that the sender notices', async () => {
    const { body } = await make({ tokenType: 'ingest', expiresAt: inHours(1) })
    const picture = Buffer.from('/9j/', 'base64')
    const send = () => program(body.secret)('POST', `/v1/ingest/alarm?view=${cameras.yard.viewId}`, picture)
    expect((await send()).status).toBe(200)
    clock.advance(HOUR)
    expect(await send()).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } })
  })

  it('stays in the list until it is revoked, and is unknown afterwards', async () => {
    const { body } = await make({ expiresAt: inHours(1) })
    clock.advance(2 * HOUR)
    const { rows: tokens } = (await callApi(server, tenant.admin, 'GET', '/v1/token?limit=200')).body
    expect(tokens.find(({ id }: { id: string }) => id === body.id)).toMatchObject({ expiresAt: body.expiresAt })
    expect((await callApi(server, tenant.admin, 'DELETE', `/v1/token/${body.id}`)).status).toBe(200)
    expect((await program(body.secret)('GET', '/v1/projects')).body.code).toBe('NOT_AUTHORISED')
  })

  it.each([
    ['in the past', () => inHours(-1)],
    ['just now', () => inHours(0)],
    ['no time', () => 'tomorrow'],
  ])('is refused if the expiry is %s', async (_what, expiresAt) => {
    const { status, body } = await make({ expiresAt: expiresAt() })
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'VALIDATION', errors: [{ field: 'expiresAt' }] })
  })

  it('has its expiry in the audit', async () => {
    const { body } = await make({ expiresAt: inHours(24) })
    const entry = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('audit').select('after').where('object_id', '=', body.id).executeTakeFirstOrThrow(),
    )
    expect(entry.after).toEqual({ tokenType: 'api', expiresAt: body.expiresAt })
  })
})
