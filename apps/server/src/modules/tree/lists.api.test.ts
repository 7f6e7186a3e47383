import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const get = (url: string, cookie = tenant.admin.cookie) => callApi(server, { cookie }, 'GET', url)

describe('a node with its children or parent', () => {
  it('a client is read with its sites · PROJECTS-001', async () => {
    const { body } = await get(`/project/${tenant.projectId}/withsites`)
    const sites = (await get(`/project/${tenant.projectId}/site`)).body
    expect(body).toEqual({ ...(await get(`/project/${tenant.projectId}`)).body, sites })
    expect(sites).toHaveLength(1)
  })

  it('a site is read with its cameras · SITES-001', async () => {
    const { body } = await get(`/site/${tenant.siteId}/withviews`)
    const views = (await get(`/site/${tenant.siteId}/view`)).body
    expect(body).toEqual({ ...(await get(`/site/${tenant.siteId}`)).body, views })
    expect(views).toHaveLength(1)
  })

  it('a camera is read with its site · VIEWS-011', async () => {
    const { body } = await get(`/view/${tenant.viewId}/withsite`)
    const site = (await get(`/site/${tenant.siteId}`)).body
    expect(body).toEqual({ ...(await get(`/view/${tenant.viewId}`)).body, site })
  })
})

describe('the answer whether a node may be renamed · TREE-009', () => {
  const check = (kind: string, id: string, cookie?: string) => get(`/v1/rename-check/${kind}/${id}`, cookie)
  const nodes = () =>
    [
      ['client', tenant.projectId],
      ['site', tenant.siteId],
      ['camera', tenant.viewId],
    ] as const

  it('is true for users who may change it', async () => {
    for (const [kind, id] of nodes()) expect(await check(kind, id)).toEqual({ status: 200, body: true })
  })

  it('is false for users who may only read it, and for parents of a granted node', async () => {
    const { cookie } = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER_READONLY',
    })
    for (const [kind, id] of nodes()) expect(await check(kind, id, cookie)).toEqual({ status: 200, body: false })
    const external = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER',
    })
    const grant = { user_id: external.userId, company_id: tenant.companyId, node_type: 'site', node_id: tenant.siteId }
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values({ ...grant, permission: 'write' })
        .execute(),
    )
    expect((await check('client', tenant.projectId, external.cookie)).body).toBe(false)
    expect((await check('site', tenant.siteId, external.cookie)).body).toBe(true)
  })

  it('is false for a node that does not exist or is of another kind', async () => {
    expect((await check('camera', tenant.siteId)).body).toBe(false)
    expect((await check('thing', tenant.siteId)).status).toBe(400)
  })
})
