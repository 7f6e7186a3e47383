import { startStation, type Station } from '@winnow/delivery/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { createDeliverySite, type DeliverySite, startDeliveryWorld } from './delivery.fixture.ts'
import { superviseReceivers } from './supervise-receivers.ts'

const world = await startDeliveryWorld()
const { clock, server, call } = world
const key = Buffer.alloc(32, 9)
let site: DeliverySite
let station: Station
beforeEach(async () => {
  site = await createDeliverySite(world)
})
afterEach(async () => {
  await site.close()
  await station.close()
})
afterAll(() => server.close())

const settings = (changes: object = {}) => ({
  host: '127.0.0.1',
  port: station.port,
  account: '1234',
  key: key.toString('hex'),
  heartbeatSeconds: 0,
  ...changes,
})

async function createReceiver(changes: object = {}): Promise<string> {
  const url = `/v1/site/${site.camera.siteId}/receivers`
  const reply = await call('POST', url, { kind: 'sia-dc09', name: 'Station', config: settings(changes) })
  expect(reply.status).toBe(200)
  return reply.body.receiver.id
}

const onHome = async (id: string) =>
  (await call('GET', '/v1/home')).body.attention.receivers.find((each: { id: string }) => each.id === id)

describe('a monitoring station', () => {
  it('gets an alarm, then the cancellation, each with the next number, over a restart too', async () => {
    station = await startStation({ key })
    const id = await createReceiver()
    const alarm = await site.decided('deadline')
    const first = site.runDispatcher()
    await site.settled(id, 'the alarm', ([found]) => found?.state === 'sent')
    await first.stop()
    await site.decide(alarm, 'false')
    site.runDispatcher()
    await site.settled(id, 'the cancellation', (rows) => rows.length === 2 && rows.every((row) => row.state === 'sent'))
    expect(station.errors).toEqual([])
    expect(
      station.messages.map(({ sequence, data, isEncrypted }) => [sequence, data.slice(0, 13), isEncrypted]),
    ).toEqual([
      ['0001', '#1234|Nri1/BA', true],
      ['0002', '#1234|Nri1/BC', true],
    ])
  })

  it('that refuses for a while gets the message again under its old number, and the others one after another', async () => {
    station = await startStation({ key, answer: (index) => (index === 0 ? 'duh' : 'ack') })
    const id = await createReceiver()
    await site.decided('true')
    const dispatcher = site.runDispatcher()
    await site.settled(id, 'the refusal', ([found]) => found?.lastError === 'misconfigured')
    expect(await site.receiver(id)).toMatchObject({ waiting: 1, givenUp: 0, lastError: 'misconfigured' })
    await Promise.all([site.decided('true'), site.decided('unverified')])
    clock.advance(60_000)
    dispatcher.wake()
    await site.settled(id, 'all', (rows) => rows.length === 3 && rows.every((row) => row.state === 'sent'))
    expect(station.messages.map(({ sequence }) => sequence).toSorted()).toEqual(['0001', '0001', '0002', '0003'])
  })

  it('gets what it refused at once when its settings are mended, however long the pause was', async () => {
    const accounts = new Set<string>()
    station = await startStation({
      key,
      answer: (_index, { account }) => (accounts.add(account) && account === '1234' ? 'duh' : 'ack'),
    })
    const id = await createReceiver()
    await site.decided('true')
    const dispatcher = site.runDispatcher()
    await site.settled(id, 'the refusal', ([found]) => found?.lastError === 'misconfigured')
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('delivery')
        .set({ next_at: new Date(clock.now().getTime() + 3_600_000) })
        .where('receiver_id', '=', id)
        .execute(),
    )
    const config = settings({ account: '5678' })
    expect((await call('PUT', `/v1/receiver/${id}`, { kind: 'sia-dc09', config })).status).toBe(200)
    dispatcher.wake()
    await site.settled(id, 'the alarm', ([found]) => found?.state === 'sent')
    expect([...accounts]).toEqual(['1234', '5678'])
  })

  it('answers the test button, and its key is never returned', async () => {
    station = await startStation({ key })
    const id = await createReceiver()
    expect((await call('POST', `/v1/receiver/${id}/test`)).body).toMatchObject({ ok: true })
    expect(station.messages).toMatchObject([{ data: '#1234|Nri1/RP001^Test^' }])
    const listed = (await call('GET', `/v1/site/${site.camera.siteId}/receivers`)).body
    expect(JSON.stringify(listed)).not.toContain(key.toString('hex'))
    expect(listed).toMatchObject([{ secretsSet: ['key'] }])
    // A key belongs to one receiver: it does not follow to another address.
    const { key: _none, ...moved } = settings({ port: station.port + 1 })
    const change = { kind: 'sia-dc09', config: moved }
    expect(await call('PUT', `/v1/receiver/${id}`, change)).toMatchObject({ status: 400 })
  })

  it.each([
    [{ host: '10.0.0.5' }, 'config.host', 'guard.private'],
    [{ backupHost: '169.254.169.254' }, 'config.backupHost', 'guard.metadata'],
  ])('may not stand in our own network: %j', async (changes, field, message) => {
    station = await startStation()
    const url = `/v1/site/${site.camera.siteId}/receivers`
    const reply = await call('POST', url, { kind: 'sia-dc09', name: 'Station', config: settings(changes) })
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'ADDRESS_REFUSED', errors: [{ field, message }] },
    })
  })
})

describe('supervision', () => {
  it('asks at the interval; a receiver that does not answer stands on Home before an alarm fails, until it answers', async () => {
    let deaf = true
    station = await startStation({ key, answer: () => (deaf ? 'duh' : 'ack') })
    const id = await createReceiver({ heartbeatSeconds: 30 })
    expect(await onHome(id)).toBeUndefined()
    const since = clock.now().toISOString()
    const supervision = superviseReceivers(server.container.deps)
    try {
      const silent = await until('the receiver on Home', () => onHome(id))
      expect(silent).toMatchObject({ silentSince: since, waiting: 0, lastError: 'misconfigured' })
      expect(station.messages).toMatchObject([{ id: 'NULL', sequence: '0000', isEncrypted: true }])
      deaf = false
      clock.advance(31_000)
      await until('the sign of life', async () => (await onHome(id)) === undefined)
      expect(station.messages).toHaveLength(2)
    } finally {
      await supervision.stop()
    }
  })
})

it('a camera without a line in the table is sent with the default, and Home says so', async () => {
  station = await startStation({ key })
  const id = await createReceiver({ zone: '77', cameras: [{ camera: 'Another camera', zone: '5' }] })
  expect(await onHome(id)).toMatchObject({ unmapped: 1, silentSince: null, waiting: 0 })
  await site.decided('true')
  site.runDispatcher()
  await site.settled(id, 'the alarm', ([found]) => found?.state === 'sent')
  expect(station.messages[0]?.data).toContain('/BV077')
  const { name } = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('view').select('name').where('id', '=', site.camera.viewId).executeTakeFirstOrThrow(),
  )
  const config = settings({ cameras: [{ camera: name.toUpperCase(), zone: '5' }] })
  expect((await call('PUT', `/v1/receiver/${id}`, { kind: 'sia-dc09', config })).status).toBe(200)
  expect(await onHome(id)).toBeUndefined()
})
