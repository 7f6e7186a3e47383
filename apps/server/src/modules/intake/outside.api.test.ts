import type { Alarm } from '@winnow/contract'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { analyseAll } from '../../../test/analyse-all.ts'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { releaseOverdue } from '../analysis/index.ts'
import { openUnread } from './open-unread.ts'

const still = (mark: string) => Buffer.concat([Buffer.from('ffd8ffe000104a4649460001', 'hex'), Buffer.from(mark)])

let now = new Date()
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const later = (seconds: number) => {
  now = after(seconds)
}
let analysed = 0
let server: TestServer
let tenant: Tenant
let camera: { viewId: string; siteId: string }
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => now },
    pool: scriptedPool((job) => {
      analysed++
      return analysisOf('true', job)
    }),
  })
})
beforeEach(async () => {
  later(3600)
  analysed = 0
  tenant = await createTenant(server.database.runtime)
  camera = { viewId: tenant.viewId, siteId: tenant.siteId }
  await deleteMade()
})
afterAll(() => server.close())

const run = <Row>(statement: RawBuilder<Row>) =>
  inSystem(server.database.runtime, async (tx) => (await statement.execute(tx)).rows)

/** Deletes the alarms that the factory made, so that only the alarms of a test are found. */
async function deleteMade(): Promise<void> {
  await run(sql`delete from delivery where company_id = ${tenant.companyId}`)
  await run(sql`delete from alarm where company_id = ${tenant.companyId}`)
}

const call = (method: CallMethod, path: string, payload?: object) =>
  callApi(server, tenant.admin, method, path, payload)

async function send(mark: string, headers: Record<string, string> = {}): Promise<string> {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${camera.viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg', ...headers },
    payload: still(mark),
  })
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { problems: [] }])
  return reply.json<{ alarmId: string }>().alarmId
}

const set = (of: 'view' | 'site', change: RawBuilder<unknown>) =>
  run(sql`update ${sql.table(of)} set ${change} where id = ${of === 'view' ? camera.viewId : camera.siteId}`)
const pauseUntil = (of: 'view' | 'site', until: Date) =>
  set(of, sql`paused_until = ${until}, paused_at = ${now}, pause_reason = 'Works', paused_by = 'Admin'`)
const endPause = (of: 'view' | 'site') => set(of, sql`paused_until = null`)

const release = () => releaseOverdue({ ...server.container.deps, metrics: server.container.deps.analysisMetrics })
const analyse = () => analyseAll(server)
const getAlarm = async (id: string): Promise<Alarm> => (await call('GET', `/alarm/${id}`)).body
const list = async (query = ''): Promise<string[]> => {
  const { body } = await call('POST', `/viewalarms${query}`, {})
  return body.rows.map((row: { id: string }) => row.id)
}
const deliveries = () => run(sql`select alarm_id from delivery where company_id = ${tenant.companyId}`)
/** Makes the message of an alarm unread again, as after failed attempts to read it. */
const makeUnread = (alarmId: string) =>
  run(sql`
    update signal set state = 'stored', alarm_id = null, attempts = 2, lease_until = null where alarm_id = ${alarmId}`)

