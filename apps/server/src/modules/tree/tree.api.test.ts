import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ clock })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())
// Nodes that were deleted at the same instant are restored together. The deletions of two tests must not be at the same instant.
beforeEach(() => clock.advance(1_000))

const call = (method: CallMethod, url: string, payload?: object, cookie = tenant.admin.cookie) =>
  callApi(server, { cookie }, method, url, payload)

const createProject = async (name: string) =>
  (await call('POST', `/company/${tenant.companyId}/project`, { name })).body
const createSite = async (projectId: string, name: string) =>
  (await call('POST', `/project/${projectId}/site`, { name })).body
const createView = async (siteId: string, name: string) => (await call('POST', `/site/${siteId}/view`, { name })).body

async function createBranch(name: string) {
  const project = await createProject(name)
  const site = await createSite(project.id, `${name} site`)
  const view = await createView(site.id, `${name} camera`)
  return { project, site, view }
}

describe('a client', () => {
  it('is created, read, renamed, listed and deleted', async () => {
    const made = await createProject('Acme')
    expect(made).toMatchObject({ name: 'Acme', permission: 'write', siteCount: 0, viewCount: 0 })
    expect((await call('PUT', `/project/${made.id}`, { name: 'Acme Ltd' })).body).toMatchObject({ name: 'Acme Ltd' })
    expect((await call('GET', `/project/${made.id}`)).body).toMatchObject({ id: made.id, name: 'Acme Ltd' })
    const { body: list } = await call('GET', '/v1/projects?search=acme')
    expect(list).toMatchObject({ count: 1, page: 1, rows: [{ id: made.id }] })
    expect((await call('DELETE', `/project/${made.id}`)).body).toEqual({ success: true })
    expect((await call('GET', `/project/${made.id}`)).status).toBe(404)
    expect((await call('GET', '/v1/projects?search=acme')).body.count).toBe(0)
  })

  it('is listed by name in pages that start at 1 · API-005', async () => {
    for (const name of ['Pager c', 'pager A', 'Pager b']) await createProject(name)
    const names = async (page: number) =>
      (await call('GET', `/v1/projects?search=pager&limit=2&page=${page}`)).body.rows.map(
        (row: { name: string }) => row.name,
      )
    expect(await names(1)).toEqual(['pager A', 'Pager b'])
    expect(await names(2)).toEqual(['Pager c'])
    expect(await names(3)).toEqual([])
    expect((await call('GET', '/v1/projects?page=0')).status).toBe(400)
  })

  it('is found by characters that are special to the database', async () => {
    await createProject('100% safe_house')
    for (const [search, count] of [
      ['100%25', 1],
      ['%25', 1],
      ['safe_h', 1],
      ['s_fe', 0],
      ['%5C', 0],
    ] as const)
      expect((await call('GET', `/v1/projects?search=${search}`)).body.count, search).toBe(count)
  })
})

describe('the tree', () => {
  it('is made, shown level by level, renamed and taken apart by a user · PRODUCT-003', async () => {
    const { project, site, view } = await createBranch('Managed')
    const levels = async () => [
      (await call('GET', '/v1/projects/tree?search=managed')).body.rows,
      (await call('GET', `/v1/project/${project.id}/sites`)).body.rows,
      (await call('GET', `/v1/site/${site.id}/views`)).body.rows,
    ]
    expect(await levels()).toMatchObject([
      [{ id: project.id, name: 'Managed', siteCount: 1, viewCount: 1 }],
      [{ id: site.id, name: 'Managed site', projectId: project.id, viewCount: 1 }],
      [{ id: view.id, name: 'Managed camera', siteId: site.id, clientId: project.id }],
    ])
    await call('PUT', `/project/${project.id}`, { name: 'Managed anew' })
    await call('PUT', `/site/${site.id}`, { name: 'Yard' })
    await call('PUT', `/view/${view.id}`, { name: 'Gate' })
    expect(await levels()).toMatchObject([[{ name: 'Managed anew' }], [{ name: 'Yard' }], [{ name: 'Gate' }]])
    await call('DELETE', `/view/${view.id}`)
    expect((await levels())[2]).toEqual([])
    await call('DELETE', `/site/${site.id}`)
    expect(await levels()).toMatchObject([[{ siteCount: 0, viewCount: 0 }], [], undefined])
    await call('DELETE', `/project/${project.id}`)
    expect((await levels())[0]).toEqual([])
  })
})

