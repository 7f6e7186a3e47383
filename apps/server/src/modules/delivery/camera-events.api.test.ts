import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CameraSystem } from '../../platform/connect/camera-systems.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { LOST_MINUTES } from '../access/index.ts'
import { deleteStale } from '../retention/index.ts'
import { buildCameraEvent } from './build-camera-event.ts'
import { cameraTicks, tellOfCameras } from './camera-events.ts'
import { bodyOf, createDeliverySite, type DeliverySite, startDeliveryWorld } from './delivery.fixture.ts'

const world = await startDeliveryWorld()
const { clock, server, call } = world
const db = server.database.runtime
let site: DeliverySite
beforeEach(async () => {
  site = await createDeliverySite(world)
})
afterEach(() => site.close())
afterAll(() => server.close())

const { cameraSystems } = server.container.deps
const look = () => tellOfCameras({ db, cameraSystems, onDelivery: () => undefined }, clock.now())
const createHook = async (config: object) => {
  const created = await call('POST', `/v1/site/${site.camera.siteId}/receivers`, {
    kind: 'webhook',
    name: 'Hook',
    config: { url: `${site.sink.url}/alarms`, ...config },
  })
  expect(created.status).toBe(200)
  return created.body.receiver.id as string
}
const setView = (set: object) =>
  inSystem(db, (tx) => tx.updateTable('view').set(set).where('id', '=', site.camera.viewId).execute())
const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000)
const pause = () => ({
  paused_until: hoursAgo(-1),
  paused_at: clock.now(),
  paused_by: 'somebody',
  pause_reason: 'test',
})
const goSilent = () => setView({ last_signal_at: hoursAgo(100) })
const speak = () => setView({ last_signal_at: clock.now(), refused_at: null })
const refuse = () => setView({ refused_at: new Date(clock.now().getTime() + 1) })
const LOST_MS = LOST_MINUTES * 60_000
const typesOf = async (receiver: string) => (await site.deliveries(receiver)).map(({ type }) => type).toReversed()

describe('an idle camera', () => {
  it('is told once when it falls silent, and once when it is heard again, in this order', async () => {
    const receiver = await createHook({ idle: true })
    await look()
    // A camera that was never heard is not set up yet.
    expect(await typesOf(receiver)).toEqual([])
    await goSilent()
    await look()
    await look()
    await speak()
    await look()
    await look()
    expect((await typesOf(receiver)).toSorted()).toEqual(['idle', 'idle.ended'])
    site.runDispatcher()
    const sent = (await site.sink.received(2)).map((request) => bodyOf(request))
    expect(sent.map(({ type }) => type)).toEqual(['idle', 'idle.ended'])
    expect(sent[0].data).toMatchObject({ view: { id: site.camera.viewId }, pictures: [], detections: [] })
    expect(sent[1].data.id).toBe(sent[0].data.id)
    const [row] = (await call('GET', `/v1/receiver/${receiver}/deliveries`)).body.rows
    expect(row).toMatchObject({ alarmId: null, viewName: sent[0].data.view.name })
    // It can fall silent again.
    await goSilent()
    await look()
    expect((await typesOf(receiver)).filter((type) => type === 'idle')).toHaveLength(2)
  })

  it('is not told of in the first minutes after a start, in which cameras that waited for it come back', async () => {
    const receiver = await createHook({ idle: true })
    const [tick] = cameraTicks({ db, clock, cameraSystems, onDelivery: () => undefined })
    await goSilent()
    await tick?.run()
    expect(await typesOf(receiver)).toEqual([])
    clock.advance(5 * 60_000)
    await tick?.run()
    expect(await typesOf(receiver)).toEqual(['idle'])
  })

  it('is told to those alone who want to hear of it, and not while it is paused or off', async () => {
    const [asked, silent] = [await createHook({ idle: true }), await createHook({ connection: true })]
    await goSilent()
    await setView(pause())
    await look()
    await setView({ paused_until: null, active: false })
    await look()
    expect(await typesOf(asked)).toEqual([])
    await setView({ active: true })
    await look()
    expect(await typesOf(asked)).toEqual(['idle'])
    // A pause ends nothing: it was not heard.
    await setView(pause())
    await look()
    await setView({ paused_until: null })
    await look()
    expect(await typesOf(asked)).toEqual(['idle'])
    expect(await typesOf(silent)).toEqual([])
  })

  it('is told anew where nobody wanted to hear of it meanwhile', async () => {
    const receiver = await createHook({ idle: true })
    await goSilent()
    await look()
    const change = (idle: boolean) =>
      call('PUT', `/v1/receiver/${receiver}`, {
        kind: 'webhook',
        config: { url: `${site.sink.url}/alarms`, idle },
      })
    expect((await change(false)).status).toBe(200)
    await look()
    await change(true)
    await look()
    expect(await typesOf(receiver)).toEqual(['idle', 'idle'])
  })
})

