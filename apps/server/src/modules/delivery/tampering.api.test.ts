import { startStation } from '@winnow/delivery/testing'
import { createFakeClock, createSmtpSink, createWebhookSink, hikvisionPost } from '@winnow/testkit'
import type { TamperKind, ViewMemory } from '@winnow/vision'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { analyseAll } from '../../../test/analyse-all.ts'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createTenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { smallJpeg } from '../../../test/small-jpeg.ts'
import { startTestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { waitsForLock } from '../../../test/waits-for-lock.ts'
import { startWorker } from '../../roles.ts'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { enqueueAnalysis } from '../analysis/index.ts'
import { bodyOf } from './delivery.fixture.ts'
import { reportTampering, tamperingModule } from '../tampering/index.ts'

const clock = createFakeClock(new Date())
const key = Buffer.alloc(16, 7)
const [hooks, mails, station] = await Promise.all([createWebhookSink(), createSmtpSink(), startStation({ key })])
/** What the pictures of the next alarms show of the camera. */
let standing: Partial<Record<TamperKind, { since: string; alarms: number; last: string }>> = {}
/** Called while pictures are analysed. */
let duringAnalysis = async (): Promise<void> => undefined
const memory = (): ViewMemory =>
  ({ version: 1, tampering: { version: 1, usual: {}, other: {}, last: null, standing } }) as unknown as ViewMemory
const server = await startTestServer({
  clock,
  pool: scriptedPool(async (job) => {
    await duringAnalysis()
    return analysisOf('false', job, { memory: memory() })
  }),
  settings: { WINNOW_ALLOWED_NETWORKS_RECEIVERS: '127.0.0.0/8', SMTP_URL: `smtp://127.0.0.1:${mails.port}` },
})
const db = server.database.runtime
const tenant = await createTenant(db)
afterAll(async () => {
  await server.close()
  await Promise.all([hooks.close(), mails.close(), station.close()])
})

const call = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
  const reply = await callApi(server, tenant.admin, method, url, body)
  expect([url, reply.status]).toEqual([url, 200])
  return reply.body
}

let camera: Awaited<ReturnType<typeof createCamera>>
let receiver: string
beforeEach(async () => {
  standing = {}
  duringAnalysis = async () => undefined
  clock.advance(3 * 3_600_000)
  camera = await createCamera(db, tenant.companyId)
  receiver = await createReceiver('webhook', { url: `${hooks.url}/${camera.viewId}`, trueAlarms: true })
})

async function createReceiver(kind: string, config: object): Promise<string> {
  const url = `/v1/site/${camera.siteId}/receivers`
  return (await call('POST', url, { kind, name: kind, config: { ...config, tampering: true } })).receiver.id
}
const typesOf = async (id = receiver): Promise<string[]> =>
  (await call('GET', `/v1/receiver/${id}/deliveries`)).rows.map(({ type }: { type: string }) => type).toReversed()
const setView = (set: object) =>
  inSystem(db, (tx) => tx.updateTable('view').set(set).where('id', '=', camera.viewId).execute())
const eventsOf = () =>
  inSystem(db, (tx) => tx.selectFrom('tampering_event').selectAll().where('view_id', '=', camera.viewId).execute())

