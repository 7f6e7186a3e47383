// Receivers and a mail server that never answer. Other receivers' alarms must not wait for them.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { bodyOf, createDeliverySite, createNeighbour, startDeliveryWorld } from './delivery.fixture.ts'

const mailClients = new Set<Socket>()
const silentMailServer = createServer((socket) => mailClients.add(socket.on('error', () => undefined)))
let world: Awaited<ReturnType<typeof startDeliveryWorld>>
beforeAll(async () => {
  silentMailServer.listen(0, '127.0.0.1')
  await once(silentMailServer, 'listening')
  const { port } = silentMailServer.address() as AddressInfo
  world = await startDeliveryWorld({ SMTP_URL: `smtp://127.0.0.1:${port}` })
})
afterAll(async () => {
  await world.server.close()
  for (const socket of mailClients) socket.destroy()
  silentMailServer.close()
})

describe('a company with four hanging webhooks', () => {
  it('does not delay another company', async () => {
    const site = await createDeliverySite(world)
    const neighbour = await createDeliverySite({ ...world, ...(await createNeighbour(world.server)) })
    site.sink.answer('hang')
    for (const path of ['/a', '/b', '/c', '/d']) await site.createWebhook(path)
    await neighbour.createWebhook()
    for (let n = 0; n < 4; n++) await site.decided('true')
    const dispatcher = site.runDispatcher({ graceMs: 0 })
    await site.sink.received(12)
    const alarm = await neighbour.decided('true')
    dispatcher.wake()
    const [request] = await neighbour.sink.received(1)
    expect(bodyOf(request).data.id).toBe(alarm)
    expect(site.sink.requests).toHaveLength(12)
    await site.close()
    await neighbour.close()
  })
})

describe('four hanging webhooks with a backlog', () => {
  it('do not delay a fifth webhook of the same company', async () => {
    const site = await createDeliverySite(world)
    site.sink.answer('hang')
    for (const path of ['/a', '/b', '/c', '/d']) await site.createWebhook(path)
    for (let n = 0; n < 8; n++) await site.decided('true')
    const dispatcher = site.runDispatcher({ graceMs: 0 })
    await site.sink.received(12)
    await site.createWebhook('/quick')
    const alarm = await site.decided('true')
    dispatcher.wake()
    const request = (await site.sink.received(13)).at(-1)
    expect([request?.path, request && bodyOf(request).data.id]).toEqual(['/quick', alarm])
    await site.close()
  })
})

describe('a hanging mail server', () => {
  it('does not delay webhooks', async () => {
    const site = await createDeliverySite(world)
    for (let n = 0; n < 4; n++) await site.createEmail()
    for (let n = 0; n < 4; n++) await site.decided('true')
    const dispatcher = site.runDispatcher({ graceMs: 0 })
    await until('the mail server to be asked', () => Promise.resolve(mailClients.size > 0))
    await site.createWebhook()
    const alarm = await site.decided('true')
    dispatcher.wake()
    const [request] = await site.sink.received(1)
    expect(bodyOf(request).data.id).toBe(alarm)
    await site.close()
  })
})
