// What Home says about the health of cameras. The rules of the domain are the reference.
import { type CameraFault, type FaultyCamera } from '@winnow/contract'
import { faultsOf, type CameraFacts } from '@winnow/domain'
import { createFakeClock } from '@winnow/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { seededRandom } from '../../../test/seeded-random.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
type Facts = Omit<CameraFacts, 'idleHours'>
const HEALTHY: Facts = {
  createdAt: ago(60_000),
  lastSignalAt: ago(1),
  lastPictureAt: ago(1),
  burst: 0,
  hour: 0,
  week: 168,
}

let server: TestServer
let tenant: Tenant
/** The cameras of a site that allows six silent hours, and of one that follows the company's 24. */
const cameras: { id: string; siteId: string; projectId: string; facts: CameraFacts }[] = []
const sites: { id: string; projectId: string; idleHours: number }[] = []

async function addCamera(site: { id: string; projectId: string }, facts: Facts): Promise<string> {
  const { viewId } = await createCamera(server.database.runtime, tenant.companyId, {
    projectId: site.projectId,
    siteId: site.id,
  })
  const { createdAt, lastSignalAt, lastPictureAt, week } = facts
  await inSystem(server.database.runtime, async (tx) => {
    await tx
      .updateTable('view')
      .set({ created_at: createdAt, last_signal_at: lastSignalAt, last_picture_at: lastPictureAt, week_alarms: week })
      .where('id', '=', viewId)
      .execute()
    await addAlarms(viewId, facts.burst, 1)
    await addAlarms(viewId, facts.hour - facts.burst, 30)
  })
  return viewId
}

/** Adds alarms of a camera that arrived some minutes ago. */
async function addAlarms(
  viewId: string,
  count: number,
  minutes: number,
  change: { isTest?: boolean; outside?: string } = {},
) {
  const { isTest = false, outside = null } = change
  await inSystem(server.database.runtime, (tx) =>
    sql`insert into alarm (id, company_id, project_id, site_id, view_id, received_at, last_signal_at, source, deadline_at, is_test, outside)
      select overlay(gen_random_uuid()::text placing left(app.uuid_from_time(${ago(minutes)})::text, 13) from 1 for 13)::uuid,
        company_id, project_id, site_id, id, ${ago(minutes)}, ${ago(minutes)}, 'http', ${ago(minutes)}, ${isTest}, ${outside}
      from view, generate_series(1, ${count}::int) where id = ${viewId}`.execute(tx),
  )
}

beforeAll(async () => {
  server = await startTestServer({ clock: createFakeClock(NOW) })
  const db = server.database.runtime
  tenant = await createTenant(db)
  await inSystem(db, (tx) => tx.updateTable('view').set({ active: false }).execute())
  for (const idleHours of [6, 24]) {
    const { siteId, projectId, viewId } = await createCamera(db, tenant.companyId)
    sites.push({ id: siteId, projectId, idleHours })
    await inSystem(db, async (tx) => {
      await tx.updateTable('view').set({ active: false }).where('id', '=', viewId).execute()
      if (idleHours !== 24)
        await tx.updateTable('site').set({ idle_hours: idleHours }).where('id', '=', siteId).execute()
    })
  }
  const random = seededRandom(7)
  const drawn = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(random() * values.length)] ?? values[0]
  for (const site of sites)
    for (let n = 0; n < 40; n += 1) {
      const createdAt = ago(drawn([600, 1_500, 3_000, 60_000]))
      const signalled = drawn([null, 1, 100, 361, 1_441])
      const pictured = signalled === null ? null : drawn([null, signalled, signalled + 59, signalled + 61])
      const burst = drawn([0, 0, 0, 24, 25])
      const facts: Facts = {
        createdAt,
        lastSignalAt: signalled === null ? null : ago(signalled),
        lastPictureAt: pictured === null ? null : ago(pictured),
        burst,
        hour: burst + drawn([0, 9, 10, 19, 20, 40]),
        week: drawn([0, 40, 84, 168, 336, 5_000]),
      }
      const id = await addCamera(site, facts)
      cameras.push({ id, siteId: site.id, projectId: site.projectId, facts: { ...facts, idleHours: site.idleHours } })
    }
}, 60_000)
afterAll(() => server.close())

const counts = async (who: LoggedIn = tenant.admin) => (await callApi(server, who, 'GET', '/v1/home/health')).body

async function list(fault: CameraFault, query = '&limit=200', who: LoggedIn = tenant.admin) {
  const { body } = await callApi(server, who, 'GET', `/v1/home/health/cameras?fault=${fault}${query}`)
  return { ...body, ids: body.rows.map(({ id }: FaultyCamera) => id) as string[] }
}

/** The faults of these rules. What fails is tested with the states of ways in. */
const BY_RULES = ['silent', 'noisy', 'pictureless'] as const

