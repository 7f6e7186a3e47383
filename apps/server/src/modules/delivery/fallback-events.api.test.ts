import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { LOST_MINUTES } from '../access/index.ts'
import { reportTampering } from '../tampering/index.ts'
import { tellOfCameras } from './camera-events.ts'
import { bodyOf, createDeliverySite, type DeliverySite, startDeliveryWorld } from './delivery.fixture.ts'
import type { Dispatcher } from './dispatcher.ts'
import { tellOfTampering } from './tell-of-tampering.ts'
import { lookAtFallbacks } from './watch-fallbacks.ts'

const world = await startDeliveryWorld()
const { clock, server, call } = world
const db = server.database.runtime
const { cameraSystems } = server.container.deps
let site: DeliverySite
let primary: string
let backup: string
let dispatcher: Dispatcher
beforeEach(async () => {
  site = await createDeliverySite(world)
  clock.advance(3_600_000)
  primary = await createHook('/primary')
  backup = await createHook('/backup')
  const fallback = { backupId: backup, afterFailures: 1, afterSeconds: 600, escalateTo: [] }
  await call('PUT', `/v1/receiver/${primary}/fallback`, fallback)
  await setView({ last_signal_at: clock.now(), refused_at: null })
  dispatcher = site.runDispatcher()
})
afterEach(() => site.close())
afterAll(() => server.close())

const ALL = { idle: true, connection: true, tampering: true }
const createHook = async (path: string, config: object = ALL): Promise<string> =>
  (await site.createReceiver('webhook', `Hook ${path}`, { url: `${site.sink.url}${path}`, ...config })).id
const setView = (set: object) =>
  inSystem(db, (tx) => tx.updateTable('view').set(set).where('id', '=', site.camera.viewId).execute())
const lookAtCameras = () => tellOfCameras({ db, cameraSystems, onDelivery: () => dispatcher.wake() }, clock.now())
const lookAtReceivers = () =>
  lookAtFallbacks({ ...server.container.deps, onDelivery: () => dispatcher.wake() }, clock.now())
const arrived = (path: string): { type: string; id: string }[] =>
  site.sink.requests
    .filter((request) => request.path === path)
    .map((request) => bodyOf(request))
    .map(({ type, data }) => ({ type, id: data.id }))
const typesAt = (path: string) => arrived(path).map(({ type }) => type)
const allSent = (receiverId: string, types: string[]) =>
  site.settled(
    receiverId,
    types.join(', '),
    (rows) =>
      JSON.stringify(rows.map(({ type }) => type).toSorted()) === JSON.stringify(types.toSorted()) &&
      rows.every(({ state }) => state === 'sent'),
  )
const breakPrimary = (status = 500) =>
  site.sink.answer((request) => ({ status: request.path === '/primary' ? status : 200 }))
/** The primary has refused what waits for it, and its back-up is asked from now on. */
async function fall(): Promise<void> {
  await site.settled(primary, 'a refusal', (rows) =>
    rows.some(({ attempts, state }) => attempts > 0 && state !== 'sent'),
  )
  await lookAtReceivers()
}
async function repair(): Promise<void> {
  site.sink.answer({ status: 200 })
  clock.advance(120_000)
  dispatcher.wake()
}

/** A device reports that its camera is tampered with, or that this is over. */
async function report(kind: 'alarm' | 'stop'): Promise<void> {
  const { companyId } = world.tenant
  const { viewId } = site.camera
  const alarmId = await site.createWaiting()
  const what = { companyId, viewId, alarmId, eventType: 'tamper', kind, at: clock.now() }
  await inSystem(db, (tx) => reportTampering(tx, what, tellOfTampering, clock.now()))
  dispatcher.wake()
}
async function lose(): Promise<void> {
  await setView({ refused_at: new Date(clock.now().getTime() + 1) })
  await lookAtCameras()
  clock.advance(LOST_MINUTES * 60_000)
  await lookAtCameras()
}
async function speak(): Promise<void> {
  await setView({ last_signal_at: clock.now(), refused_at: null })
  await lookAtCameras()
}
async function goSilent(): Promise<void> {
  await setView({ last_signal_at: new Date(clock.now().getTime() - 100 * 3_600_000) })
  await lookAtCameras()
}

