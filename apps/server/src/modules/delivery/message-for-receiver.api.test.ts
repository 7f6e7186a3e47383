import type { AlarmLink } from '@winnow/contract'
import { startStation } from '@winnow/delivery/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, createDeliverySite, type DeliverySite, startDeliveryWorld } from './delivery.fixture.ts'

const world = await startDeliveryWorld()
const { clock, server, call } = world
let site: DeliverySite
beforeEach(async () => {
  site = await createDeliverySite(world)
})
afterEach(() => site.close())
afterAll(() => server.close())

/** Opens a link as somebody without a login does. */
async function visit(link: string | null): Promise<number> {
  const token = link?.split('/shared#')[1] ?? 'none'
  const reply = await server.app.inject({ method: 'POST', url: '/api/v1/shared/alarm', payload: { token } })
  return reply.statusCode
}

const linksOf = async (alarm: string): Promise<AlarmLink[]> => (await call('GET', `/v1/alarm/${alarm}/links`)).body.rows
const settings = (changes: object = {}) => ({ url: `${site.sink.url}/alarms`, sharedLink: true, ...changes })

/** Sends an alarm to a webhook that shares alarms. */
async function send() {
  const { id } = await site.createReceiver('webhook', 'Police', settings())
  const alarm = await site.decided('true')
  const dispatcher = site.runDispatcher()
  await site.settled(id, 'the alarm', ([row]) => row?.state === 'sent')
  const link: string | null = bodyOf(site.sink.requests.at(-1)).data.sharedUrl
  return { id, alarm, dispatcher, link }
}

