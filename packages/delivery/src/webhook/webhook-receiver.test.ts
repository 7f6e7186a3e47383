import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { createGuard } from '../guard/guard.ts'
import { createMailer } from '../mail/create-mailer.ts'
import type { DeliveryDeps } from '../receiver.ts'
import { isReceiverDown } from '../result.ts'
import { startHttpSink, testAuthority, type HttpSink, type ReceivedRequest } from '../testing/http-sink.ts'
import { NOW, sampleAlarm, sampleMessage } from '../testing/sample-alarm.ts'
import { createWebhookSecret } from './signature.ts'
import type { WebhookConfig } from './webhook-config.ts'
import { webhookReceiver } from './webhook-receiver.ts'

const cleanups: (() => Promise<void>)[] = []
const secret = createWebhookSecret()

afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()))
})

async function receiver(answer: (response: ServerResponse) => void, tls = false) {
  const sink: HttpSink = await startHttpSink(answer, { tls })
  const guard = createGuard(
    { allowedNetworks: ['127.0.0.0/8'], ownAddresses: [], allowedPorts: 'any' },
    { lookup: async () => [{ address: '127.0.0.1' }], ca: await testAuthority() },
  )
  cleanups.push(
    () => guard.close(),
    () => sink.close(),
  )
  const deps: DeliveryDeps = { guard, mailer: createMailer({ from: 'a@b.example', outboxDir: '/dev/null/outbox' }) }
  const config: WebhookConfig = {
    url: `${tls ? 'https' : 'http'}://hooks.example:${sink.port}/alarms`,
    headers: { 'X-Account': '4711', authorization: 'Bearer t0ken' },
    secrets: [{ secret }],
    embedPicture: false,
    method: 'POST',
  }
  return { sink, deps, config }
}

/**
 * Verifies a request with the reference library, as its receiver would. The library uses the real clock, so the time of
 * the request is adjusted.
 */
function verify(request: ReceivedRequest | undefined, key = secret): unknown {
  if (!request) throw new Error('Nothing was received')
  const { body, headers } = request
  const signed = { id: headers['webhook-id'] ?? '', at: new Date(Number(headers['webhook-timestamp']) * 1000) }
  expect((headers['webhook-signature'] ?? '').split(' ')).toContain(new Webhook(key).sign(signed.id, signed.at, body))
  return JSON.parse(body)
}

