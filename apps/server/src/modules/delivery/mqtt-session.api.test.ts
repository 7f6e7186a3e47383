import { startMqttBroker } from '@winnow/delivery/testing/mqtt'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { until } from '../../../test/until.ts'
import { createDeliverySite, startDeliveryWorld } from './delivery.fixture.ts'
import { deliveryModule } from './module.ts'

const world = await startDeliveryWorld()
const { server, call } = world
afterAll(() => server.close())

it('a broker has one session while the server runs: online before an alarm, then the alarm, offline at the stop', async () => {
  const broker = await startMqttBroker()
  const site = await createDeliverySite(world)
  onTestFinished(async () => {
    await site.close()
    await broker.close()
  })
  const config = { host: '127.0.0.1', port: broker.port, security: 'none', version: '3.1.1' }
  const topics = { topic: 'winnow/{siteId}/{cameraId}', statusTopic: 'winnow/status' }
  const url = `/v1/site/${site.camera.siteId}/receivers`
  const reply = await call('POST', url, { kind: 'mqtt', name: 'Broker', config: { ...config, ...topics } })
  expect(reply.status).toBe(200)
  const { id } = reply.body.receiver
  const running = deliveryModule.work?.(server.container.deps) ?? []
  try {
    await until('the session', async () => broker.retained().get('winnow/status') === 'online')
    const alarm = await site.decided('true')
    server.container.deps.onDelivery()
    await site.settled(id, 'the alarm', ([found]) => found?.state === 'sent')
    await site.decide(alarm, 'true')
    const { siteId, viewId } = site.camera
    expect(JSON.parse(broker.retained().get(`winnow/${siteId}/${viewId}/state`) ?? '')).toMatchObject({
      alarmId: alarm,
    })
    expect(broker.connections()).toBe(1)
    // The test button has a session of its own, which tells nobody that this server goes.
    expect((await call('POST', `/v1/receiver/${id}/test`)).body).toMatchObject({ ok: true })
    expect(broker.connections()).toBe(2)
    expect(broker.retained().get('winnow/status')).toBe('online')
  } finally {
    await Promise.all(running.map((part) => part.stop()))
  }
  expect(broker.retained().get('winnow/status')).toBe('offline')
})

it.each([
  [{ host: '10.0.0.5' }, 'ADDRESS_REFUSED'],
  [{ topic: 'a/#' }, 'VALIDATION'],
])('settings that cannot be used are refused: %j', async (changes, code) => {
  const site = await createDeliverySite(world)
  onTestFinished(() => site.close())
  const config = { host: '127.0.0.1', port: 8883, topic: 'a', statusTopic: 'b', ...changes }
  const reply = await call('POST', `/v1/site/${site.camera.siteId}/receivers`, { kind: 'mqtt', name: 'Broker', config })
  expect(reply).toMatchObject({ status: 400, body: { code } })
})
