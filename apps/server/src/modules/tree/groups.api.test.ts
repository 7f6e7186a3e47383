import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

let server: TestServer
let tenant: Tenant
let other: { projectId: string }
beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
  other = await createCamera(server.database.runtime, tenant.companyId)
})
afterAll(() => server.close())

const call = (method: CallMethod, url: string, payload?: object, cookie = tenant.admin.cookie) =>
  callApi(server, { cookie }, method, url, payload)
const make = async (name: string, projects: string[] = []) =>
  (await call('POST', '/v1/groups', { name, projects })).body
const groupIdsOf = async (projectId: string): Promise<string[]> =>
  (await call('GET', `/project/${projectId}`)).body.groupIds

describe('a group of clients', () => {
  it('is created, read, renamed, listed by name and deleted; its clients stay · GROUPS-003', async () => {
    const made = await make('b Nights', [other.projectId])
    expect(made).toMatchObject({ name: 'b Nights', projectCount: 1, projects: [other.projectId] })
    const renamed = await call('PUT', `/v1/groups/${made.id}`, { name: 'B nights' })
    expect(renamed.body).toEqual({ ...made, name: 'B nights' })
    await make('a first')
    const names = (await call('GET', '/v1/groups')).body.rows.map((group: { name: string }) => group.name)
    expect(names).toEqual(['a first', 'B nights', expect.stringContaining('Group ')])
    expect((await call('DELETE', `/v1/groups/${made.id}`)).body).toEqual({ success: true })
    expect((await call('GET', `/v1/groups/${made.id}`)).status).toBe(404)
    expect((await call('GET', `/project/${other.projectId}`)).body.groupIds).toEqual([])
  })

  it('has a name that no other group has', async () => {
    const { id } = await make('Taken')
    expect(await call('POST', '/v1/groups', { name: 'taken' })).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN' },
    })
    const { id: second } = await make('Free')
    expect((await call('PUT', `/v1/groups/${second}`, { name: 'TAKEN' })).status).toBe(409)
    expect((await call('PUT', `/v1/groups/${id}`, { name: 'TAKEN' })).status).toBe(200)
  })

  it('adds and removes clients, and keeps the others', async () => {
    const { id } = await make('Assigned', [other.projectId])
    const assign = (projectId: string, assigned: boolean) =>
      call('PUT', `/v1/groups/${id}/projects`, { projectIds: [projectId], assigned })
    expect((await assign(tenant.projectId, true)).body.projectCount).toBe(2)
    expect((await assign(tenant.projectId, true)).body.projectCount).toBe(2)
    expect(await groupIdsOf(tenant.projectId)).toContain(id)
    expect((await assign(other.projectId, false)).body.projects).toEqual([tenant.projectId])
  })

  it('has exactly the clients that a change names', async () => {
    const { id } = await make('Replaced', [other.projectId])
    const changed = await call('PUT', `/v1/groups/${id}`, { projects: [tenant.projectId] })
    expect(changed.body.projects).toEqual([tenant.projectId])
    expect((await call('PUT', `/v1/groups/${id}`, { projects: [] })).body.projects).toEqual([])
  })

  it('does not count a deleted client, and contains it again after it is restored', async () => {
    const project = (await call('POST', `/company/${tenant.companyId}/project`, { name: 'Leaving' })).body
    const { id } = await make('Left', [project.id])
    await call('DELETE', `/project/${project.id}`)
    expect((await call('GET', `/v1/groups/${id}`)).body).toMatchObject({ projectCount: 0, projects: [] })
    await call('POST', `/v1/nodes/${project.id}/restore`)
    expect((await call('GET', `/v1/groups/${id}`)).body.projects).toEqual([project.id])
  })

  it('filters the list of clients', async () => {
    const { id } = await make('Filtered', [other.projectId])
    const found = await call('GET', `/v1/projects?groupId=${id}`)
    expect(found.body).toMatchObject({ count: 1, rows: [{ id: other.projectId }] })
    expect((await call('GET', '/v1/projects')).body.count).toBeGreaterThan(1)
  })

  it('writes the added and removed clients to the audit, and sends its change to the live stream', async () => {
    const { id } = await make('Told', [other.projectId])
    await call('PUT', `/v1/groups/${id}`, { name: 'Told again', projects: [tenant.projectId] })
    const rows = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('audit').select(['action', 'before', 'after']).where('object_id', '=', id).orderBy('id').execute(),
    )
    expect(rows).toEqual([
      { action: 'group.created', before: null, after: { name: 'Told', projects: [other.projectId] } },
      {
        action: 'group.changed',
        before: { name: 'Told', projects: [other.projectId] },
        after: { name: 'Told again', projects: [tenant.projectId] },
      },
    ])
    const events = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('live_event').select('payload').where('type', '=', 'group.changed').execute(),
    )
    expect(events.filter(({ payload }) => (payload as { groupId?: string }).groupId === id)).toHaveLength(2)
  })
})

