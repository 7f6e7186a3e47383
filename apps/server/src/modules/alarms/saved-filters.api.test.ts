import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
})

const URL = '/v1/saved-filters'
const night = { name: 'Night shift', search: { window: '8h', verdict: 'passed' }, isDefault: true }
const yard = { name: 'Yard', search: { camera: '01990000-0000-7000-8000-000000000001' }, isDefault: false }
const get = (who = tenant.admin) => callApi(server, who, 'GET', URL)
const put = (filters: unknown, version: number, who = tenant.admin) =>
  callApi(server, who, 'PUT', URL, { filters, version })

describe('saved filters', () => {
  it('are empty at first, kept in their order, and replaced as a whole', async () => {
    expect((await get()).body).toEqual({ filters: [], version: 0 })
    expect((await put([night, yard], 0)).body).toEqual({ filters: [night, yard], version: 1 })
    expect((await put([yard], 1)).body).toEqual({ filters: [yard], version: 2 })
    expect((await get()).body).toEqual({ filters: [yard], version: 2 })
  })

  it('belong to one user: colleagues and other companies have their own', async () => {
    await put([night], 0)
    const colleague = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'OPERATOR_USER',
    })
    expect((await get(colleague)).body).toEqual({ filters: [], version: 0 })
    expect((await put([yard], 0, colleague)).status).toBe(200)
    const other = await createTenant(server.database.runtime)
    expect((await get(other.admin)).body).toEqual({ filters: [], version: 0 })
    expect((await get()).body).toEqual({ filters: [night], version: 1 })
  })

  it.each([
    ['an old version', 0],
    ['a version that does not exist yet', 9],
  ])('of another tab are not overwritten with %s', async (_name, version) => {
    await put([night], 0)
    await put([night, yard], 1)
    expect((await put([yard], version)).status).toBe(409)
    expect((await get()).body).toEqual({ filters: [night, yard], version: 2 })
  })

  it('of two tabs at once are stored once', async () => {
    const replies = await Promise.all([put([night], 0), put([yard], 0)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('cannot begin with a version of nothing', async () => {
    expect((await put([night], 3)).status).toBe(409)
    expect((await get()).body).toEqual({ filters: [], version: 0 })
  })

  it.each([
    ['two with the same name', [night, { ...yard, name: 'NIGHT SHIFT' }]],
    ['two defaults', [night, { ...yard, isDefault: true }]],
    ['an empty name', [{ ...night, name: '   ' }]],
    ['a name that is too long', [{ ...night, name: 'x'.repeat(61) }]],
    ['more than thirty', Array.from({ length: 31 }, (_, n) => ({ ...yard, name: `Set ${n}` }))],
    ['a parameter that is too long', [{ ...yard, search: { camera: 'x'.repeat(1_501) } }]],
  ])('refuse %s', async (_name, filters) => {
    expect((await put(filters, 0)).status).toBe(400)
  })
})