describe('a new site or camera', () => {
  it('is active, unless it is created switched off · VIEWS-004 VIEWS-005', async () => {
    const { project, site, view } = await createBranch('Active')
    expect([site.status, view.status]).toEqual([{ active: true }, { active: true }])
    expect((await call('GET', `/site/${site.id}`)).body.status).toEqual({ active: true })
    expect((await call('GET', `/view/${view.id}`)).body.status).toEqual({ active: true })
    const status = { active: false }
    const off = await call('POST', `/project/${project.id}/site`, { name: 'Off', status })
    expect(off.body.status).toEqual(status)
    expect((await call('POST', `/site/${off.body.id}/view`, { name: 'Off', status })).body.status).toEqual(status)
  })

  it('can be changed by its creator, and so can a new client · VIEWS-006', async () => {
    const { companyId } = tenant
    const creator = await createLoggedIn(server.database.runtime, { companyId, userType: 'MEMBER_USER' })
    const guest = await createLoggedIn(server.database.runtime, { companyId, userType: 'EXTERNAL_USER' })
    const grant = {
      company_id: companyId,
      node_type: 'project',
      node_id: tenant.projectId,
      permission: 'write',
    } as const
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values({ user_id: guest.userId, ...grant })
        .execute(),
    )
    const made = [
      ['project', creator, await call('POST', `/company/${companyId}/project`, { name: 'Mine' }, creator.cookie)],
      ['site', creator, await call('POST', `/project/${tenant.projectId}/site`, { name: 'Mine' }, creator.cookie)],
      ['site', guest, await call('POST', `/project/${tenant.projectId}/site`, { name: 'Yours' }, guest.cookie)],
    ] as const
    for (const [kind, { cookie }, { body }] of made) {
      expect(body.permission, kind).toBe('write')
      const renamed = await call('PUT', `/${kind}/${body.id}`, { name: `${body.name} renamed` }, cookie)
      expect(renamed, kind).toMatchObject({ status: 200, body: { permission: 'write' } })
    }
  })
})

describe('a site', () => {
  it('has its own time zone or the company’s, by default Europe/London · TIMEZONE-004', async () => {
    const { project, site } = await createBranch('Zones')
    expect(site).toMatchObject({ timezone: 'Europe/London', ownTimezone: null, status: { active: true } })
    const changed = await call('PUT', `/site/${site.id}`, {
      name: site.name,
      timezone: 'Asia/Tokyo',
      status: { active: false },
    })
    expect(changed.body).toMatchObject({ timezone: 'Asia/Tokyo', ownTimezone: 'Asia/Tokyo', status: { active: false } })
    const back = await call('PUT', `/site/${site.id}`, { name: site.name, timezone: null })
    expect(back.body).toMatchObject({ ownTimezone: null, status: { active: false } })
    expect((await call('PUT', `/site/${site.id}`, { name: 'x', timezone: 'Mars/Olympus' })).body.errors).toEqual([
      { field: 'timezone', message: 'Invalid timezone' },
    ])
    expect((await call('GET', `/project/${project.id}/site`)).body).toMatchObject([{ id: site.id, viewCount: 1 }])
  })
})