describe('the groups of a client', () => {
  it('are set when it is created or changed; if left out, they stay', async () => {
    const [one, two] = [await make('One'), await make('Two')]
    const url = `/company/${tenant.companyId}/project`
    const { id } = (await call('POST', url, { name: 'Grouped', groupIds: [one.id] })).body
    expect(await groupIdsOf(id)).toEqual([one.id])
    await call('PUT', `/project/${id}`, { name: 'Grouped', groupIds: [two.id] })
    expect(await groupIdsOf(id)).toEqual([two.id])
    await call('PUT', `/project/${id}`, { name: 'Grouped still' })
    expect(await groupIdsOf(id)).toEqual([two.id])
  })

  it('can be set only by administrators and super users · PERMISSIONS-018', async () => {
    const { id } = await make('Closed')
    const { cookie } = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER',
    })
    const change = (body: object) => call('PUT', `/project/${other.projectId}`, body, cookie)
    expect((await change({ name: 'Member’s', groupIds: [id] })).status).toBe(403)
    expect((await change({ name: 'Member’s' })).status).toBe(200)
    const url = `/company/${tenant.companyId}/project`
    expect((await call('POST', url, { name: 'New', groupIds: [] }, cookie)).status).toBe(403)
  })
})

it('a user who sees some clients gets only the groups of these clients, with only these clients', async () => {
  const [both, theirs] = [
    await make('Both', [tenant.projectId, other.projectId]),
    await make('Theirs', [other.projectId]),
  ]
  const { userId, cookie } = await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType: 'EXTERNAL_USER',
  })
  const grant = { user_id: userId, company_id: tenant.companyId, node_type: 'project', node_id: tenant.projectId }
  await inSystem(server.database.runtime, (tx) => tx.insertInto('user_grant').values(grant).execute())
  const listed = (await call('GET', '/v1/groups', undefined, cookie)).body.rows
  expect(listed.find((group: { id: string }) => group.id === both.id)).toMatchObject({ projectCount: 1 })
  expect(listed.find((group: { id: string }) => group.id === theirs.id)).toBeUndefined()
  expect((await call('GET', `/v1/groups/${both.id}`, undefined, cookie)).body.projects).toEqual([tenant.projectId])
  expect((await call('GET', `/v1/groups/${theirs.id}`, undefined, cookie)).status).toBe(404)
})

it('groups are listed in pages, and found by a part of their name', async () => {
  for (const name of ['Paged b', 'paged A', 'Paged c 100%']) await make(name)
  const ask = async (query: string) => {
    const { body } = await call('GET', `/v1/groups?${query}`)
    return { ...body, rows: body.rows.map(({ name }: { name: string }) => name) }
  }
  expect(await ask('search=PAGED&limit=2')).toEqual({
    rows: ['paged A', 'Paged b'],
    count: 3,
    countIsExact: true,
    page: 1,
    limit: 2,
  })
  expect(await ask('search=paged&limit=2&page=2')).toMatchObject({ rows: ['Paged c 100%'], count: 3 })
  expect(await ask('search=100%25')).toMatchObject({ rows: ['Paged c 100%'], count: 1 })
  expect((await call('GET', '/v1/groups?limit=201')).status).toBe(400)
})
