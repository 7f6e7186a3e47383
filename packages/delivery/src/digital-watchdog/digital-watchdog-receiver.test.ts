import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startHttpSink } from '../testing/http-sink.ts'
import { startNx } from '../testing/nx-server.ts'
import { openDeps } from '../testing/open-deps.ts'
import { sampleAlarm, sampleMessage } from '../testing/sample-alarm.ts'
import { bookmarkOf, genericEvent, oldEventAddress } from './content.ts'
import { parseDigitalWatchdogConfig } from './digital-watchdog-config.ts'
import { digitalWatchdogReceiver } from './digital-watchdog-receiver.ts'

const DEVICE = '19f94d50-ff44-4f69-8deb-f5a3a5a2c1e7'
const SETTINGS = { user: 'winnow', password: 's3cret', event: 'Intruder' }
const CAMERAS = [{ camera: 'north gate', device: `{${DEVICE}}` }]

function configOf(settings: object) {
  const parsed = parseDigitalWatchdogConfig({ ...SETTINGS, ...settings })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.config
}

async function open(options: Parameters<typeof startNx>[0] = {}) {
  const server = await startNx({ devices: [DEVICE], ...options })
  onTestFinished(() => server.close())
  const deps = await openDeps()
  const url = `https://hooks.example:${server.port}/`
  const send = (settings: object = {}, message = sampleMessage()) =>
    digitalWatchdogReceiver.send(message, configOf({ url, ...settings }), deps)
  return { server, send }
}

const correction = sampleAlarm({ type: 'alarm.corrected', verdict: 'false', previous: { verdict: 'true' } })

describe('a generic event', () => {
  it('names the camera by its id there, and bookmarks the time of the pictures', async () => {
    const { server, send } = await open()
    const message = '{{summary}} {{message.id}}'
    const settings = { cameras: CAMERAS, bookmark: true, message, events: [{ class: 'person', event: 'Person' }] }
    expect(await send(settings)).toMatchObject({ ok: true, status: 200 })
    expect(server.events).toEqual([
      {
        timestamp: String(Date.parse('2026-03-01T12:00:00Z')),
        state: 'instant',
        source: 'Winnow',
        caption: 'Person',
        description: `Alarm (person): North gate, Depot ${sampleMessage().id}`,
        deviceIds: [DEVICE],
      },
    ])
    expect(server.bookmarks).toEqual([
      {
        device: DEVICE,
        body: {
          name: 'Alarm (person): North gate, Depot',
          startTimeMs: Date.parse('2026-03-01T11:59:55Z'),
          durationMs: 10_000,
          description: 'https://winnow.example/p/1?sig=abc',
          tags: ['winnow', sampleAlarm().id],
        },
      },
    ])
  })

  it('of a camera that the table does not name goes without it, and without a bookmark', async () => {
    const { server, send } = await open()
    expect(await send({ bookmark: true })).toMatchObject({ ok: true })
    expect(server.events).toMatchObject([{ deviceIds: [], caption: 'Intruder' }])
    expect(server.bookmarks).toEqual([])
  })

  it('that was taken is not sent again because its bookmark failed', async () => {
    const { server, send } = await open({ bookmarkStatus: (index) => (index === 0 ? 403 : undefined) })
    const settings = { cameras: CAMERAS, bookmark: true }
    const first = await send(settings)
    expect(first).toMatchObject({
      ok: false,
      retry: true,
      code: 'misconfigured',
      served: ['event'],
      detail: expect.stringContaining('its bookmark was not'),
    })
    const served = first.ok ? [] : (first.served ?? [])
    expect(await send(settings, sampleMessage({ attempt: 2, served }))).toMatchObject({ ok: true })
    expect([server.events.length, server.bookmarks.length]).toEqual([1, 1])
  })

  it('of a correction to false has the caption for it, or is not sent; a test has no bookmark', async () => {
    const { server, send } = await open()
    expect(await send({}, sampleMessage({ payload: correction }))).toMatchObject({
      ok: true,
      detail: expect.stringContaining('Not sent'),
    })
    expect(server.requests).toEqual([])
    const settings = { cameras: CAMERAS, bookmark: true, cancelEvent: 'Cancel' }
    await send(settings, sampleMessage({ payload: correction }))
    await send(settings, sampleMessage({ payload: sampleAlarm({ type: 'test' }) }))
    expect(server.events).toMatchObject([{ caption: 'Cancel' }, { caption: 'Intruder' }])
    expect(server.bookmarks).toEqual([])
  })

  it('goes by the old API where the server has no other', async () => {
    const { server, send } = await open({ isOld: true })
    expect(await send({ cameras: CAMERAS, bookmark: true })).toMatchObject({
      ok: true,
      status: 200,
      detail: expect.stringContaining('no bookmarks'),
    })
    expect(server.oldEvents).toEqual([
      {
        source: 'Winnow',
        caption: 'Intruder',
        description: 'Alarm (person): North gate, Depot https://winnow.example/p/1?sig=abc',
        metadata: JSON.stringify({ cameraRefs: [DEVICE] }),
        state: 'instant',
      },
    ])
    expect(await send({ password: 'wrong' })).toMatchObject({ ok: false, code: 'misconfigured', status: 401 })
  })

  it('says the same to independent readers, whatever the names', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('&state=stopped', '"}', '🚨|]\r\n<', '\ud800', 'ü'.repeat(4000), '%00#?'),
    )
    const clean = (text: string) =>
      text
        .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
        .replaceAll(/\p{Cs}/gu, '\ufffd')
        .trim()
    fc.assert(
      fc.property(name, name, (camera, caption) => {
        const config = configOf({
          url: 'https://x',
          message: '{{camera.name}}',
          cameras: [{ camera: 'v', device: DEVICE }],
        })
        const payload = sampleAlarm({ view: { id: 'v', name: camera } })
        const event = genericEvent(sampleMessage({ payload }), config, caption.slice(0, 40))
        const read = JSON.parse(new TextDecoder('utf8', { fatal: true }).decode(Buffer.from(JSON.stringify(event))))
        expect(read).toMatchObject({
          caption: caption.slice(0, 40).toWellFormed(),
          state: 'instant',
          deviceIds: [DEVICE],
        })
        if (camera.length <= 1000) expect(read.description).toBe(clean(camera))
        const address = oldEventAddress('https://x', event)
        expect(address.length).toBeLessThanOrEqual(2_000)
        const query = new URLSearchParams(address.slice(address.indexOf('?')))
        expect([...query.keys()]).toEqual(['source', 'caption', 'description', 'metadata', 'state'])
        expect(query.get('caption')).toBe(caption.slice(0, 40).toWellFormed())
        expect(['', event.description]).toContain(query.get('description'))
        expect(bookmarkOf(payload).name).not.toMatch(/[\r\n]/)
      }),
    )
  })
})