const EVENTS = [
  ['tampering', 'tampering.ended', () => report('alarm'), () => report('stop')],
  ['connection.lost', 'connection.restored', lose, speak],
  ['idle', 'idle.ended', goSilent, speak],
] as const

describe.each(EVENTS)('%s', (begun, ended, begin, end) => {
  it('that waits for a receiver when it falls goes to its back-up, and the end to both, also after the receiver works again', async () => {
    breakPrimary()
    await begin()
    expect(await site.deliveries(backup)).toEqual([])
    await fall()
    await allSent(backup, [begun])
    await repair()
    await allSent(primary, [begun])
    await lookAtReceivers()
    expect(await site.receiver(primary)).toMatchObject({ downSince: null })
    await end()
    await allSent(primary, [begun, ended])
    await allSent(backup, [begun, ended])
    expect(typesAt('/backup')).toEqual([begun, ended])
    // Both are about the same, so that whoever gets them from two sides can drop one.
    expect(new Set([...arrived('/backup'), ...arrived('/primary')].map(({ id }) => id)).size).toBe(1)
  })

  it('that its receiver has taken is not told to the back-up, neither is its end once that works', async () => {
    await begin()
    await allSent(primary, [begun])
    await end()
    await allSent(primary, [begun, ended])
    await lookAtReceivers()
    expect(await site.deliveries(backup)).toEqual([])
  })

  it('that was given up at once goes to the back-up, and so does its end', async () => {
    breakPrimary(410)
    await begin()
    await site.settled(primary, 'the end', ([row]) => row?.state === 'given-up')
    await lookAtReceivers()
    await allSent(backup, [begun])
    await end()
    await allSent(backup, [begun, ended])
    expect(typesAt('/backup')).toEqual([begun, ended])
  })
})

it('a back-up is told only of what it has chosen, and not in its quiet hours', async () => {
  const quiet = { ...ALL, quietHours: '00:00-23:59' }
  const change = (config: object) =>
    call('PUT', `/v1/receiver/${backup}`, {
      kind: 'webhook',
      config: { url: `${site.sink.url}/backup`, ...config },
    })
  expect((await change({ ...ALL, tampering: false })).status).toBe(200)
  breakPrimary()
  await report('alarm')
  await fall()
  expect(await site.deliveries(backup)).toEqual([])
  await repair()
  await allSent(primary, ['tampering'])
  await lookAtReceivers()
  expect((await change(quiet)).status).toBe(200)
  breakPrimary()
  await report('stop')
  await fall()
  const [waiting] = await site.deliveries(backup)
  expect(waiting).toMatchObject({ type: 'tampering.ended', state: 'waiting', attempts: 0 })
  expect(Date.parse(waiting?.nextAt ?? '')).toBeGreaterThan(clock.now().getTime())
})

it('the back-up tells when it happened, not when the receiver fell', async () => {
  breakPrimary()
  await report('alarm')
  const at = clock.now().toISOString()
  await site.settled(primary, 'a refusal', ([row]) => (row?.attempts ?? 0) > 0)
  clock.advance(45_000)
  await lookAtReceivers()
  await allSent(backup, ['tampering'])
  expect(bodyOf(site.sink.requests.find(({ path }) => path === '/backup')).data).toMatchObject({ receivedAt: at })
})

it('a tampering that is stored while the receiver falls is not missed', async () => {
  await inSystem(db, (tx) =>
    tx.updateTable('receiver').set({ failures: 1, failing_since: clock.now() }).where('id', '=', primary).execute(),
  )
  const alarmId = await site.createWaiting()
  const { viewId } = site.camera
  let looking = Promise.resolve()
  await inSystem(db, async (tx) => {
    const at = clock.now()
    const what = { companyId: world.tenant.companyId, viewId, alarmId, eventType: 'tamper', kind: 'alarm' as const, at }
    await reportTampering(tx, what, tellOfTampering, at)
    let isOver = false
    looking = lookAtReceivers().finally(() => (isOver = true))
    await until('the wait for the tampering', async () => isOver || (await waiters()) > 0)
  })
  await looking
  await allSent(backup, ['tampering'])
  expect(typesAt('/backup')).toEqual(['tampering'])
})

/** How many wait for a lock that a program takes by name, in this database. */
const waiters = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
    where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
    server.database.owner,
  )
  return rows[0]?.n ?? 0
}
