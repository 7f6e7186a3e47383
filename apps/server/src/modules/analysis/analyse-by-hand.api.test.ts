import type { Alarm } from '@winnow/contract'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { analyseAll } from '../../../test/analyse-all.ts'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { releaseOverdue } from './release-overdue.ts'

// The site is in Madrid. The messages come at ten in the morning, outside the nights.
const NIGHTS = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: '22:00', end: '06:00' }))
let now = new Date()
let verdict: 'true' | 'false' = 'true'
let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now }, pool: scriptedPool((job) => analysisOf(verdict, job)) })
})
beforeEach(async () => {
  now = new Date('2027-01-11T09:00:00Z')
  verdict = 'true'
  tenant = await createTenant(server.database.runtime)
  await run(sql`delete from delivery where company_id = ${tenant.companyId}`)
  await run(sql`delete from alarm where company_id = ${tenant.companyId}`)
  await callApi(server, tenant.admin, 'PUT', `/site/${tenant.siteId}/schedule`, { weekly: NIGHTS })
})
afterAll(() => server.close())

const run = <Row>(statement: RawBuilder<Row>) =>
  inSystem(server.database.runtime, async (tx) => (await statement.execute(tx)).rows)
const still = (mark: string) => Buffer.concat([Buffer.from('ffd8ffe000104a4649460001', 'hex'), Buffer.from(mark)])
async function send(mark = 'person'): Promise<string> {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${tenant.viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
    payload: still(mark),
  })
  return reply.json<{ alarmId: string }>().alarmId
}
const alarm = async (id: string): Promise<Alarm> => (await callApi(server, tenant.admin, 'GET', `/alarm/${id}`)).body
const byHand = (id: string, who: Pick<LoggedIn, 'cookie'> = tenant.admin) =>
  callApi(server, who, 'POST', `/v1/alarm/${id}/analyse`)
const deliveries = (id: string) => run(sql`select type, verdict, goal_seconds from delivery where alarm_id = ${id}`)
const KEPT = { reason: 'schedule', until: '2027-01-11T21:00:00.000Z' }

it('an alarm that was kept is analysed and delivered when a person says so, and says who did it', async () => {
  const id = await send()
  await analyseAll(server)
  expect(await alarm(id)).toMatchObject({ outside: KEPT, verdict: null, byHand: null })
  now = new Date('2027-01-11T15:00:00Z')
  const asked = await byHand(id)
  expect(asked).toMatchObject({
    status: 200,
    body: { outside: null, verdict: null, byHand: { by: 'ADMIN_USER', at: now.toISOString(), ...KEPT } },
  })
  // It has a deadline from now, though it came hours ago.
  await releaseOverdue({ ...server.container.deps, metrics: server.container.deps.analysisMetrics })
  expect((await alarm(id)).verdict).toBeNull()
  await analyseAll(server)
  expect(await alarm(id)).toMatchObject({ verdict: 'true', outside: null, byHand: { by: 'ADMIN_USER', ...KEPT } })
  // It waited for a person, so the site's goal says nothing about it.
  expect(await deliveries(id)).toMatchObject([{ type: 'alarm.created', verdict: 'true', goal_seconds: null }])
  const entries = await run(
    sql`select user_name, before from audit where object_id = ${id} and action = 'alarm.analysed'`,
  )
  expect(entries).toMatchObject([{ before: { outside: KEPT } }])
  const { body } = await callApi(server, tenant.admin, 'POST', '/viewalarms?verdict=outside', {})
  expect(body.rows).toEqual([])
})

it('is filtered like others', async () => {
  verdict = 'false'
  const id = await send()
  await byHand(id)
  await analyseAll(server)
  expect(await alarm(id)).toMatchObject({ verdict: 'false' })
  expect(await deliveries(id)).toEqual([])
})

it('is passed on unverified at its new deadline if nothing analyses it', async () => {
  const id = await send()
  await byHand(id)
  now = new Date(now.getTime() + 3_600_000)
  await releaseOverdue({ ...server.container.deps, metrics: server.container.deps.analysisMetrics })
  expect(await alarm(id)).toMatchObject({ verdict: 'unverified' })
})

it('messages that come later are kept apart from it', async () => {
  await run(sql`update view set merge_window_seconds = 300 where id = ${tenant.viewId}`)
  const id = await send('one')
  await byHand(id)
  const later = await send('two')
  expect(later).not.toBe(id)
  expect((await alarm(later)).outside).toEqual(KEPT)
})

it('one that counts, and one that somebody else has had analysed, answer so', async () => {
  const id = await send()
  expect((await Promise.all([byHand(id), byHand(id)])).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 409,
  ])
  const judged = await createAlarm(server.database.runtime, tenant, { receivedAt: now })
  expect(await byHand(judged)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
})

it('nobody sees or changes it who may not', async () => {
  const id = await send()
  const other = await createTenant(server.database.runtime)
  expect((await byHand(id, other.admin)).status).toBe(404)
  const reader = await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType: 'EXTERNAL_USER_SCHEDULE_ONLY',
  })
  expect([403, 404]).toContain((await byHand(id, reader)).status)
  expect((await alarm(id)).outside).toEqual(KEPT)
  expect((await byHand('01990000-0000-7000-8000-000000000001')).status).toBe(404)
})
