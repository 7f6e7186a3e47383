import type { Alarm } from '@winnow/contract'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { analyseAll } from '../../../test/analyse-all.ts'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { releaseOverdue } from '../analysis/index.ts'
import { openUnread } from './open-unread.ts'

const still = (mark: string) => Buffer.concat([Buffer.from('ffd8ffe000104a4649460001', 'hex'), Buffer.from(mark)])
/** Opens at 12:00 and, after a minute, at 12:02 again, every day. */
const WINDOWS = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => [
  { day, start: '12:00', end: '12:01' },
  { day, start: '12:02', end: '13:00' },
])

let now = new Date()
/** Sets the clock of the server to a time of the site, which is in Madrid, on a day in winter that is long past the last test's. */
let day = 0
const at = (time: string) => {
  now = new Date(Date.parse(`2027-01-11T${time}+01:00`) + day * 86_400_000)
}
let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  at('00:00:00')
  server = await startTestServer({ clock: { now: () => now }, pool: scriptedPool((job) => analysisOf('true', job)) })
})
beforeEach(async () => {
  day += 1
  at('11:00:00')
  tenant = await createTenant(server.database.runtime)
  await run(sql`delete from delivery where company_id = ${tenant.companyId}`)
  await run(sql`delete from alarm where company_id = ${tenant.companyId}`)
  await call('PUT', `/site/${tenant.siteId}/schedule`, { weekly: WINDOWS })
})
afterAll(() => server.close())

const run = <Row>(statement: RawBuilder<Row>) =>
  inSystem(server.database.runtime, async (tx) => (await statement.execute(tx)).rows)
const call = (method: CallMethod, path: string, payload?: object) =>
  callApi(server, tenant.admin, method, path, payload)

async function send(mark: string): Promise<string> {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${tenant.viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
    payload: still(mark),
  })
  expect(reply.statusCode).toBe(200)
  return reply.json<{ alarmId: string }>().alarmId
}
const alarm = async (id: string): Promise<Alarm> => (await call('GET', `/alarm/${id}`)).body
const iso = (time: string) => {
  const before = now
  at(time)
  const found = now.toISOString()
  now = before
  return found
}

describe('an alarm outside the schedule of its camera', () => {
  it('is one whose message was complete outside it, whenever its first byte came', async () => {
    const { media } = server.container.deps
    const put = media.put.bind(media)
    const sendUntil = (mark: string, end: string) => {
      vi.spyOn(media, 'put').mockImplementationOnce((...stored) => {
        at(end)
        return put(...stored)
      })
      return send(mark)
    }
    at('11:59:50')
    const intoWindow = await sendUntil('one', '12:00:00')
    expect(await alarm(intoWindow)).toMatchObject({ outside: null, receivedAt: iso('12:00:00') })
    at('12:59:50')
    const outOfWindow = await sendUntil('two', '13:00:00')
    expect(await alarm(outOfWindow)).toMatchObject({ outside: { reason: 'schedule' }, receivedAt: iso('13:00:00') })
  })

  it('is kept and neither analysed nor passed on, with the reason and until when, and one inside is judged', async () => {
    at('11:59:59.999')
    const outside = await send('one')
    at('12:00:00')
    const inside = await send('two')
    await analyseAll(server)
    await releaseOverdue({ ...server.container.deps, metrics: server.container.deps.analysisMetrics })
    expect(await alarm(outside)).toMatchObject({
      verdict: null,
      outside: { reason: 'schedule', until: iso('12:00:00') },
      frameCount: 1,
    })
    expect(await alarm(inside)).toMatchObject({ verdict: 'true', outside: null, frameCount: 1 })
    expect(await run(sql`select alarm_id from delivery where company_id = ${tenant.companyId}`)).toHaveLength(1)
  })

  it('is judged by the schedule at its receipt, though it is read later and the schedule was changed', async () => {
    const id = await send('person')
    await run(sql`delete from frame where alarm_id = ${id}`)
    await run(sql`delete from alarm where id = ${id}`)
    await run(sql`
      update signal set state = 'stored', alarm_id = null, attempts = 2, lease_until = null where alarm_id = ${id}`)
    await call('DELETE', `/site/${tenant.siteId}/schedule`)
    at('12:30:00')
    await openUnread(server.container.deps, Infinity)
    const { body } = await call('POST', '/viewalarms?verdict=outside', {})
    expect(body.rows).toMatchObject([{ outside: { reason: 'schedule', until: iso('12:00:00') } }])
  })

  it('never joins one of before or after a change, not even from one window to the next', async () => {
    await run(sql`update view set merge_window_seconds = 300 where id = ${tenant.viewId}`)
    const alarmAt = async (time: string) => {
      at(time)
      return send(time)
    }
    const [before, first] = [await alarmAt('11:59:58'), await alarmAt('12:00:01')]
    expect(await alarmAt('12:00:59')).toBe(first)
    const between = await alarmAt('12:01:01')
    expect(await alarmAt('12:01:59')).toBe(between)
    expect(new Set([before, first, between, await alarmAt('12:02:01')]).size).toBe(4)
    // Nothing was sent in between, so both count, and the window of bursts is long enough.
    day += 1
    const one = await alarmAt('12:00:50')
    expect(await alarmAt('12:00:55')).toBe(one)
    day += 1
    const open = await alarmAt('12:00:59')
    expect(await alarmAt('12:02:00')).not.toBe(open)
  })

  it('counts if its schedule cannot be read, and says so', async () => {
    await run(sql`update site set own_schedule = '{"weekly": 5}' where id = ${tenant.siteId}`)
    const id = await send('person')
    await analyseAll(server)
    expect(await alarm(id)).toMatchObject({ verdict: 'true', outside: null, problems: [{ code: 'schedule-unknown' }] })
  })

  it('counts at a site of the device type 2 that was never told, whatever its windows', async () => {
    await call('PUT', `/site/${tenant.siteId}/schedule`, { deviceType: 2, weekly: WINDOWS })
    const id = await send('person')
    await analyseAll(server)
    expect(await alarm(id)).toMatchObject({ verdict: 'true', outside: null })
  })
})
