// One client of 50,000 sites, many of them with equal names, and a site of 20,000 cameras with the longest names.
import { get, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

const SITES = 50_000
const EQUAL = 300
const CAMERAS = 20_000
/** 95 characters of three bytes each, before a number of five digits. */
const WIDE = '警'.repeat(95)

interface Row {
  id: string
  name: string
}
interface Found {
  rows: Row[]
  count: number
}

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
  const { companyId, projectId, siteId } = tenant
  const fill = async (tx: Tx) => {
    await sql`
      insert into site (id, company_id, project_id, name)
      select gen_random_uuid(), ${companyId}, ${projectId}, case when n <= ${EQUAL} then 'Depot' else 'Plot ' || lpad(n::text, 5, '0') end
      from generate_series(1, ${SITES}) n`.execute(tx)
    await sql`
      insert into view (id, company_id, project_id, site_id, name, address_token)
      select gen_random_uuid(), ${companyId}, ${projectId}, ${siteId}, ${WIDE} || lpad(n::text, 5, '0'), gen_random_uuid()
      from generate_series(1, ${CAMERAS}) n`.execute(tx)
    // Cameras of other sites, so that the statistics are those of a company and not of one site.
    await sql`
      insert into view (id, company_id, project_id, site_id, name, address_token)
      select gen_random_uuid(), company_id, project_id, id, 'Camera', gen_random_uuid()
      from site where project_id = ${projectId} and name like 'Plot 4%'`.execute(tx)
  }
  // Many rows with several indexes take longer than a statement of a request may.
  await inSystem(server.database.runtime, fill, { statementTimeoutMs: 0 })
  await server.database.ownerPool.query('vacuum (analyze) site, view')
})
afterAll(() => server.close())

const ask = async <T>(url: string, cookie = tenant.admin.cookie): Promise<T> => {
  const { status, body } = await callApi(server, { cookie }, 'GET', url)
  expect(status).toBe(200)
  return body
}
const sitesUrl = (rest = '') => `/v1/project/${tenant.projectId}/sites${rest}`

describe('a client of 50,000 sites', () => {
  it('has each site on one page, also those of equal names', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => ask<Found>(sitesUrl(`?limit=100&page=${page}`))))
    const rows = pages.flatMap((page) => page.rows)
    expect(pages[0]?.count).toBe(SITES + 1)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(EQUAL)
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(['Depot']))
    const last = await ask<Found>(sitesUrl('?limit=100&page=501'))
    expect(last.rows).toHaveLength(1)
  })

  it('finds the row of a typed name and of a named site, wherever it stands · CLIENTS-006', async () => {
    const { found } = await ask<{ found: { id: string; index: number } }>(sitesUrl('/typed?startsWith=plot%2049999'))
    const page = await ask<Found>(sitesUrl(`?limit=100&page=${Math.floor(found.index / 100) + 1}`))
    expect(page.rows[found.index % 100]).toMatchObject({ id: found.id, name: 'Plot 49999' })
    const { steps } = await ask<{ steps: object[] }>(`/v1/nodes/${found.id}/place`)
    expect(steps.at(-1)).toEqual({ kind: 'site', id: found.id, index: found.index })
  })

  it('goes from one equal name to the next, and from the last to the first', async () => {
    const typed = (from: number) => ask<{ found: { index: number } }>(sitesUrl(`/typed?startsWith=depot&from=${from}`))
    expect((await typed(7)).found.index).toBe(7)
    expect((await typed(EQUAL)).found.index).toBe(0)
  })

  it('is read whole by name, alone or with the client · PROJECTS-001', async () => {
    const sites = await ask<Row[]>(`/project/${tenant.projectId}/site`)
    expect(sites).toHaveLength(SITES + 1)
    expect(new Set(sites.map(({ id }) => id)).size).toBe(SITES + 1)
    const keys = sites.map(({ name, id }) => `${name.toLowerCase()} ${id}`)
    expect(keys).toEqual(keys.toSorted())
    const whole = await ask<Row & { sites: Row[] }>(`/project/${tenant.projectId}/withsites`)
    expect(whole).toMatchObject({ id: tenant.projectId, siteCount: SITES + 1 })
    expect(whole.sites).toEqual(sites)
  })
})