describe('a camera', () => {
  it('keeps the values that a change does not name', async () => {
    const { site, view } = await createBranch('Cameras')
    const mask = [[[0, 0], [1, 0], [1, 1]]] // prettier-ignore
    await call('PUT', `/view/${view.id}`, { mask, sensitivity: 5, wantedClasses: ['person'], channel: '3' })
    const { body } = await call('PUT', `/view/${view.id}`, { name: 'Renamed' })
    expect(body).toMatchObject({ name: 'Renamed', mask, sensitivity: 5, wantedClasses: ['person'], channel: '3' })
    expect((await call('GET', `/site/${site.id}/view`)).body).toEqual([body])
  })

  it.each([
    [
      'a mask outside the picture',
      {
        mask: [
          [
            [0, 0],
            [2, 0],
            [1, 1],
          ],
        ],
      },
      'mask.0.1.0',
    ],
    [
      'a mask of two corners',
      {
        mask: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
      'mask.0',
    ],
    ['a sensitivity of 6', { sensitivity: 6 }, 'sensitivity'],
    ['no wanted class', { wantedClasses: [] }, 'wantedClasses'],
    ['a name of blanks', { name: '   ' }, 'name'],
  ])('refuses %s', async (_what, change, field) => {
    const reply = await call('PUT', `/view/${tenant.viewId}`, change)
    expect(reply.status).toBe(400)
    expect(reply.body.errors[0].field).toBe(field)
  })

  it('gets a new address, and the old one becomes invalid', async () => {
    const { view } = await createBranch('Addresses')
    const before = (await call('GET', `/v1/view/${view.id}/intake`)).body.address
    const { address } = (await call('POST', `/v1/view/${view.id}/renew-address`)).body
    expect(address).not.toBe(before)
    expect((await call('GET', `/v1/view/${view.id}/intake`)).body.address).toBe(address)
  })
})

describe('a name', () => {
  it('is unique under its parent in any case, and free again after a deletion', async () => {
    const { project, site, view } = await createBranch('Taken')
    const taken = [
      await call('POST', `/company/${tenant.companyId}/project`, { name: 'TAKEN' }),
      await call('POST', `/project/${project.id}/site`, { name: 'taken SITE' }),
      await call('POST', `/site/${site.id}/view`, { name: 'taken CAMERA' }),
    ]
    for (const reply of taken)
      expect(reply).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN', errors: [{ field: 'name' }] } })
    expect((await call('PUT', `/view/${view.id}`, { name: 'TAKEN camera' })).status).toBe(200)
    const other = await createBranch('Elsewhere')
    expect((await call('POST', `/site/${other.site.id}/view`, { name: 'taken camera' })).status).toBe(200)
    await call('DELETE', `/project/${project.id}`)
    expect((await call('POST', `/company/${tenant.companyId}/project`, { name: 'Taken' })).status).toBe(200)
  })

  it('goes to one of five simultaneous requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', `/company/${tenant.companyId}/project`, { name: 'Wanted' })),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  })
})

describe('a deletion', () => {
  it('includes all nodes below, and its undo restores exactly these', async () => {
    const { project, site, view } = await createBranch('Undo')
    const gone = await createView(site.id, 'Gone before')
    await call('DELETE', `/view/${gone.id}`)
    clock.advance(1_000)
    await call('DELETE', `/project/${project.id}`)
    for (const url of [`/project/${project.id}`, `/site/${site.id}`, `/view/${view.id}`])
      expect((await call('GET', url)).status, url).toBe(404)
    expect((await call('POST', `/v1/nodes/${site.id}/restore`)).status).toBe(409)
    expect((await call('POST', `/v1/nodes/${project.id}/restore`)).status).toBe(200)
    expect((await call('GET', `/site/${site.id}/view`)).body).toMatchObject([{ id: view.id }])
    expect((await call('POST', `/v1/nodes/${gone.id}/restore`)).status).toBe(200)
    expect((await call('POST', `/v1/nodes/${gone.id}/restore`)).status).toBe(404)
  })

  it('cannot be undone if the name was taken meanwhile', async () => {
    const first = await createProject('Phoenix')
    await call('DELETE', `/project/${first.id}`)
    await createProject('Phoenix')
    expect(await call('POST', `/v1/nodes/${first.id}/restore`)).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN' },
    })
  })

  it('keeps the alarms', async () => {
    const own = await createTenant(server.database.runtime)
    await call('DELETE', `/project/${own.projectId}`, undefined, own.admin.cookie)
    expect((await call('GET', `/alarm/${own.alarmId}`, undefined, own.admin.cookie)).status).toBe(200)
  })

  it('of a site and of a camera can be undone too', async () => {
    const { site, view } = await createBranch('Smaller')
    await call('DELETE', `/site/${site.id}`)
    expect((await call('GET', `/view/${view.id}`)).status).toBe(404)
    await call('POST', `/v1/nodes/${site.id}/restore`)
    expect((await call('GET', `/view/${view.id}`)).status).toBe(200)
  })
})