describe('a webhook', () => {
  it('posts the alarm, signed by Standard Webhooks', async () => {
    const { sink, deps, config } = await receiver((response) => response.writeHead(204).end(), true)
    const result = await webhookReceiver.send(sampleMessage(), config, deps)
    expect(result).toMatchObject({ ok: true, status: 204 })
    expect(sink.serverNames).toEqual(['hooks.example'])
    const [request] = sink.requests
    expect(request).toMatchObject({
      method: 'POST',
      path: '/alarms',
      headers: {
        'content-type': 'application/json',
        'webhook-id': '019a9f30-0000-7000-8000-0000000000ff',
        'webhook-timestamp': '1772366405',
        'x-account': '4711',
        authorization: 'Bearer t0ken',
      },
    })
    const { id, company, project, site, view, receivedAt, deviceTime, detections, pictures, consoleUrl } = sampleAlarm()
    expect(verify(request)).toEqual({
      version: 1,
      type: 'alarm.created',
      timestamp: '2026-03-01T12:00:04.120Z',
      data: {
        id,
        verdict: 'true',
        previousVerdict: null,
        score: 0.87,
        reasons: [
          { code: 'person-moved', params: { score: 0.87 } },
          { code: 'outside-masks', params: {} },
        ],
        company,
        project,
        site,
        view,
        receivedAt,
        deviceTime,
        rules: [],
        detections,
        tracks: [],
        pictures,
        severity: 'high',
        sharedUrl: null,
        consoleUrl,
        picture: null,
        gathered: null,
        tampering: null,
        clip: null,
      },
    })
  })

  it('holds the paths of people and vehicles, and nothing else of them', async () => {
    const { sink, deps, config } = await receiver((response) => response.end())
    const box = { x: 0.1, y: 0.2, width: 0.05, height: 0.3 }
    const track = { class: 'person', seconds: 7, points: [0, 1].map((picture) => ({ picture, box })) }
    const payload = sampleAlarm({ tracks: [{ ...track, points: track.points.map((each) => ({ ...each, extra: 1 })) }] })
    await webhookReceiver.send(sampleMessage({ payload }), config, deps)
    expect(verify(sink.requests[0])).toMatchObject({ data: { tracks: [track] } })
  })

  it('is accepted by the reference library on arrival', async () => {
    const { sink, deps, config } = await receiver((response) => response.end())
    await webhookReceiver.send(sampleMessage({ now: new Date() }), config, deps)
    const [request] = sink.requests
    const payload = new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})
    expect(payload).toMatchObject({ type: 'alarm.created' })
    expect(() => new Webhook(secret).verify(`${request?.body} `, request?.headers ?? {})).toThrow(
      'No matching signature',
    )
  })

  it('keeps its id over attempts and gets a new signature each time', async () => {
    const { sink, deps, config } = await receiver((response) => response.writeHead(500).end())
    const later = new Date(NOW.getTime() + 60_000)
    await webhookReceiver.send(sampleMessage(), config, deps)
    await webhookReceiver.send(sampleMessage({ attempt: 2, now: later }), config, deps)
    const [first, second] = sink.requests
    verify(first)
    verify(second)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.headers['webhook-timestamp']).toBe('1772366465')
  })

  it('is signed with both secrets during a rotation', async () => {
    const { sink, deps, config } = await receiver((response) => response.end())
    const next = createWebhookSecret()
    const secrets = [{ secret: next }, { secret, until: '2026-03-02T00:00:00Z' }]
    await webhookReceiver.send(sampleMessage(), { ...config, secrets }, deps)
    verify(sink.requests[0], next)
    verify(sink.requests[0], secret)
    expect(sink.requests[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  })

  it('contains, if it is a correction, the verdict that was reported before', async () => {
    const { sink, deps, config } = await receiver((response) => response.end())
    const payload = sampleAlarm({ type: 'alarm.corrected', verdict: 'false', previous: { verdict: 'unverified' } })
    await webhookReceiver.send(sampleMessage({ payload }), config, deps)
    expect(verify(sink.requests[0])).toMatchObject({
      type: 'alarm.corrected',
      data: { id: payload.id, verdict: 'false', previousVerdict: 'unverified' },
    })
  })

  it('contains the annotated picture only if configured', async () => {
    const { sink, deps, config } = await receiver((response) => response.end())
    const message = sampleMessage({ picture: { jpeg: Uint8Array.of(255, 216, 255), name: 'gate.jpg' } })
    await webhookReceiver.send(message, { ...config, embedPicture: true }, deps)
    await webhookReceiver.send(message, config, deps)
    expect(verify(sink.requests[0])).toMatchObject({
      data: { picture: { contentType: 'image/jpeg', name: 'gate.jpg', base64: '/9j/' } },
    })
    expect(verify(sink.requests[1])).toMatchObject({ data: { picture: null } })
  })
})

