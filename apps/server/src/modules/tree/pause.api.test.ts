import { REASON_NOT_GIVEN } from '@winnow/contract'
import { toLocalTime } from '@winnow/domain'
import { createFakeClock } from '@winnow/testkit'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const MINUTE_MS = 60_000
const minute = (minutes: number) => new Date((Math.floor(Date.now() / MINUTE_MS) + minutes) * MINUTE_MS)

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const call = (method: CallMethod, path: string, payload?: object, who: { cookie: string } = tenant.admin) =>
  callApi(server, who, method, path, payload)
const site = () => `/site/${tenant.siteId}`
const view = () => `/view/${tenant.viewId}`
const run = <Row>(statement: RawBuilder<Row>) =>
  inSystem(server.database.runtime, async (tx) => (await statement.execute(tx)).rows)
const logged = () =>
  run(sql<{ action: string; object_id: string; after: unknown }>`
    select action, object_id, after from audit
    where company_id = ${tenant.companyId} and object_type in ('site', 'view') order by id`)

describe('a pause', () => {
  it('of a site lasts until an instant, and says who paused it and why · SITES-002 OVERRIDE-002', async () => {
    const end = minute(90)
    const { status, body } = await call('PUT', `${site()}/pause`, {
      pauseEndTime: end.toISOString(),
      reason: ' Works ',
    })
    expect(status).toBe(200)
    const pause = { pauseEndTime: end.toISOString(), reason: 'Works', by: 'ADMIN_USER' }
    expect(body.pause).toMatchObject(pause)
    expect((await call('GET', site())).body.pause).toMatchObject(pause)
    expect((await call('GET', view())).body).toMatchObject({ pause: null, sitePause: pause })
    expect(await logged()).toMatchObject([{ action: 'site.paused', object_id: tenant.siteId, after: { pause } }])
  })

  it('of a camera lasts until a local time of its site · OVERRIDE-002', async () => {
    const end = minute(90)
    const { body } = await call('PUT', `${view()}/pause`, {
      pauseEndTime: toLocalTime(end, 'Europe/Madrid'),
      reason: 'Painters',
    })
    expect(body).toMatchObject({ pause: { pauseEndTime: end.toISOString(), reason: 'Painters' }, sitePause: null })
    expect((await call('GET', site())).body.pause).toBeNull()
  })

  it('is replaced by another pause, and ends if its new end is null · OVERRIDE-003', async () => {
    await call('PUT', `${view()}/pause`, { pauseEndTime: minute(5).toISOString(), reason: 'one' })
    await call('PUT', `${view()}/pause`, { pauseEndTime: minute(10).toISOString(), reason: 'two' })
    expect((await call('GET', view())).body.pause).toMatchObject({
      pauseEndTime: minute(10).toISOString(),
      reason: 'two',
    })
    const { body } = await call('PUT', `${view()}/pause`, { pauseEndTime: null })
    expect(body.pause).toBeNull()
    expect((await logged()).map(({ action }) => action)).toEqual(['view.paused', 'view.paused', 'view.resumed'])
  })

  it('of a site by the end alone is stored with a reason that says so · SITES-002', async () => {
    const end = minute(5).toISOString()
    const pause = { pauseEndTime: end, reason: REASON_NOT_GIVEN }
    expect((await call('PUT', `${site()}/pause`, { pauseEndTime: end })).body.pause).toMatchObject(pause)
    expect(await logged()).toMatchObject([{ action: 'site.paused', after: { pause } }])
  })

  it.each([
    ['a camera has no reason', view, {}],
    ['a camera has an empty reason', view, { reason: '' }],
    ['a camera has a blank reason', view, { reason: '   ' }],
    ['a site has a blank reason', site, { reason: '   ' }],
    ['a site has a reason of 201 characters', site, { reason: 'x'.repeat(201) }],
  ])('of %s: it is refused at the field, and nothing is saved · OVERRIDE-002', async (_case, path, reason) => {
    const { status, body } = await call('PUT', `${path()}/pause`, { pauseEndTime: minute(5).toISOString(), ...reason })
    expect([status, body]).toMatchObject([400, { code: 'VALIDATION', errors: [{ field: 'reason' }] }])
    expect((await call('GET', path())).body.pause).toBeNull()
    expect(await logged()).toEqual([])
  })

  it('is over at its end without any further action · OVERRIDE-002', async () => {
    await call('PUT', `${site()}/pause`, { pauseEndTime: minute(5).toISOString() })
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('site')
        .set({ paused_until: new Date(Date.now() - 1) })
        .where('id', '=', tenant.siteId)
        .execute(),
    )
    expect((await call('GET', site())).body.pause).toBeNull()
    expect((await call('GET', view())).body.sitePause).toBeNull()
  })

  it.each([
    ['PAUSE_END_PAST', () => minute(-1).toISOString()],
    ['PAUSE_TOO_LONG', () => minute(60 * 24 * 32).toISOString()],
    ['PAUSE_END_INVALID', () => 'tomorrow'],
  ])('with an invalid end is refused with %s at the field, and nothing is saved', async (code, end) => {
    const { status, body } = await call('PUT', `${view()}/pause`, { pauseEndTime: end(), reason: 'Works' })
    expect([status, body]).toMatchObject([400, { code, errors: [{ field: 'pauseEndTime' }] }])
    expect((await call('GET', view())).body.pause).toBeNull()
    expect(await logged()).toEqual([])
  })

  it('with an end that clocks at the site skip is refused with PAUSE_END_SKIPPED at the field', async () => {
    // In Madrid clocks go from 02:00 to 03:00 on this day.
    const spring = await startTestServer({ clock: createFakeClock(new Date('2026-03-28T12:00:00Z')) })
    try {
      const { admin, viewId } = await createTenant(spring.database.runtime)
      const pauseUntil = (pauseEndTime: string) =>
        callApi(spring, admin, 'PUT', `/view/${viewId}/pause`, { pauseEndTime, reason: 'Works' })
      const { status, body } = await pauseUntil('2026-03-29T02:30')
      expect([status, body]).toMatchObject([400, { code: 'PAUSE_END_SKIPPED', errors: [{ field: 'pauseEndTime' }] }])
      expect((await pauseUntil('2026-03-29T03:30')).status).toBe(200)
    } finally {
      await spring.close()
    }
  })

  it.each([
    ['EXTERNAL_USER_SCHEDULE_ONLY', 'write', 200],
    ['EXTERNAL_USER_SCHEDULE_ONLY', 'read', 403],
    ['MEMBER_USER_READONLY', 'write', 403],
  ] as const)('may be set by %s with a grant to %s: %i', async (userType, permission, expected) => {
    const user = await createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType })
    await run(sql`
      insert into user_grant (user_id, company_id, node_type, node_id, permission)
      values (${user.userId}, ${tenant.companyId}, 'site', ${tenant.siteId}, ${permission})`)
    const { status } = await call('PUT', `${site()}/pause`, { pauseEndTime: minute(5).toISOString() }, user)
    expect(status).toBe(expected)
  })
})