describe('a connection', () => {
  it('is told as lost and as restored, once each', async () => {
    const receiver = await createHook({ connection: true })
    await speak()
    await look()
    await refuse()
    await look()
    clock.advance(LOST_MS - 1)
    await look()
    expect(await typesOf(receiver)).toEqual([])
    clock.advance(1)
    await look()
    await look()
    await speak()
    await look()
    await look()
    expect((await typesOf(receiver)).toSorted()).toEqual(['connection.lost', 'connection.restored'])
  })

  it('is not told where one message was refused, as a guess of its password is, and the next one came in', async () => {
    const receiver = await createHook({ connection: true })
    await speak()
    await refuse()
    await look()
    clock.advance(60_000)
    await speak()
    await look()
    clock.advance(LOST_MS)
    await look()
    expect(await typesOf(receiver)).toEqual([])
    // The time begins anew with the next one, also where another guess followed before anybody looked.
    await refuse()
    await look()
    clock.advance(LOST_MS - 1)
    await speak()
    await refuse()
    clock.advance(1)
    await look()
    expect(await typesOf(receiver)).toEqual([])
  })
})

it('a message about a camera has what that has now, not only what the message tells', async () => {
  const receiver = await createHook({ idle: true, connection: true })
  await speak()
  await refuse()
  await look()
  clock.advance(LOST_MS)
  await look()
  await setView({ refused_at: null, last_signal_at: hoursAgo(100) })
  await look()
  const rows = await site.deliveries(receiver)
  const restored = rows.find(({ type }) => type === 'connection.restored')?.id ?? ''
  const built = await inSystem(db, (tx) => buildCameraEvent(tx, server.container.deps, restored, clock.now()))
  expect(built).toMatchObject({ type: 'connection.restored', conditions: ['idle'] })
})

describe('a connection that this server opens', () => {
  const setSince = (minutes: number) =>
    inSystem(db, (tx) =>
      tx
        .updateTable('connection')
        .set({ since: new Date(clock.now().getTime() - minutes * 60_000) })
        .where('view_id', '=', site.camera.viewId)
        .execute(),
    )

  it('is told as lost at the first look where it is down for five minutes', async () => {
    const receiver = await createHook({ connection: true })
    await speak()
    await inSystem(db, (tx) =>
      tx
        .insertInto('connection')
        .values({
          id: newId(),
          company_id: world.tenant.companyId,
          view_id: site.camera.viewId,
          kind: 'rtsp',
          settings: '{}',
          last_up_at: hoursAgo(1),
          since: clock.now(),
        })
        .execute(),
    )
    await setSince(LOST_MINUTES - 1)
    await look()
    expect(await typesOf(receiver)).toEqual([])
    await setSince(LOST_MINUTES)
    await look()
    expect(await typesOf(receiver)).toEqual(['connection.lost'])
  })
})

describe('a video system behind which a camera stands', () => {
  it('is told as lost after five minutes and as restored, at its camera alone', async () => {
    const receiver = await createHook({ connection: true })
    await speak()
    const since = clock.now()
    const lookAt = async (isUp: boolean) =>
      tellOfCameras(
        {
          db,
          onDelivery: () => undefined,
          cameraSystems: sql<CameraSystem>`select ${site.camera.viewId}::uuid as view_id, 'milestone' as kind, 'Harbour' as name, ${isUp}::boolean as is_up,
            timestamptz 'infinity' as lease_until, ${since}::timestamptz as since, ${since}::timestamptz as last_up_at,
            ${since}::timestamptz as seen_at, null::text as problem, null::text as problem_setting, null::timestamptz as problem_at`,
        },
        clock.now(),
      )
    clock.advance(LOST_MS - 1)
    await lookAt(false)
    expect(await typesOf(receiver)).toEqual([])
    clock.advance(1)
    await lookAt(false)
    await lookAt(false)
    expect(await typesOf(receiver)).toEqual(['connection.lost'])
    await lookAt(true)
    await lookAt(true)
    expect((await typesOf(receiver)).toSorted()).toEqual(['connection.lost', 'connection.restored'])
  })
})