/** The ids of the cameras with a fault, by the rules of the domain. */
const expected = (fault: (typeof BY_RULES)[number], of = cameras) =>
  of.filter(({ facts }) => faultsOf(facts, NOW).includes(fault)).map(({ id }) => id)

describe('the health of cameras', () => {
  it.each(BY_RULES)('lists exactly the cameras that are %s by the rules, and counts as many', async (fault) => {
    const ids = expected(fault)
    expect(ids.length).toBeGreaterThan(3)
    expect(ids.length).toBeLessThan(cameras.length - 3)
    const found = await list(fault)
    expect(found.ids.toSorted()).toEqual(ids.toSorted())
    expect(found.count).toBe(ids.length)
    expect((await counts())[fault]).toBe(ids.length)
    expect((await counts()).watched).toBe(cameras.length)
  })

  it('is told with the facts behind it', async () => {
    const found = await list('noisy')
    const row: FaultyCamera = found.rows[0]
    const facts = cameras.find(({ id }) => id === row.id)?.facts
    expect(row).toMatchObject({
      burst: facts?.burst,
      hour: facts?.hour,
      idleHours: facts?.idleHours,
      lastSignalAt: facts?.lastSignalAt?.toISOString() ?? null,
    })
    expect(found.hourSince).toBe(ago(60).toISOString())
  })

  it('comes in pages, the worst first, without a gap or a repetition', async () => {
    const whole = await list('silent')
    const first = await list('silent', '&limit=5&page=1')
    const second = await list('silent', '&limit=5&page=2')
    expect([...first.ids, ...second.ids]).toEqual(whole.ids.slice(0, 10))
    const since = whole.rows.map((row: FaultyCamera) => row.lastSignalAt ?? row.createdAt)
    expect(since).toEqual(since.toSorted())
    const noisy = (await list('noisy')).rows.map((row: FaultyCamera) => row.hour)
    expect(noisy).toEqual(noisy.toSorted((a: number, b: number) => b - a))
  })

  it('has the whole number on a page beyond the last, and refuses page 10⁹', async () => {
    expect(await list('silent', '&page=900')).toMatchObject({ rows: [], count: expected('silent').length })
    expect(
      (await callApi(server, tenant.admin, 'GET', '/v1/home/health/cameras?fault=silent&page=1000000000')).status,
    ).toBe(400)
    expect((await callApi(server, tenant.admin, 'GET', '/v1/home/health/cameras?fault=broken')).status).toBe(400)
  })

  it('leaves out tests, and alarms that were received while the camera was paused', async () => {
    const id = await addCamera(sites[1] ?? { id: '', projectId: '' }, HEALTHY)
    await addAlarms(id, 30, 2, { isTest: true })
    await addAlarms(id, 30, 2, { outside: 'paused' })
    expect((await list('noisy')).ids).not.toContain(id)
    await addAlarms(id, 25, 2)
    expect((await list('noisy')).ids).toContain(id)
  })

  it.each(['silent', 'noisy', 'pictureless'] as const)(
    'leaves out a camera that is switched off or paused: %s',
    async (fault) => {
      const [id] = (await list(fault)).ids
      const change = async (to: { active: boolean; paused_until: Date | null }) => {
        const pause = to.paused_until ? { paused_at: ago(90), paused_by: 'Ada', pause_reason: 'Works' } : {}
        await inSystem(server.database.runtime, (tx) =>
          tx
            .updateTable('view')
            .set({ ...to, ...pause })
            .where('id', '=', id ?? '')
            .execute(),
        )
        return (await list(fault)).ids
      }
      expect(await change({ active: false, paused_until: null })).not.toContain(id)
      expect(await change({ active: true, paused_until: ago(-10) })).not.toContain(id)
      expect(await change({ active: true, paused_until: ago(1) })).toContain(id)
    },
  )

  it('is that of the cameras which the user was granted', async () => {
    const [site, camera] = [sites[0], cameras.find(({ siteId }) => siteId === sites[1]?.id)]
    const user = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER_READONLY',
    })
    expect(await counts(user)).toMatchObject({ watched: 0, silent: 0, noisy: 0, pictureless: 0 })
    const grant = { user_id: user.userId, company_id: tenant.companyId, permission: 'read' }
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values([
          { ...grant, node_type: 'site', node_id: site?.id ?? '' },
          { ...grant, node_type: 'view', node_id: camera?.id ?? '' },
        ])
        .execute(),
    )
    const theirs = cameras.filter(({ id, siteId }) => siteId === site?.id || id === camera?.id)
    for (const fault of BY_RULES) {
      expect((await list(fault, '&limit=200', user)).ids.toSorted()).toEqual(expected(fault, theirs).toSorted())
      expect((await counts(user))[fault]).toBe(expected(fault, theirs).length)
    }
  })

  it('says nothing about cameras of other companies', async () => {
    const other = await createTenant(server.database.runtime)
    expect(await counts(other.admin)).toMatchObject({ watched: 1, noisy: 0 })
    expect((await list('noisy', '', other.admin)).rows).toEqual([])
  })
})
