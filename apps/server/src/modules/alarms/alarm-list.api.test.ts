import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAlarm, createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const NOON = Date.parse('2026-05-01T12:00:00Z')
const at = (minutes: number) => new Date(NOON + minutes * 60_000)
let server: TestServer
let tenant: Tenant
let camera: { companyId: string; projectId: string; siteId: string; viewId: string }
let second: typeof camera

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const db = server.database.runtime
  tenant = await createTenant(db)
  await inSystem(db, (tx) => tx.deleteFrom('alarm').where('company_id', '=', tenant.companyId).execute())
  camera = { companyId: tenant.companyId, ...(await createCamera(db, tenant.companyId)) }
  second = { companyId: tenant.companyId, ...(await createCamera(db, tenant.companyId)) }
})

type Facts = Parameters<typeof createAlarm>[2]
const make = (minutes: number, facts: Facts = {}, of = camera) =>
  createAlarm(server.database.runtime, of, { receivedAt: at(minutes), ...facts })
const set = (id: string, values: object) =>
  inSystem(server.database.runtime, (tx) => tx.updateTable('alarm').set(values).where('id', '=', id).execute())

interface Page {
  rows: { id: string }[]
  count: number | null
  countIsExact: boolean
  page: number
  limit: number
  more: boolean
}
async function list(
  query: Record<string, string | number> = {},
  payload: object = {},
  cookie = tenant.admin.cookie,
): Promise<Page> {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/viewalarms?${search.toString()}`,
    headers: { cookie, 'x-requested-with': 'winnow' },
    payload,
  })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const ids = ({ rows }: Page) => rows.map(({ id }) => id)

describe('the alarm list', () => {
  it('shows the newest alarms first, with everything that a row displays', async () => {
    const [older, newer] = [await make(0), await make(1, { verdict: null })]
    const page = await list()
    expect(ids(page)).toEqual([newer, older])
    expect(page).toMatchObject({ count: 2, countIsExact: true, page: 1, limit: 50, more: false })
    expect(page.rows[1]).toMatchObject({
      viewId: camera.viewId,
      siteId: camera.siteId,
      projectId: camera.projectId,
      timezone: 'Europe/Madrid',
      receivedAt: at(0).toISOString(),
      verdict: 'true',
    })
    expect(page.rows[0]).toMatchObject({ verdict: null, verdictAt: null })
  })

  it('returns the operators’ answers for all alarms when no filter is set · ENV-006', async () => {
    const alarms = [await make(0), await make(1), await make(2)]
    await set(alarms[0] ?? '', { cus_ground_truth: true, ground_truth: true })
    await set(alarms[1] ?? '', { cus_ground_truth: false, ground_truth: false })
    expect(ids(await list())).toEqual(ids(await list({ filter: 'all' })))
    expect((await list()).count).toBe(3)
  })

  it('is filtered by each of its filters', async () => {
    const yes = await make(0, { verdict: 'true', classes: ['person'] })
    const no = await make(1, { verdict: 'false', classes: ['animal', 'vehicle'] })
    const unsure = await make(2, { verdict: 'unverified' }, second)
    const waiting = await make(3, { verdict: null }, second)
    const test = await make(4)
    await set(test, { is_test: true })
    await set(yes, { ground_truth: true, cus_ground_truth: true, note_count: 1, event_type: 'line' })
    // The supervisor's label wins over the customer's.
    await set(no, { ground_truth: true, cus_ground_truth: false, sup_ground_truth: true })
    const cases: [Record<string, string>, object, string[]][] = [
      [{ verdict: 'true' }, {}, [yes]],
      [{ verdict: 'false,unverified' }, {}, [unsure, no]],
      [{ verdict: 'waiting' }, {}, [waiting]],
      [{ verdict: 'waiting,true' }, {}, [waiting, yes]],
      [{ label: 'true' }, {}, [no, yes]],
      [{ label: 'false' }, {}, []],
      [{ label: 'unlabelled' }, {}, [waiting, unsure]],
      [{ filter: 'true' }, {}, [yes]],
      [{ filter: 'false' }, {}, [no]],
      [{ filter: 'unreviewed' }, {}, [waiting, unsure]],
      [{ objectType: 'person,animal' }, {}, [no, yes]],
      [{ objectType: 'bag' }, {}, []],
      [{ alarmTypes: 'line' }, {}, [yes]],
      [{ notes: 'true' }, {}, [yes]],
      [{ notes: 'false', verdict: 'false' }, {}, [no]],
      [{ includeTests: 'true' }, {}, [test, waiting, unsure, no, yes]],
      [{ since: at(1).toISOString(), till: at(3).toISOString() }, {}, [unsure, no]],
      [{}, { cameras: [second.viewId] }, [waiting, unsure]],
      [{}, { sites: [camera.siteId] }, [no, yes]],
      [{}, { projects: [camera.projectId] }, [no, yes]],
      [{}, { projects: [camera.projectId], cameras: [second.viewId] }, []],
      [{ verdict: 'true' }, { alarms: [yes, no] }, [yes]],
    ]
    for (const [query, body, expected] of cases) {
      const page = await list(query, body)
      expect(ids(page), JSON.stringify([query, body])).toEqual(expected)
      if (!('alarms' in body)) expect(page.count, JSON.stringify([query, body])).toBe(expected.length)
    }
  })

  it.each([
    { verdict: 'maybe' },
    { label: 'x' },
    { page: 0 },
    { limit: 201 },
    { since: 'yesterday' },
    { notes: 'yes' },
    { before: 'x' },
  ])('refuses %j', async (query) => {
    await expect(list(query as Record<string, string | number>)).rejects.toThrow('VALIDATION')
  })

  it('has pages that start at 1, each with the count · API-005', async () => {
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.unshift(await make(n))
    const pages = [await list({ limit: 2 }), await list({ limit: 2, page: 2 }), await list({ limit: 2, page: 3 })]
    expect(pages.flatMap(ids)).toEqual(made)
    expect(pages.map(({ more }) => more)).toEqual([true, true, false])
    for (const { count } of pages) expect(count).toBe(5)
    expect((await list({ limit: 2, page: 4 })).rows).toEqual([])
  })

  it('is paged by key in both directions without gaps or repeats while new alarms arrive', async () => {
    const made: string[] = []
    for (let n = 0; n < 7; n++) made.unshift(await make(n))
    const first = await list({ limit: 3 })
    const seen = ids(first)
    const arrived: string[] = []
    let minute = 100
    for (let page = first; page.more;) {
      arrived.unshift(await make(minute++))
      page = await list({ limit: 3, before: seen.at(-1) ?? '' })
      expect(page).toMatchObject({ count: null, countIsExact: false })
      seen.push(...ids(page))
    }
    expect(seen).toEqual(made)
    const newer: string[] = []
    for (
      let page = await list({ limit: 1, after: made[0] ?? '' });
      ;
      page = await list({ limit: 1, after: newer[0] ?? '' })
    ) {
      newer.unshift(...ids(page))
      if (!page.more) break
    }
    expect(newer).toEqual(arrived)
    expect((await list({ after: arrived[0] ?? '' })).rows).toEqual([])
  })

  it('returns the rows nearest to the key, newest first, when it pages towards newer alarms', async () => {
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.push(await make(n))
    const page = await list({ limit: 2, after: made[0] ?? '' })
    expect(ids(page)).toEqual([made[2], made[1]])
    expect(page.more).toBe(true)
  })

  it('is empty for a user without grants', async () => {
    await make(0)
    const nobody = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER',
    })
    const nothing = { rows: [], count: 0, countIsExact: true, more: false }
    expect(await list({}, {}, nobody.cookie)).toMatchObject(nothing)
    expect(await list({ objectType: 'person,vehicle' }, {}, nobody.cookie)).toMatchObject(nothing)
  })

  it('counts exactly up to ten thousand, then returns “more than”', async () => {
    const fill = (many: number, from: number) =>
      inSystem(server.database.runtime, async (tx) => {
        const rows = Array.from({ length: many }, (_none, n) => ({
          id: `01a00000-0000-7000-8000-${String(from + n).padStart(12, '0')}`,
          company_id: camera.companyId,
          project_id: camera.projectId,
          site_id: camera.siteId,
          view_id: camera.viewId,
          received_at: at(0),
          last_signal_at: at(0),
          source: 'http',
          deadline_at: at(1),
        }))
        for (let start = 0; start < rows.length; start += 2_000)
          await tx
            .insertInto('alarm')
            .values(rows.slice(start, start + 2_000))
            .execute()
      })
    await fill(10_000, 0)
    expect(await list({ limit: 1 })).toMatchObject({ count: 10_000, countIsExact: true })
    await fill(1, 10_000)
    expect(await list({ limit: 1 })).toMatchObject({ count: 10_000, countIsExact: false })
    const reply = await server.app.inject({
      url: '/api/v1/get-alarm-count?from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z',
      headers: { cookie: tenant.admin.cookie },
    })
    expect(reply.json()).toEqual({ count: 10_000, countIsExact: false })
  })
})

describe('the count between two instants', () => {
  const count = async (more: string) =>
    (
      await server.app.inject({
        url: `/api/v1/get-alarm-count?from=${at(0).toISOString()}&to=${at(2).toISOString()}${more}`,
        headers: { cookie: tenant.admin.cookie },
      })
    ).json().count

  it('includes the first instant, excludes the last, and counts only true alarms on request', async () => {
    await make(0)
    await make(1, { verdict: 'false' })
    await make(2)
    expect(await count('')).toBe(2)
    expect(await count('&trueOnly=true')).toBe(1)
  })
})