describe('an alarm of a camera that is switched off, paused or without product', () => {
  it.each<[string, () => Promise<unknown>, object]>([
    ['is switched off', () => call('PUT', `/view/${camera.viewId}`, { status: { active: false } }), { until: null }],
    ['is at a site that is switched off', () => set('site', sql`active = false`), { reason: 'inactive', until: null }],
    ['has no product', () => set('view', sql`products = '{}'`), { reason: 'no-product', until: null }],
    ['is paused', () => pauseUntil('view', after(3600)), { reason: 'paused' }],
    ['is at a paused site', () => pauseUntil('site', after(3600)), { reason: 'paused' }],
  ])(
    '(the camera %s) is stored with its pictures, and neither analysed nor delivered · OVERRIDE-002 SITES-002',
    async (_what, end, outside) => {
      await end()
      const id = await send('person')
      await analyse()
      later(60)
      await release()
      expect(await getAlarm(id)).toMatchObject({
        verdict: null,
        verdictAt: null,
        releasedAt: null,
        outside,
        frameCount: 1,
      })
      const picture = await server.app.inject({
        url: `/api/v1/alarm/${id}/frame/0/image?original=true`,
        headers: { cookie: tenant.admin.cookie },
      })
      expect(picture.rawPayload.equals(still('person'))).toBe(true)
      expect([analysed, await deliveries()]).toEqual([0, []])
    },
  )

  it('is hidden by the list unless the filter includes it, and counted separately on Home', async () => {
    const passed = await send('one')
    await analyse()
    later(30)
    const waiting = await send('two')
    await pauseUntil('site', after(3600))
    later(30)
    const outside = await send('three')
    expect(await list()).toEqual([waiting, passed])
    expect(await list('?verdict=outside')).toEqual([outside])
    expect(await list('?verdict=waiting')).toEqual([waiting])
    expect(await list('?verdict=outside,true')).toEqual([outside, passed])
    expect((await call('POST', '/viewalarms', {})).body.count).toBe(2)
    const home = (await call('GET', '/v1/home')).body
    expect(home).toMatchObject({ received: 3, passed: 1, filtered: 0, unverified: 0, waiting: 1, outside: 1 })
    expect(home.filteredShare).toBe(0)
  })

  it('and one that waits are counted by Home in the same window as all others, so that the figures add up', async () => {
    await send('waits')
    await pauseUntil('site', after(3600))
    later(1)
    await send('outside')
    later(25 * 3600)
    await send('new')
    const home = (await call('GET', '/v1/home?hours=24')).body
    expect(home).toMatchObject({ received: 1, passed: 0, filtered: 0, unverified: 0, waiting: 1, outside: 0 })
  })

  it('can be labelled, without an effect on learning and without a conflict', async () => {
    await pauseUntil('view', after(3600))
    const id = await send('person')
    expect((await call('PUT', `/alarm/${id}`, { groundTruth: true })).body).toMatchObject({
      groundTruth: true,
      verdict: null,
      outside: { reason: 'paused' },
    })
    expect(await list('?label=true')).toEqual([])
    expect(await list('?label=true&verdict=outside')).toEqual([id])
  })

  it('that could not be read by its deadline is stored too, and not passed on', async () => {
    await pauseUntil('view', after(3600))
    const id = await send('person')
    // Removes its alarm, as if the message were still unread.
    await run(sql`delete from frame where alarm_id = ${id}`)
    await run(sql`delete from alarm where id = ${id}`)
    await makeUnread(id)
    later(120)
    await openUnread(server.container.deps, Infinity)
    await release()
    const [unread] = await list('?verdict=outside')
    expect(await getAlarm(unread ?? '')).toMatchObject({ verdict: null, outside: { reason: 'paused' }, frameCount: 0 })
    expect(await deliveries()).toEqual([])
  })

  it('is analysed if it is a trial picture', async () => {
    await pauseUntil('view', after(3600))
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api/v1/view/${camera.viewId}/test-alarm`,
      headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow', 'content-type': 'image/jpeg' },
      payload: still('person'),
    })
    await analyse()
    expect(await getAlarm(reply.json<{ alarmId: string }>().alarmId)).toMatchObject({ verdict: 'true', outside: null })
  })
})

describe('the time of the picture that represents a camera', () => {
  const times = async () => {
    const { rows } = (await call('GET', `/v1/views/figures?siteId=${camera.siteId}`)).body
    const { lastPictureAt, shownPictureAt } = rows.find(({ id }: { id: string }) => id === camera.viewId)
    return { lastPictureAt, shownPictureAt }
  }
  const upload = () =>
    server.app.inject({
      method: 'POST',
      url: `/api/v1/view/${camera.viewId}/test-alarm`,
      headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow', 'content-type': 'image/jpeg' },
      payload: still(`upload at ${now.toISOString()}`),
    })

  it('is that of its latest picture or of a later upload, so that lists ask for the new small copy', async () => {
    const first = now.toISOString()
    await upload()
    expect(await times()).toEqual({ lastPictureAt: first, shownPictureAt: first })
    later(60)
    const own = now.toISOString()
    await send('own')
    expect(await times()).toEqual({ lastPictureAt: own, shownPictureAt: own })
    later(60)
    await upload()
    expect(await times()).toEqual({ lastPictureAt: own, shownPictureAt: now.toISOString() })
    // So that the next test begins with nothing to analyse.
    await analyse()
  })
})

describe('an alarm of a camera for which the company’s plan has no room', () => {
  const take = () => set('view', sql`products_taken = products`)

  it('is passed on without being analysed, with the reason', async () => {
    await take()
    const id = await send('person')
    await analyse()
    const alarm = await getAlarm(id)
    expect(alarm).toMatchObject({ verdict: 'unverified', outside: null, frameCount: 1 })
    expect(alarm.reasons).toEqual([{ code: 'product-taken' }])
    expect([analysed, (await deliveries()).length]).toEqual([0, 1])
    expect(await list('?verdict=unverified')).toEqual([id])
  })

  it('is judged by what held when it was received, and never joins one that is judged otherwise', async () => {
    const before = await send('one')
    await take()
    later(1)
    const during = await send('two')
    await set('view', sql`products_taken = '{}'`)
    later(1)
    const behind = await send('three')
    await analyse()
    expect(new Set([before, during, behind]).size).toBe(3)
    for (const id of [before, behind]) expect(await getAlarm(id)).toMatchObject({ verdict: 'true', frameCount: 1 })
    expect(await getAlarm(during)).toMatchObject({ verdict: 'unverified', reasons: [{ code: 'product-taken' }] })
  })

  it('is analysed if one of its products is left', async () => {
    await set('view', sql`products = '{detect,protect}', products_taken = '{detect}'`)
    const id = await send('person')
    await analyse()
    expect(await getAlarm(id)).toMatchObject({ verdict: 'true' })
  })

  it('is analysed although the product was switched off while the alarm waited', async () => {
    const id = await send('person')
    await call('POST', '/v1/deactivate-cameras', { viewIds: [camera.viewId], productId: 'detect' })
    await analyse()
    expect(await getAlarm(id)).toMatchObject({ verdict: 'true', outside: null })
    later(60)
    expect(await getAlarm(await send('next'))).toMatchObject({ verdict: null, outside: { reason: 'no-product' } })
  })

  it('that could not be read by its deadline is passed on too', async () => {
    await take()
    const id = await send('person')
    await run(sql`delete from frame where alarm_id = ${id}`)
    await run(sql`delete from alarm where id = ${id}`)
    await makeUnread(id)
    later(120)
    await openUnread(server.container.deps, Infinity)
    await release()
    expect(await list('?verdict=unverified')).toHaveLength(1)
  })
})

describe('a camera that is moved to another site', () => {
  const move = async () => {
    const target = await createCamera(server.database.runtime, tenant.companyId)
    await set('view', sql`site_id = ${target.siteId}, project_id = ${target.projectId}`)
    return target.siteId
  }
  const siteOf = async (id: string) =>
    (await run(sql<{ site_id: string; project_id: string }>`select site_id, project_id from alarm where id = ${id}`))[0]

  it('opens another alarm there, even within a burst', async () => {
    const before = await send('one')
    const target = await move()
    later(1)
    const behind = await send('two')
    expect(await siteOf(before)).toMatchObject({ site_id: tenant.siteId })
    expect(await siteOf(behind)).toMatchObject({ site_id: target })
    later(1)
    expect(await send('three')).toBe(behind)
  })

  it.each([
    ['read', () => server.container.deps.pump.sweep()],
    ['passed on unread', () => openUnread(server.container.deps, Infinity)],
  ])(
    'leaves alarms of messages that were received before at the old site, even if they are %s later',
    async (_what, file) => {
      const id = await send('person')
      await run(sql`delete from frame where alarm_id = ${id}`)
      await run(sql`delete from alarm where id = ${id}`)
      await makeUnread(id)
      await move()
      later(120)
      await file()
      const [alarm = ''] = await list('?verdict=waiting')
      expect(await siteOf(alarm)).toEqual({ site_id: tenant.siteId, project_id: tenant.projectId })
    },
  )
})

describe('a change of whether alarms of the camera are analysed', () => {
  it('ends the burst, so that each alarm is analysed completely or not at all · OVERRIDE-002 OVERRIDE-003', async () => {
    const before = await send('one')
    await pauseUntil('view', after(3600))
    later(1)
    const during = await send('two')
    later(1)
    expect(await send('three')).toBe(during)
    await endPause('view')
    later(1)
    const behind = await send('four')
    await analyse()
    expect(new Set([before, during, behind]).size).toBe(3)
    expect(await getAlarm(before)).toMatchObject({ verdict: 'true', outside: null, frameCount: 1 })
    expect(await getAlarm(during)).toMatchObject({ verdict: null, outside: { reason: 'paused' }, frameCount: 2 })
    expect(await getAlarm(behind)).toMatchObject({ verdict: 'true', outside: null, frameCount: 1 })
  })

  it('happens without any action when a pause ends · OVERRIDE-002', async () => {
    await pauseUntil('site', after(10))
    later(9)
    const last = await send('one')
    later(1)
    const first = await send('two')
    expect(await getAlarm(last)).toMatchObject({ outside: { reason: 'paused', until: now.toISOString() } })
    expect(await getAlarm(first)).toMatchObject({ outside: null })
  })

  it('does not affect a message that was received before', async () => {
    const id = await send('one')
    await makeUnread(id)
    await set('view', sql`active = false`)
    later(120)
    await openUnread(server.container.deps, Infinity)
    await release()
    const [unread] = await list('?verdict=unverified')
    expect(await getAlarm(unread ?? '')).toMatchObject({ verdict: 'unverified', outside: null })
  })

  it('lets a resend be analysed if its original was not', async () => {
    const key = { 'idempotency-key': 'event-1' }
    await pauseUntil('view', after(60))
    const during = await send('person', key)
    expect(await send('person', key)).toBe(during)
    later(120)
    const behind = await send('person', key)
    expect(behind).not.toBe(during)
    expect(await send('person', key)).toBe(behind)
    await analyse()
    expect(await getAlarm(behind)).toMatchObject({ verdict: 'true', outside: null })
  })
})