describe('a site of 20,000 cameras with the longest names', () => {
  it('is read whole by name, alone or with the site · SITES-001', async () => {
    const views = await ask<Row[]>(`/site/${tenant.siteId}/view`)
    expect(views).toHaveLength(CAMERAS + 1)
    expect(views.at(-1)?.name).toBe(`${WIDE}${CAMERAS}`)
    const whole = await ask<Row & { views: Row[] }>(`/site/${tenant.siteId}/withviews`)
    expect(whole.views).toEqual(views)
  })

  it('is searched and typed by these names', async () => {
    const text = encodeURIComponent(`${WIDE}00777`)
    const { found } = await ask<{ found: { index: number } }>(
      `/v1/site/${tenant.siteId}/views/typed?startsWith=${text}`,
    )
    expect(found.index).toBe(777)
    const page = await ask<Found>(`/v1/site/${tenant.siteId}/views?search=${text}`)
    expect(page.rows.map(({ name }) => name)).toEqual([`${WIDE}00777`])
  })
})

/** Opens a list over a real connection, and reads no more than its head. */
async function openStalled(path: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow' }
  get(`${server.app.listeningOrigin}/api${path}`, { headers, agent: false }, resolve).on('error', reject)
  return promise
}

describe('while two readers have stalled in the middle of long lists', () => {
  const openTransactions = async () => {
    const { rows } = await server.database.ownerPool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'`,
    )
    return rows[0]?.n
  }

  it('no transaction is open, and a third list is refused until one of them has ended', async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const lists = ['/allviews', `/site/${tenant.siteId}/view`]
    const stalled = await Promise.all(lists.map(openStalled))
    await expect.poll(openTransactions).toBe(0)
    const refused = [
      ...lists,
      '/views/v2',
      `/company/${tenant.companyId}/tree`,
      `/project/${tenant.projectId}/withsites`,
    ]
    for (const path of refused) {
      const { status, body } = await callApi(server, tenant.admin, 'GET', path)
      expect([path, status, body.code]).toEqual([path, 429, 'RATE_LIMITED'])
    }
    // A short list needs no place.
    expect((await callApi(server, tenant.admin, 'GET', `/v1/project/${tenant.projectId}/sites`)).status).toBe(200)
    expect(await openTransactions()).toBe(0)
    stalled[0]?.destroy()
    await expect.poll(async () => (await callApi(server, tenant.admin, 'GET', '/allprojects')).status).toBe(200)
    stalled[1]?.destroy()
  })
})

describe('an empty company', () => {
  let cookie: string
  let companyId: string
  beforeAll(async () => {
    companyId = newId()
    await inSystem(server.database.runtime, (tx) =>
      tx.insertInto('company').values({ id: companyId, name: 'Empty' }).execute(),
    )
    ;({ cookie } = await createLoggedIn(server.database.runtime, { companyId, userType: 'ADMIN_USER' }))
  })

  it.each([
    ['/v1/projects/tree', { rows: [], count: 0 }],
    ['/v1/projects/tree?search=x&masked=true', { rows: [], count: 0 }],
    ['/views/count', { count: 0 }],
    ['/v1/projects/typed?startsWith=a', { found: null }],
    ['/v1/views/figures', { rows: [], next: null }],
    ['/v1/groups', { rows: [], count: 0 }],
  ])('is answered with nothing: %s', async (path, expected) => {
    expect(await ask(path, cookie)).toMatchObject(expected)
  })

  it('has empty lists of everything', async () => {
    for (const path of ['/allprojects', '/allsites', '/allviews', '/views/v2', `/company/${companyId}/tree`])
      expect(await ask(path, cookie)).toEqual([])
  })
})