describe('the response to a webhook', () => {
  it.each([
    [200, {}, { ok: true, status: 200 }],
    [202, {}, { ok: true, status: 202 }],
    [299, {}, { ok: true, status: 299 }],
    [301, { location: 'https://elsewhere.example/' }, { ok: false, retry: true, status: 301, code: 'redirect' }],
    [302, { location: '/login' }, { ok: false, retry: true, status: 302, code: 'redirect' }],
    [304, {}, { ok: false, retry: true, status: 304, code: 'redirect' }],
    [400, {}, { ok: false, retry: true, status: 400, code: 'rejected' }],
    [401, {}, { ok: false, retry: true, status: 401, code: 'rejected' }],
    [404, {}, { ok: false, retry: true, status: 404, code: 'rejected' }],
    [410, {}, { ok: false, retry: false, disable: true, status: 410, code: 'gone' }],
    [429, { 'retry-after': '7' }, { ok: false, retry: true, status: 429, code: 'rate-limited', retryAfterMs: 7_000 }],
    [429, {}, { ok: false, retry: true, status: 429, code: 'rate-limited' }],
    [
      503,
      { 'retry-after': 'Sun, 01 Mar 2026 12:00:35 GMT' },
      { ok: false, retry: true, status: 503, code: 'receiver-error', retryAfterMs: 30_000 },
    ],
    [500, {}, { ok: false, retry: true, status: 500, code: 'receiver-error' }],
  ])('%i %j means %j', async (status, headers, expected) => {
    const { sink, deps, config } = await receiver((response) => response.writeHead(status, headers).end())
    const { ms, ...result } = await webhookReceiver.send(sampleMessage(), config, deps)
    expect(result).toMatchObject(expected)
    expect('retryAfterMs' in result).toBe('retryAfterMs' in expected)
    expect(ms).toBeGreaterThanOrEqual(0)
    expect(sink.requests).toHaveLength(1)
  })

  it.each([200, 400, 500, 302])('with the status %i is not part of the result, nor are our secrets', async (status) => {
    const echo = (response: ServerResponse): void =>
      void response.writeHead(status, { 'x-secret': 's3cret' }).end('s3cret')
    const { deps, config } = await receiver(echo)
    const result = await webhookReceiver.send(sampleMessage(), config, deps)
    expect(JSON.stringify(result)).not.toMatch(/s3cret|t0ken|whsec|4711/)
  })

  it('counts as success although its body never ends', async () => {
    const { deps, config } = await receiver((response) => {
      const pour = (): void => {
        while (response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', pour)
      pour()
    })
    expect(await webhookReceiver.send(sampleMessage(), config, deps)).toMatchObject({ ok: true, status: 200 })
  })

  it('may be missing', async () => {
    const { sink, deps, config } = await receiver((response) => response.destroy())
    const dropped = await webhookReceiver.send(sampleMessage(), config, deps)
    expect(dropped).toMatchObject({ ok: false, retry: true, code: 'connect' })
    await sink.close()
    const refused = await webhookReceiver.send(sampleMessage(), config, deps)
    expect(refused).toMatchObject({ ok: false, retry: true, code: 'refused' })
    expect(isReceiverDown(refused)).toBe(true)
  })

  it('has a time limit of 15 seconds', async () => {
    const { deps, config } = await receiver((response) => response.end())
    const asked: (number | undefined)[] = []
    const fetch: typeof deps.guard.fetch = (url, request) => {
      asked.push(request?.timeoutMs)
      return deps.guard.fetch(url, request)
    }
    await webhookReceiver.send(sampleMessage(), config, { ...deps, guard: { ...deps.guard, fetch } })
    expect(asked).toEqual([15_000])
  })

  it('is not awaited when the program stops', async () => {
    const stop = new AbortController()
    const { deps, config } = await receiver(() => stop.abort())
    const result = await webhookReceiver.send(sampleMessage(), config, { ...deps, signal: stop.signal })
    expect(result).toMatchObject({ ok: false, retry: true, code: 'aborted' })
    expect(isReceiverDown(result)).toBe(false)
  })
})

describe('a webhook to a closed address', () => {
  it.each([
    ['https://169.254.169.254/latest/', 'blocked', false],
    ['https://10.0.0.1/', 'blocked', true],
    ['https://user:word@hooks.example/', 'config', false],
  ])('%s fails with the code %s, to be retried: %j', async (url, code, retry) => {
    const { sink, deps, config } = await receiver((response) => response.end())
    const result = await webhookReceiver.send(sampleMessage(), { ...config, url }, deps)
    expect(result).toMatchObject({ ok: false, code, retry })
    expect(sink.connections()).toBe(0)
  })
})
