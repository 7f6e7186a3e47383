import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startHttpSink } from '../testing/http-sink.ts'
import { openDeps } from '../testing/open-deps.ts'
import { sampleAlarm, sampleMessage } from '../testing/sample-alarm.ts'
import { createWebhookSecret } from './signature.ts'
import { parseWebhookConfig } from './webhook-config.ts'
import { webhookReceiver } from './webhook-receiver.ts'

const secrets = [{ secret: createWebhookSecret() }]

async function station(settings: object, answer: (response: ServerResponse) => void = (response) => response.end()) {
  const sink = await startHttpSink(answer)
  onTestFinished(() => sink.close())
  const parsed = parseWebhookConfig({ url: `http://station.example:${sink.port}/in`, secrets, ...settings })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  const { config } = parsed
  const deps = await openDeps()
  return { sink, config, send: (changes = {}) => webhookReceiver.send(sampleMessage(changes), config, deps) }
}

const answering = (status: number) => (response: ServerResponse) => response.writeHead(status).end()

describe('a webhook in a station’s form', () => {
  it('sends SureView the alarm of the camera’s account, by POST with its header', async () => {
    const { sink, send } = await station({
      format: 'sureview',
      account: 'root',
      cameras: [{ camera: 'north gate', account: '9z5138b9ak', zone: '7' }],
      codes: [{ class: 'person', code: 'PA' }],
      headers: { Authorization: 'a2V5', 'X-Camera': '{{camera.name}}' },
    })
    const named = { id: 'v', name: 'North gate' }
    expect(await send({ payload: sampleAlarm({ view: named }) })).toMatchObject({ ok: true, status: 200 })
    const [request] = sink.requests
    expect(JSON.parse(request?.body ?? '')).toEqual({
      systemIdentifier: '9z5138b9ak',
      text: 'Alarm (person): North gate, Depot',
      responseCode: '7',
      eventCode: 'PA',
    })
    expect(request?.headers).toMatchObject({ authorization: 'a2V5', 'content-type': 'application/json' })
    expect(request?.headers['webhook-id']).toBe(sampleMessage().id)
  })

  it.each([
    [sampleAlarm({ verdict: 'unverified' }), 'BA', 'Not verified: North gate, Depot', false],
    [sampleAlarm({ type: 'alarm.corrected', verdict: 'false' }), 'BC', 'False alarm: North gate, Depot', false],
    [sampleAlarm({ type: 'test', verdict: 'unverified' }), 'RP', 'Test: North gate, Depot', true],
  ])('tells evalink what happened: %#', async (payload, alarmCode, alarmMsg, testMessage) => {
    const { sink, send } = await station({ format: 'evalink', account: 'D1' })
    await send({ payload })
    expect(JSON.parse(sink.requests[0]?.body ?? '')).toMatchObject({
      deviceId: 'D1',
      alarmCode,
      alarmMsg,
      testMessage,
      timestamp: Date.parse(payload.receivedAt),
    })
  })

  it.each([
    [406, { ok: true, status: 406 }],
    [400, { ok: false, retry: false, code: 'rejected', status: 400 }],
    [503, { ok: false, retry: true, code: 'receiver-error', status: 503 }],
  ])('knows what evalink means by %i', async (status, result) => {
    const { send } = await station({ format: 'evalink' }, answering(status))
    expect(await send()).toMatchObject(result)
  })

  it('takes 406 of any other station for a refusal', async () => {
    const { send } = await station({ format: 'sureview' }, answering(406))
    expect(await send()).toMatchObject({ ok: false, retry: true, code: 'rejected' })
  })

  it('writes XML, and the picture into the message where the template has it', async () => {
    const template = '<a><n>{{camera.name}}</n><p>{{picture.base64}}</p></a>'
    const { sink, send, config } = await station({ format: 'xml', template })
    expect(webhookReceiver.wantsPicture(config)).toBe(true)
    const jpeg = Buffer.from([0xff, 0xd8, 1])
    const payload = sampleAlarm({ view: { id: 'v', name: '</n><n>&' } })
    await send({ payload, picture: { jpeg, name: 'x.jpg' } })
    expect(sink.requests[0]).toMatchObject({
      body: `<a><n>&lt;/n&gt;&lt;n&gt;&amp;</n><p>${jpeg.toString('base64')}</p></a>`,
      headers: { 'content-type': 'application/xml' },
    })
  })

  it('adds no line to the headers, whatever a name contains', async () => {
    const { sink, send } = await station({ format: 'json', headers: { 'X-Camera': '{{camera.name}}' } })
    for (const name of ['x\r\nX-Evil: 1', '🚨 Über', 'é'.repeat(4000)])
      expect(await send({ payload: sampleAlarm({ view: { id: 'v', name } }) })).toMatchObject({ ok: true })
    expect(sink.requests.map(({ headers }) => headers['x-camera'])).toEqual(['x X-Evil: 1', '? Uber', 'e'.repeat(1000)])
    expect(sink.requests.some(({ headers }) => 'x-evil' in headers)).toBe(false)
  })

  it.each([
    [{ format: 'json', template: '{"a": {{nonsense}}}' }, 'template', 'template'],
    [{ format: 'json', headers: { 'X-A': '{{nonsense}}' } }, 'headers.X-A', 'template.header'],
    [{ format: 'json', account: 'a b' }, 'account', 'v.invalid'],
    [{ format: 'pigeon' }, 'format', 'v.invalid'],
  ])('is refused with settings that cannot be sent: %j', (settings, field, message) => {
    const config = { url: 'https://station.example/', secrets, ...settings }
    expect(parseWebhookConfig(config)).toEqual({ ok: false, errors: [{ field, message }] })
  })
})