describe('every change', () => {
  it('is audited and sent to the live stream', async () => {
    const { project, site, view } = await createBranch('Announced')
    await call('PUT', `/view/${view.id}`, { name: 'New name' })
    await call('DELETE', `/site/${site.id}`)
    await call('POST', `/v1/nodes/${site.id}/restore`)
    const { audit, liveEvents } = await inSystem(server.database.runtime, async (tx) => ({
      audit: await tx
        .selectFrom('audit')
        .select(['action', 'object_id'])
        .where('object_id', 'in', [project.id, site.id, view.id])
        .orderBy('id')
        .execute(),
      liveEvents: await tx.selectFrom('live_event').select('payload').where('type', '=', 'tree.changed').execute(),
    }))
    expect(audit).toEqual([
      { action: 'project.created', object_id: project.id },
      { action: 'site.created', object_id: site.id },
      { action: 'view.created', object_id: view.id },
      { action: 'view.changed', object_id: view.id },
      { action: 'site.deleted', object_id: site.id },
      { action: 'site.restored', object_id: site.id },
    ])
    const ours = liveEvents
      .map(({ payload }) => payload)
      .filter((payload) => (payload as { projectId: string }).projectId === project.id)
    expect(ours).toHaveLength(6)
  })
})

describe('a user who may only read', () => {
  it('gets 403 for changes of what they see, and 404 for what they do not see', async () => {
    const reader = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER',
    })
    const hidden = await createCamera(server.database.runtime, tenant.companyId)
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values({
          user_id: reader.userId,
          company_id: tenant.companyId,
          node_type: 'project',
          node_id: tenant.projectId,
        })
        .execute(),
    )
    const changes: [CallMethod, string, object?][] = [
      ['PUT', `/project/${tenant.projectId}`, { name: 'x' }],
      ['DELETE', `/project/${tenant.projectId}`],
      ['POST', `/project/${tenant.projectId}/site`, { name: 'x' }],
      ['PUT', `/site/${tenant.siteId}`, { name: 'x' }],
      ['DELETE', `/site/${tenant.siteId}`],
      ['PUT', `/v1/site/${tenant.siteId}/smtp`, { required: true }],
      ['POST', `/site/${tenant.siteId}/view`, { name: 'x' }],
      ['PUT', `/view/${tenant.viewId}`, { name: 'x' }],
      ['PUT', `/v1/view/${tenant.viewId}/masks`, { mask: [] }],
      ['DELETE', `/view/${tenant.viewId}`],
      ['POST', `/v1/view/${tenant.viewId}/renew-address`],
      ['POST', `/company/${tenant.companyId}/project`, { name: 'x' }],
    ]
    for (const [method, url, body] of changes)
      expect(await call(method, url, body, reader.cookie), `${method} ${url}`).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      })
    expect((await call('PUT', `/view/${hidden.viewId}`, { name: 'x' }, reader.cookie)).status).toBe(404)
    expect((await call('GET', `/view/${tenant.viewId}`, undefined, reader.cookie)).body.permission).toBe('read')
  })
})