describe('a receiver that shares alarms', () => {
  it('gets a link that shows the alarm without a login, which is listed at the alarm and not shown to who reads the tries', async () => {
    const { id, alarm, link } = await send()
    expect(link).toMatch(/^https?:\/\/[^#]+\/shared#[\w.-]{90,}$/)
    expect(await visit(link)).toBe(200)
    expect(await linksOf(alarm)).toMatchObject([
      { createdBy: 'Police', isOfReceiver: true, state: 'active', openCount: 1 },
    ])
    const [row] = await site.deliveries(id)
    const [tried] = (await call('GET', `/v1/delivery/${row?.id}/tries`)).body
    expect(tried.sent).toContain('/shared#•••')
    expect(server.logLines.join('\n')).not.toContain(link?.split('#')[1])
  })

  it('gets the same link at each attempt, which works for seven days', async () => {
    site.sink.answer((_request, index) => ({ status: index === 0 ? 503 : 200, body: '' }))
    const { id } = await site.createReceiver('webhook', 'Police', settings())
    const alarm = await site.decided('true')
    const dispatcher = site.runDispatcher()
    await site.settled(id, 'the failure', ([row]) => row?.attempts === 1)
    clock.advance(60_000)
    dispatcher.wake()
    await site.settled(id, 'the second attempt', ([row]) => row?.state === 'sent')
    const [first, second] = site.sink.requests.map((request) => bodyOf(request).data.sharedUrl)
    expect(second).toBe(first)
    const [link, ...more] = await linksOf(alarm)
    expect(more).toEqual([])
    const days = (Date.parse(link?.expiresAt ?? '') - clock.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThanOrEqual(7)
    expect(days).toBeLessThanOrEqual(8)
  })

  it('closes its links when it shares no more or is removed, and opens them again when it shares anew', async () => {
    const { id, link } = await send()
    const change = (config: object) => call('PUT', `/v1/receiver/${id}`, { kind: 'webhook', config })
    expect((await change(settings({ sharedLink: false }))).status).toBe(200)
    expect(await visit(link)).toBe(404)
    expect((await change(settings())).status).toBe(200)
    expect(await visit(link)).toBe(200)
    await call('PUT', `/v1/receiver/${id}`, { kind: 'webhook', active: false })
    expect(await visit(link)).toBe(200)
    expect((await call('DELETE', `/v1/receiver/${id}`)).status).toBe(200)
    expect(await visit(link)).toBe(404)
  })

  it('cannot open what was revoked by sending it again', async () => {
    const { id, alarm, link, dispatcher } = await send()
    const [listed] = await linksOf(alarm)
    expect((await call('DELETE', `/v1/alarm/${alarm}/links/${listed?.id}`)).status).toBe(200)
    const [row] = await site.deliveries(id)
    await call('POST', `/v1/delivery/${row?.id}/resend`)
    dispatcher.wake()
    await site.settled(id, 'the resend', ([again]) => again?.state === 'sent' && again.attempts > 0)
    expect(bodyOf(site.sink.requests.at(-1)).data.sharedUrl).toBe(link)
    expect(await visit(link)).toBe(404)
    expect(await linksOf(alarm)).toMatchObject([{ state: 'revoked' }])
  })

  it('gets none where it does not ask, nor in a test', async () => {
    const { id } = await site.createReceiver('webhook', 'Hook', settings({ sharedLink: false }))
    const alarm = await site.decided('true')
    site.runDispatcher()
    await site.settled(id, 'the alarm', ([row]) => row?.state === 'sent')
    expect(bodyOf(site.sink.requests.at(-1)).data.sharedUrl).toBeNull()
    expect(await linksOf(alarm)).toEqual([])
    const { id: sharing } = await site.createReceiver('webhook', 'Police', settings())
    expect((await call('POST', `/v1/receiver/${sharing}/test`)).body).toMatchObject({ ok: true })
    expect(bodyOf(site.sink.requests.at(-1)).data).toMatchObject({ sharedUrl: null })
  })

  it('may be a station that fetches its messages', async () => {
    const { id } = await site.createReceiver('product-api', 'Station', { heartbeatSeconds: 0, sharedLink: true })
    await site.decided('true')
    const { body } = await call('GET', `/v1/receiver/${id}/messages`)
    expect(await visit(body.messages[0].data.sharedUrl)).toBe(200)
  })

  it('may be a monitoring station: a person reaches it as BV with a link that opens', async () => {
    const station = await startStation({})
    const config = { host: '127.0.0.1', port: station.port, account: '1234', encryption: 'none', heartbeatSeconds: 0 }
    const { id } = await site.createReceiver('sia-dc09', 'Station', { ...config, sharedLink: true })
    await site.decided('true')
    site.runDispatcher()
    await site.settled(id, 'the alarm', ([row]) => row?.state === 'sent')
    const [message] = station.messages
    await station.close()
    expect(message?.data).toContain('/BV')
    const link = message?.extended.find((field) => field.startsWith('V'))
    expect(await visit(link?.slice(1) ?? null)).toBe(200)
  })
})

describe('a receiver that says how urgent things are', () => {
  const severities = [
    { of: 'unverified', severity: 'critical' },
    { of: 'idle', severity: 'low' },
  ]

  it('gets messages with its severity, and with the usual one where it says nothing', async () => {
    const { id } = await site.createReceiver('webhook', 'Hook', settings({ severities }))
    site.runDispatcher()
    await site.decided('deadline')
    await site.decided('true')
    await site.settled(id, 'the alarms', (rows) => rows.length === 2 && rows.every(({ state }) => state === 'sent'))
    const said = site.sink.requests.map((request) => bodyOf(request).data)
    expect(Object.fromEntries(said.map(({ verdict, severity }) => [verdict, severity]))).toEqual({
      true: 'high',
      unverified: 'critical',
    })
  })

  it('sees it in the preview of its template', async () => {
    const alarmId = await site.decided('deadline')
    const body = { format: 'json', template: '{"urgent": "{{severity}}"}', alarmId }
    const preview = (more: object) =>
      call('POST', `/v1/site/${site.camera.siteId}/receivers/preview`, { ...body, ...more })
    expect((await preview({ severities })).body).toMatchObject({ text: '{"urgent": "critical"}', problems: [] })
    expect((await preview({})).body).toMatchObject({ text: '{"urgent": "medium"}' })
  })

  it.each([{ of: 'person', severity: 'urgent' }, { of: '', severity: 'low' }, { of: 'person' }])(
    'is refused a line such as %o, and nothing is stored',
    async (line) => {
      const url = `/v1/site/${site.camera.siteId}/receivers`
      const config = settings({ severities: [line] })
      expect((await call('POST', url, { kind: 'webhook', name: 'Hook', config })).status).toBe(400)
      expect((await call('GET', url)).body).toEqual([])
    },
  )
})
