import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readQuery, startDigifort } from '../testing/digifort-server.ts'
import { startHttpSink } from '../testing/http-sink.ts'
import { openDeps } from '../testing/open-deps.ts'
import { sampleAlarm, sampleMessage } from '../testing/sample-alarm.ts'
import { triggerEvent } from './command.ts'
import { parseDigifortConfig } from './digifort-config.ts'
import { digifortReceiver } from './digifort-receiver.ts'

const SETTINGS = { user: 'winnow', password: 's3cret&Event=x', event: 'Winnow & Söhne', inClear: true }
const EVENTS = ['Winnow & Söhne', 'Person', 'Gate', 'Cancel']

function configOf(settings: object) {
  const parsed = parseDigifortConfig({ ...SETTINGS, ...settings })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.config
}

async function open(options: Partial<Parameters<typeof startDigifort>[0]> = {}) {
  const server = await startDigifort({ events: EVENTS, ...options })
  onTestFinished(() => server.close())
  const url = `${options.tls ? 'https' : 'http'}://hooks.example:${server.port}`
  const deps = await openDeps()
  const send = (settings: object = {}, payload = sampleAlarm()) =>
    digifortReceiver.send(sampleMessage({ payload }), configOf({ url, ...settings }), deps)
  return { server, url, send }
}

const correction = sampleAlarm({ type: 'alarm.corrected', verdict: 'false', previous: { verdict: 'true' } })

describe('a global event', () => {
  it('is triggered with the operator’s message, by the camera’s or the object’s name', async () => {
    const { server, send } = await open({ tls: true })
    expect(await send({ message: '{{summary}} {{message.id}}', inClear: false })).toMatchObject({
      ok: true,
      status: 200,
    })
    await send({ events: [{ class: 'person', event: 'Person' }] })
    await send({ events: [{ class: 'person', event: 'Person' }], cameras: [{ camera: 'north GATE', event: 'Gate' }] })
    expect(server.triggered).toEqual([
      { event: 'Winnow & Söhne', message: `Alarm (person): North gate, Depot ${sampleMessage().id}` },
      { event: 'Person', message: 'Alarm (person): North gate, Depot https://winnow.example/p/1?sig=abc' },
      { event: 'Gate', message: 'Alarm (person): North gate, Depot https://winnow.example/p/1?sig=abc' },
    ])
  })

  it('of a correction to false has the event for it, or is not sent', async () => {
    const { server, send } = await open()
    expect(await send({ cameras: [{ camera: 'North gate', event: 'Gate' }] }, correction)).toMatchObject({
      ok: true,
      detail: expect.stringContaining('Not sent'),
    })
    expect(server.requests).toEqual([])
    await send({ cancelEvent: 'Cancel' }, correction)
    expect(server.triggered).toMatchObject([{ event: 'Cancel', message: expect.stringMatching(/^False alarm: /) }])
  })

  it('says the same to an independent reader, whatever the names', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('&Event=Cancel', '%00', '#x', '🚨|]\r\n<', '\ud800', 'ü'.repeat(4000), '?AuthPass='),
    )
    const clean = (text: string) =>
      text
        .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
        .replaceAll(/\p{Cs}/gu, '\ufffd')
        .trim()
    const config = configOf({ url: 'https://x', message: '{{camera.name}}' })
    fc.assert(
      fc.property(name, name, (camera, event) => {
        const payload = sampleAlarm({ view: { id: 'v', name: camera } })
        const address = triggerEvent(config, event.slice(0, 50), sampleMessage({ payload }))
        const read = readQuery(address)
        expect(read.get('Event')).toBe(event.slice(0, 50).toWellFormed())
        expect([read.get('AuthUser'), read.get('AuthPass')]).toEqual(['winnow', SETTINGS.password])
        // A name that is too long is cut, and no character of it.
        const said = read.get('OverrideOperatorMessage') ?? 'nothing'
        expect(clean(camera).startsWith(said)).toBe(true)
        if (encodeURIComponent(clean(camera)).length < 1_000) expect(said).toBe(clean(camera))
        expect(address.length).toBeLessThanOrEqual(2_000)
      }),
    )
  })

  it('leaves the link out where the message does not fit into the address', async () => {
    const { server, send } = await open()
    const message = '{{summary}} {{picture.url}}'
    await send({ message }, sampleAlarm({ site: { id: 's', name: 'é'.repeat(400), timezone: 'UTC' } }))
    expect(server.triggered[0]?.message).toMatch(/^Alarm \(person\): North gate, é+$/)
    expect(server.requests[0]?.path.length).toBeLessThanOrEqual(2_000)
  })
})