describe('a bookmark', () => {
  it('covers all pictures, at most ten minutes', () => {
    const taken = (...times: (string | null)[]) =>
      sampleAlarm({ pictures: times.map((takenAt) => ({ url: 'https://x', takenAt, width: 1, height: 1 })) })
    const [at, later] = ['2026-03-01T12:00:00Z', '2026-03-01T12:00:08Z']
    expect(bookmarkOf(taken(later, null, at))).toMatchObject({
      startTimeMs: Date.parse(at) - 5_000,
      durationMs: 18_000,
    })
    expect(bookmarkOf(taken(at, '2026-03-02T12:00:00Z'))).toMatchObject({ durationMs: 600_000 })
    expect(bookmarkOf(taken())).toMatchObject({ startTimeMs: Date.parse(at) - 5_000, durationMs: 10_000 })
  })
})

describe('an answer', () => {
  it('that refuses the login says so, and repeats no secret', async () => {
    const { send } = await open()
    const result = await send({ password: 'wr0ng' })
    expect(result).toMatchObject({
      ok: false,
      retry: true,
      code: 'misconfigured',
      detail: 'The server refused the login (401). Check user and password.',
    })
    expect(JSON.stringify(result)).not.toMatch(/wr0ng|s3cret/)
  })

  it.each([
    ['without a token', '{}', 'misconfigured'],
    ['with a token that would add a header', '{"token":"a\\r\\nX-Evil: 1"}', 'misconfigured'],
    ['that never ends', `{"token":"${'x'.repeat(50_000)}`, 'misconfigured'],
  ])('%s is no login', async (_what, body, code) => {
    const sink = await startHttpSink((response) => response.end(body), { tls: true })
    onTestFinished(() => sink.close())
    const config = configOf({ url: `https://hooks.example:${sink.port}` })
    expect(await digitalWatchdogReceiver.send(sampleMessage(), config, await openDeps())).toMatchObject({
      ok: false,
      code,
    })
    expect(sink.requests).toHaveLength(1)
  })

  it('of our own network is not asked for', async () => {
    const config = configOf({ url: 'https://hooks.example:7001' })
    expect(await digitalWatchdogReceiver.send(sampleMessage(), config, await openDeps([]))).toMatchObject({
      ok: false,
      code: 'blocked',
    })
  })
})

describe('settings', () => {
  it.each([
    [{ url: 'http://x:7001' }, 'url', 'vms.passwordInClear'],
    [{ url: 'https://x/?auth=s3cret' }, 'url', 'digifort.query'],
    [{ url: 'https://x', password: '' }, 'password', 'v.required'],
    [{ url: 'https://x', message: '{{nonsense}}' }, 'message', 'template'],
    [{ url: 'https://x', cameras: [{ camera: 'a', device: '../../users' }] }, 'cameras.0.device', 'v.invalid'],
  ])('are refused without repeating them: %j', (changes, field, message) => {
    expect(parseDigitalWatchdogConfig({ ...SETTINGS, ...changes })).toEqual({ ok: false, errors: [{ field, message }] })
  })
})
