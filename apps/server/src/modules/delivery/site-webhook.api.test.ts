import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { bodyOf, createDeliverySite, type DeliverySite, startDeliveryWorld } from './delivery.fixture.ts'

const world = await startDeliveryWorld()
const { server, call } = world
let site: DeliverySite
let path: string
beforeEach(async () => {
  site = await createDeliverySite(world)
  path = `/v1/site/${site.camera.siteId}/webhook`
})
afterEach(() => site.close())
afterAll(() => server.close())

const receivers = async () => (await call('GET', `/v1/site/${site.camera.siteId}/receivers`)).body

it('is added, read, changed and removed, as the oldest webhook among the receivers · WEBHOOKS-001, INTEGRATIONS-005', async () => {
  expect(await call('GET', path)).toMatchObject({ status: 200, body: null })
  expect((await call('DELETE', path)).status).toBe(404)
  const url = `${site.sink.url}/a`
  const added = await call('PUT', path, { url, headers: { 'X-Key': 's3cret' } })
  expect(added).toMatchObject({ status: 200, body: { url, method: 'POST', headers: ['X-Key'], active: true } })
  expect(added.body).toMatchObject({ events: ['alarm.true'], secret: expect.stringMatching(/^whsec_/) })
  await site.createWebhook('/younger')
  const { secret: _none, ...settings } = added.body
  expect((await call('GET', path)).body).toEqual({ ...settings, secret: null })

  const changed = await call('PUT', path, { url, method: 'PUT', events: ['alarm.true', 'alarm.false'], active: false })
  expect(changed.body).toMatchObject({ receiverId: added.body.receiverId, method: 'PUT', headers: ['X-Key'] })
  expect(changed.body).toMatchObject({ events: ['alarm.true', 'alarm.false'], active: false, secret: null })
  expect(JSON.stringify([added.body.headers, changed.body, await receivers()])).not.toContain('s3cret')
  expect(await receivers()).toHaveLength(2)

  expect((await call('DELETE', path)).body).toEqual({ success: true })
  expect((await call('GET', path)).body).toMatchObject({ url: `${site.sink.url}/younger` })
})

it('is added once, however many ask for it at the same time', async () => {
  const replies = await Promise.all(['/a', '/b', '/c'].map((at) => call('PUT', path, { url: site.sink.url + at })))
  expect(await receivers()).toHaveLength(1)
  expect(replies.map(({ status }) => status).filter((status) => status !== 409)).toContain(200)
  expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
})

it('that wants filtered alarms gets them by its method, and their correction; the others do not · WEBHOOKS-001', async () => {
  const { secret } = (
    await call('PUT', path, { url: `${site.sink.url}/all`, method: 'PUT', events: ['alarm.true', 'alarm.false'] })
  ).body
  await site.createWebhook('/true-alone')
  const alarm = await site.decided('false')
  site.runDispatcher()
  const [request] = await site.sink.received(1)
  expect(request).toMatchObject({ method: 'PUT', path: '/all' })
  expect(bodyOf(request)).toMatchObject({ type: 'alarm.created', data: { id: alarm, verdict: 'false' } })
  const verified = new Webhook(secret).verify(request?.body.toString() ?? '', {
    'webhook-id': String(request?.headers['webhook-id']),
    'webhook-timestamp': String(request?.headers['webhook-timestamp']),
    'webhook-signature': String(request?.headers['webhook-signature']),
  })
  expect(verified).toBeDefined()
  await site.decided('true')
  const all = await site.sink.received(3)
  expect(all.map((each) => each.path).toSorted()).toEqual(['/all', '/all', '/true-alone'])
})

it('is refused with events that are not sent, without alarms, or inside our own network', async () => {
  const url = `${site.sink.url}/a`
  for (const body of [{ url, events: ['alarm.false'] }, { url, events: [] }, { url, method: 'GET' }, {}])
    expect(await call('PUT', path, body)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  const inside = { url: 'http://10.0.0.1/' }
  expect(await call('PUT', path, inside)).toMatchObject({ status: 400, body: { code: 'ADDRESS_REFUSED' } })
  expect(await receivers()).toEqual([])
})

it('can be tested before it is stored · WEBHOOKS-001', async () => {
  const { siteId } = site.camera
  const body = { siteId, url: `${site.sink.url}/trial`, method: 'PUT', headers: { 'X-Key': 'v' } }
  expect(await call('POST', '/v1/webhook/test', body)).toMatchObject({ status: 200, body: { ok: true, status: 200 } })
  const [request] = await site.sink.received(1)
  expect(request).toMatchObject({ method: 'PUT', path: '/trial', headers: { 'x-key': 'v' } })
  expect(bodyOf(request)).toMatchObject({ type: 'test', data: { site: { id: siteId } } })
  expect(await receivers()).toEqual([])
  const inside = { siteId, url: 'http://169.254.169.254/' }
  expect(await call('POST', '/v1/webhook/test', inside)).toMatchObject({ body: { code: 'ADDRESS_REFUSED' } })
  site.sink.answer(() => ({ status: 500 }))
  expect((await call('POST', '/v1/webhook/test', body)).body).toMatchObject({ ok: false, status: 500 })
})