describe('an answer', () => {
  it.each([
    [{ password: 'wrong' }, /code 3/],
    [{ event: 'Nobody knows' }, /code 5/],
  ])(
    'with another code than 0 is misconfigured, although it is 200, and repeats nothing: %j',
    async (changes, words) => {
      const { send } = await open()
      const result = await send(changes)
      expect(result).toMatchObject({
        ok: false,
        retry: true,
        code: 'misconfigured',
        status: 200,
        detail: expect.stringMatching(words),
      })
      expect(JSON.stringify(result)).not.toMatch(/s3cret|wrong|AuthPass/)
    },
  )

  it.each([
    ['no JSON', '<html>', 'misconfigured'],
    ['another JSON', '{"Code":0}', 'misconfigured'],
    ['a code that is no number', '{"Response":{"Code":"ok"}}', 'misconfigured'],
    ['two answers', '{"Response":{"Code":0}}{"Response":{"Code":0}}', 'misconfigured'],
    ['an answer without end', `{"Response":{"Code":0,"Data":"${'x'.repeat(50_000)}`, 'misconfigured'],
  ])('of %s is not taken for a success', async (_what, body, code) => {
    const sink = await startHttpSink((response) => response.end(body))
    onTestFinished(() => sink.close())
    const config = configOf({ url: `http://hooks.example:${sink.port}/` })
    expect(await digifortReceiver.send(sampleMessage(), config, await openDeps())).toMatchObject({ ok: false, code })
  })

  it('of a server that breaks off, or is in our own network, does not contain the password', async () => {
    const sink = await startHttpSink((response) => response.destroy())
    onTestFinished(() => sink.close())
    const config = configOf({ url: `http://hooks.example:${sink.port}/` })
    for (const deps of [await openDeps(), await openDeps([])]) {
      const result = await digifortReceiver.send(sampleMessage(), config, deps)
      expect(result).toMatchObject({ ok: false })
      expect(JSON.stringify(result)).not.toMatch(/s3cret|AuthPass/)
    }
    expect(JSON.stringify(digifortReceiver.addresses(config))).not.toContain('s3cret')
  })
})

describe('the test button', () => {
  const test = sampleAlarm({ type: 'test', verdict: 'unverified', detections: [], pictures: [] })

  it('asks for a picture of the camera first, then triggers the event', async () => {
    const { server, send } = await open({ cameras: ['Door'] })
    expect(await send({ testCamera: 'Door' }, test)).toMatchObject({ ok: true })
    expect(server.requests.map(({ path }) => path.split('?')[0])).toEqual([
      '/Interface/Cameras/GetSnapshot',
      '/Interface/GlobalEvents/TriggerGlobalEvent',
    ])
    expect(server.triggered).toEqual([{ event: SETTINGS.event, message: 'Test: North gate, Depot' }])
    // An alarm asks for none.
    await send({ testCamera: 'Door' })
    expect(server.requests).toHaveLength(3)
  })

  it('says that there is no picture of the camera, and triggers nothing', async () => {
    const { server, send } = await open({ cameras: ['Door'] })
    expect(await send({ testCamera: 'Window' }, test)).toMatchObject({
      ok: false,
      code: 'misconfigured',
      detail: expect.stringMatching(/no picture of the camera.*code 7/),
    })
    expect(server.triggered).toEqual([])
  })
})

describe('settings', () => {
  it.each([
    [{ url: 'http://x:8601/', inClear: false }, 'url', 'vms.passwordInClear'],
    [{ url: 'https://x/?AuthPass=s3cret' }, 'url', 'digifort.query'],
    [{ url: 'https://x/?' }, 'url', 'digifort.query'],
    [{ url: 'https://x/', password: '' }, 'password', 'v.required'],
    [{ url: 'https://x/', event: '' }, 'event', 'v.invalid'],
    [{ url: 'https://x/', message: '{{nonsense}}' }, 'message', 'template'],
  ])('are refused without repeating them: %j', (changes, field, message) => {
    const parsed = parseDigifortConfig({ ...SETTINGS, ...changes })
    expect(parsed).toEqual({ ok: false, errors: [{ field, message }] })
  })
})