describe('quiet hours', () => {
  it('hold back what is no alarm until they end, and alarms never', async () => {
    const zoned = await inSystem(db, (tx) =>
      tx.updateTable('site').set({ timezone: 'UTC' }).where('id', '=', site.camera.siteId).returning('id').execute(),
    )
    expect(zoned).toHaveLength(1)
    // Over all hours but the last minute of this one.
    const hour = clock.now().toISOString().slice(11, 13)
    const next = String((Number(hour) + 1) % 24).padStart(2, '0')
    const receiver = await createHook({ idle: true, quietHours: `${hour}:00-${next}:30` })
    await goSilent()
    await look()
    await site.decided('true')
    const rows = await site.deliveries(receiver)
    const dueOf = (type: string) => rows.find((row) => row.type === type)?.nextAt ?? ''
    expect(dueOf('idle').slice(11, 16)).toBe(`${next}:30`)
    expect(Date.parse(dueOf('alarm.created'))).toBeLessThanOrEqual(clock.now().getTime())
  })

  it('also hold back what was due before they began, and was not sent then', async () => {
    const hour = clock.now().toISOString().slice(11, 13)
    const next = String((Number(hour) + 1) % 24).padStart(2, '0')
    await inSystem(db, (tx) =>
      tx.updateTable('site').set({ timezone: 'UTC' }).where('id', '=', site.camera.siteId).execute(),
    )
    const receiver = await createHook({ idle: true })
    await goSilent()
    await look()
    const config = { url: `${site.sink.url}/alarms`, idle: true, quietHours: `${hour}:00-${next}:30` }
    expect((await call('PUT', `/v1/receiver/${receiver}`, { kind: 'webhook', config })).status).toBe(200)
    const alarm = await site.decided('true')
    site.runDispatcher()
    const rows = await site.settled(receiver, 'the alarm and the event to be looked at', (all) =>
      all.every(({ state, nextAt }) => state === 'sent' || Date.parse(nextAt ?? '') > clock.now().getTime()),
    )
    expect(rows.map(({ type, state }) => `${type} ${state}`).toSorted()).toEqual(['alarm.created sent', 'idle waiting'])
    expect(rows.find(({ type }) => type === 'idle')?.nextAt?.slice(11, 16)).toBe(`${next}:30`)
    expect(site.sink.requests.map((request) => bodyOf(request).data.id)).toEqual([alarm])
  })

  it.each(['24:00-06:00', '6:00-22:00', '22:00', '22:00-06:00 '.repeat(2)])('refuse %s', async (quietHours) => {
    const config = { url: `${site.sink.url}/alarms`, quietHours }
    const { status } = await call('POST', `/v1/site/${site.camera.siteId}/receivers`, {
      kind: 'webhook',
      name: 'Hook',
      config,
    })
    expect(status).toBe(400)
  })
})

it('messages about cameras go by their age, also those that nobody fetches', async () => {
  const receiver = await createHook({ idle: true })
  await goSilent()
  await look()
  const setAge = (days: number) =>
    inSystem(db, (tx) =>
      tx
        .updateTable('delivery')
        .set({ created_at: hoursAgo(24 * days) })
        .where('receiver_id', '=', receiver)
        .execute(),
    )
  await setAge(29)
  await deleteStale(server.container.deps, clock.now())
  expect(await typesOf(receiver)).toEqual(['idle'])
  await setAge(31)
  await deleteStale(server.container.deps, clock.now())
  expect(await typesOf(receiver)).toEqual([])
})

it('the webhook of a site can be told of tampering and of idle cameras', async () => {
  const path = `/v1/site/${site.camera.siteId}/webhook`
  const url = `${site.sink.url}/all`
  const set = await call('PUT', path, { url, events: ['alarm.true', 'tampering', 'idle'] })
  expect(set.body).toMatchObject({ events: ['alarm.true', 'tampering', 'idle'] })
  expect((await call('GET', path)).body.events).toEqual(['alarm.true', 'tampering', 'idle'])
})