let posts = 0
/** Lets the device report an event, with a picture while it lasts, and waits until it was read. */
async function report(eventType: string, eventState: 'active' | 'inactive' = 'active'): Promise<void> {
  posts += 1
  clock.advance(60_000)
  const token: string = (await call('GET', `/v1/view/${camera.viewId}/intake`)).hikvisionUrl.split('/').at(-1)
  const pictures = eventState === 'active' ? [smallJpeg({ mark: `picture ${posts}` })] : undefined
  const dateTime = clock.now().toISOString()
  const { contentType, body } = hikvisionPost({
    eventType,
    eventState,
    dateTime,
    ...(pictures ? { pictures } : {}),
  })
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/hik/${token}`,
    headers: { 'content-type': contentType },
    payload: body,
  })
  expect(reply.statusCode).toBe(200)
  await until('the report to be read', async () => {
    const rows: { kind: string | null }[] = await call('GET', `/v1/view/${camera.viewId}/signals`)
    return rows.every(({ kind }) => kind !== null)
  })
}
const see = async (shown: typeof standing): Promise<void> => {
  standing = shown
  await report('VMD')
  await analyseAll(server)
}
const covered = (alarms: number) => ({
  covered: { since: clock.now().toISOString(), alarms, last: clock.now().toISOString() },
})
/** What a worker does each minute. */
async function endForgotten(): Promise<void> {
  const { log } = server.container.deps
  const context = { attempt: 1, isLastAttempt: true, signal: new AbortController().signal, log }
  for (const tick of tamperingModule.ticks?.({ db, clock }, db) ?? []) await tick.run(context)
}
const watch = async () => {
  await inSystem(db, (tx) =>
    tx
      .updateTable('company')
      .set({ unlocks: JSON.stringify({ isTamperingUnlocked: true }) })
      .where('id', '=', tenant.companyId)
      .execute(),
  )
  await setView({ tampering_detection: true })
}

describe('tampering that a device reports', () => {
  it('is sent once when it begins and once when it is over, by HTTP, mail and DC-09, although the pictures are filtered', async () => {
    const { port } = station
    await createReceiver('email', { recipients: ['room@example.com'] })
    await createReceiver('sia-dc09', {
      host: '127.0.0.1',
      port,
      account: '1234',
      key: key.toString('hex'),
      heartbeatSeconds: 0,
      extended: 'all',
    })
    await report('shelteralarm')
    await report('shelteralarm')
    // Also where it joins an alarm of another event.
    await report('VMD')
    await report('shelteralarm')
    // The end of something else ends nothing.
    const end = {
      companyId: tenant.companyId,
      viewId: camera.viewId,
      alarmId: null,
      kind: 'stop',
      at: clock.now(),
    } as const
    await inSystem(db, (tx) =>
      reportTampering(tx, { ...end, eventType: 'videoloss' }, server.container.deps.onTampering, clock.now()),
    )
    expect(await eventsOf()).toMatchObject([{ ended_at: null }])
    await analyseAll(server)
    // What `analyseAll` starts is stopped before all is sent.
    const workers = startWorker(server.container)
    onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.stop()))))
    const own = () => hooks.requests.filter(({ path }) => path === `/${camera.viewId}`).map((each) => bodyOf(each))
    const [begun] = await until('the webhook', async () => own().length > 0 && own())
    expect(begun).toMatchObject({
      type: 'tampering',
      data: {
        view: { id: camera.viewId },
        tampering: { reported: 'tamper', kinds: [], endedAt: null },
        consoleUrl: expect.stringContaining(`/cams/alarms/${begun.data.tampering.alarmId}`),
        pictures: [{ url: expect.stringContaining('sig') }],
      },
    })
    await report('shelteralarm', 'inactive')
    await until('the end', async () => own().length === 2)
    expect(own().map(({ type, data }) => [type, data.id])).toEqual([
      ['tampering', begun.data.id],
      ['tampering.ended', begun.data.id],
    ])
    const sent = await mails.received(2)
    expect(sent.map(({ raw }) => /^Subject: (.*)$/m.exec(raw.toString())?.[1])).toEqual([
      expect.stringMatching(/^Tampering: /),
      expect.stringMatching(/^Tampering over: /),
    ])
    expect(sent[0]?.raw.toString()).toContain('reported by the device')
    await until('the station', async () => station.messages.length === 2)
    expect(station.messages.map(({ data }) => data.slice(0, 13))).toEqual(['#1234|Nri1/TA', '#1234|Nri1/TR'])
    // Nothing else was sent: the alarms were filtered.
    expect(await typesOf()).toEqual(['tampering', 'tampering.ended'])
  })

  it('ends unsaid after an hour without a report, and is told anew', async () => {
    await report('shelteralarm')
    clock.advance(3_600_000 - 61_000)
    await endForgotten()
    expect(await eventsOf()).toMatchObject([{ ended_at: null }])
    await report('shelteralarm')
    clock.advance(3_600_000)
    await endForgotten()
    expect(await eventsOf()).toMatchObject([{ ended_at: clock.now() }])
    await report('shelteralarm')
    expect(await typesOf()).toEqual(['tampering', 'tampering'])
  })

  it('is told while its site is disarmed, and not while it is off or paused', async () => {
    const tomorrow = new Date(clock.now().getTime() + 86_400_000)
    await setView({ paused_until: tomorrow, paused_at: clock.now(), paused_by: 'somebody', pause_reason: 'test' })
    await report('shelteralarm')
    await setView({ paused_until: null, active: false })
    await report('shelteralarm')
    expect(await eventsOf()).toEqual([])
    await setView({ active: true })
    const ends = { arm_changed_at: clock.now(), arm_ends_at: tomorrow }
    await inSystem(db, (tx) =>
      tx
        .updateTable('site')
        .set({ schedule_device_type: 2, arm_state: 'disarmed', ...ends })
        .where('id', '=', camera.siteId)
        .execute(),
    )
    await report('shelteralarm')
    const [alarm] = await inSystem(db, (tx) =>
      tx.selectFrom('alarm').select('outside').where('view_id', '=', camera.viewId).orderBy('id', 'desc').execute(),
    )
    expect(alarm).toEqual({ outside: 'disarmed' })
    expect(await typesOf()).toEqual(['tampering'])
  })

  it('goes to those alone who have chosen it, waits for the end of quiet hours, and is hidden from other companies', async () => {
    const config = { url: `${hooks.url}/others`, tampering: false }
    const url = `/v1/site/${camera.siteId}/receivers`
    const other = (await call('POST', url, { kind: 'webhook', name: 'Other', config })).receiver.id
    await inSystem(db, (tx) =>
      tx.updateTable('site').set({ timezone: 'UTC' }).where('id', '=', camera.siteId).execute(),
    )
    const hour = clock.now().getUTCHours()
    const two = (number: number) => String(number % 24).padStart(2, '0')
    const quiet = await createReceiver('webhook', {
      url: `${hooks.url}/quiet`,
      quietHours: `${two(hour)}:00-${two(hour + 2)}:30`,
    })
    await report('shelteralarm')
    expect(await typesOf(other)).toEqual([])
    const [waiting] = (await call('GET', `/v1/receiver/${quiet}/deliveries`)).rows
    expect([waiting.type, waiting.nextAt.slice(11, 16)]).toEqual(['tampering', `${two(hour + 2)}:30`])
    const neighbour = await createTenant(db)
    const seenBy = (company: string) =>
      inTenant(db, company, (tx) => tx.selectFrom('tampering_event').select('view_id').execute())
    expect(await seenBy(neighbour.companyId)).toEqual([])
    expect(await seenBy(tenant.companyId)).toContainEqual({ view_id: camera.viewId })
  })
})

describe('tampering that pictures show', () => {
  it('is told with the verdict once it is proven, once, and its end with the usual view', async () => {
    await watch()
    await see(covered(1))
    expect(await typesOf()).toEqual([])
    await see(covered(2))
    await see(covered(3))
    expect(await typesOf()).toEqual(['tampering'])
    expect(await eventsOf()).toMatchObject([{ kinds: ['covered'], reported: null, ended_at: null }])
    // No longer looked for, but still seen: not over.
    await see({ covered: { ...covered(1).covered } })
    expect(await typesOf()).toEqual(['tampering'])
    await see({})
    expect(await typesOf()).toEqual(['tampering', 'tampering.ended'])
  })

  it('is not told of cameras that are not watched, and of a device’s report the usual view proves nothing', async () => {
    await see(covered(5))
    expect(await eventsOf()).toEqual([])
    await watch()
    await report('shelteralarm')
    await see({})
    expect(await typesOf()).toEqual(['tampering'])
    // The pictures show it too, and the device says that it is over: the pictures decide.
    await see(covered(2))
    await report('shelteralarm', 'inactive')
    expect(await typesOf()).toEqual(['tampering'])
    await see({})
    expect(await typesOf()).toEqual(['tampering', 'tampering.ended'])
  })

  it('is stored although the device reports it at the same time', async () => {
    await watch()
    standing = covered(2)
    await report('VMD')
    const [hasBegun, isLocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    duringAnalysis = () => {
      hasBegun.resolve()
      return isLocked.promise
    }
    const analysed = analyseAll(server)
    await hasBegun.promise
    const { companyId } = tenant
    const { viewId } = camera
    const at = clock.now()
    await inSystem(db, async (tx) => {
      const { id } = await tx.selectFrom('alarm').select('id').where('view_id', '=', viewId).executeTakeFirstOrThrow()
      // As the intake does it: the alarm is queued, then the report is stored.
      await enqueueAnalysis(tx, { id: newId(), companyId, viewId }, { inTimeUntil: at, releaseAt: null }, at)
      isLocked.resolve()
      await until('the verdict to wait', () => waitsForLock(server.database.owner))
      const reported = { companyId, viewId, alarmId: id, eventType: 'tamper', kind: 'alarm', at } as const
      await reportTampering(tx, reported, server.container.deps.onTampering, at)
    })
    await analysed
    expect(await typesOf()).toEqual(['tampering'])
    expect(await eventsOf()).toMatchObject([{ kinds: ['covered'], reported: 'tamper', ended_at: null }])
  })

  it('ends unsaid where the camera is not watched any more', async () => {
    await watch()
    await see(covered(2))
    await endForgotten()
    expect(await eventsOf()).toMatchObject([{ ended_at: null }])
    await setView({ tampering_detection: false })
    await endForgotten()
    expect(await eventsOf()).toMatchObject([{ ended_at: clock.now() }])
    expect(await typesOf()).toEqual(['tampering'])
  })
})
