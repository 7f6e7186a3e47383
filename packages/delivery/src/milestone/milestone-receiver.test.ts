import * as fc from 'fast-check'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { portOf, startHttpSink } from '../testing/http-sink.ts'
import { readAnalyticsEvent } from '../testing/milestone-reader.ts'
import { startMilestone } from '../testing/milestone-server.ts'
import { openDeps } from '../testing/open-deps.ts'
import { sampleAlarm, sampleMessage } from '../testing/sample-alarm.ts'
import { analyticsEventXml } from './analytics-event.ts'
import { parseMilestoneConfig } from './milestone-config.ts'
import { milestoneReceiver } from './milestone-receiver.ts'

const EVENT_ID = '4318a6a4-b6d6-4cf3-a1b1-4d7c0a3b5e11'
const FINGERPRINT = '7F:5D:41:13:B3:A7:1B:57:BD:CA:7D:13:B7:92:44:F0:C6:11:E7:9E:1B:0A:81:07:74:5A:64:CB:9E:E9:51:97'

function configOf(settings: object) {
  const parsed = parseMilestoneConfig(settings)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.config
}

const correction = sampleAlarm({ type: 'alarm.corrected', verdict: 'false', previous: { verdict: 'true' } })

async function open(options: Parameters<typeof startMilestone>[0]) {
  const server = await startMilestone(options)
  onTestFinished(() => server.close())
  const url = `${options.tls ? 'https' : 'http'}://hooks.example:${server.port}/`
  const deps = await openDeps()
  const send = (settings: object, message = sampleMessage()) =>
    milestoneReceiver.send(message, configOf({ url, event: 'Person', ...settings }), deps)
  return { server, send }
}

describe('an analytics event', () => {
  it('has the name by the object, the camera’s id, a rectangle per detection, the picture and our id at every attempt', async () => {
    const { server, send } = await open({ known: ['Intruder'] })
    const jpeg = Buffer.from([0xff, 0xd8, 1, 2])
    const settings = {
      events: [{ class: 'PERSON', event: 'Intruder' }],
      cameras: [{ camera: 'north gate', source: '{068680AB-5350-4AC7-A47E-652300B16252}' }],
      picture: true,
    }
    const message = sampleMessage({ picture: { jpeg, name: 'x.jpg' } })
    for (const attempt of [1, 2])
      expect(await send(settings, { ...message, attempt })).toMatchObject({ ok: true, status: 200 })
    const [first, second] = server.events
    expect(first).toEqual({
      id: message.id,
      time: '2026-03-01T12:00:00.000Z',
      message: 'Intruder',
      source: 'North gate',
      camera: '068680AB-5350-4AC7-A47E-652300B16252',
      description: 'Alarm (person): North gate, Depot https://winnow.example/p/1?sig=abc',
      location: 'Depot',
      objects: [
        {
          value: 'person',
          points: [
            [0.1, 0.2],
            [0.15, 0.2],
            [0.15, 0.5],
            [0.1, 0.5],
            [0.1, 0.2],
          ],
        },
        {
          value: 'vehicle',
          points: [
            [0.5, 0.5],
            [0.7, 0.5],
            [0.7, 0.7],
            [0.5, 0.7],
            [0.5, 0.5],
          ],
        },
      ],
      image: jpeg.toString('base64'),
    })
    expect(second).toEqual(first)
  })

  it('that XProtect does not know is misconfigured although it answers 200, for the test button too', async () => {
    const { send } = await open({ known: ['Other'] })
    for (const payload of [sampleAlarm(), sampleAlarm({ type: 'test' })])
      expect(await send({}, sampleMessage({ payload }))).toMatchObject({
        ok: false,
        retry: true,
        code: 'misconfigured',
        status: 200,
        detail: expect.stringContaining('no analytics event of this name'),
      })
  })

  it('of a correction to false has the event for it, or is not sent', async () => {
    const { server, send } = await open({ known: ['Person', 'Cancel'] })
    const message = sampleMessage({ payload: correction })
    expect(await send({}, message)).toMatchObject({ ok: true, detail: expect.stringContaining('Not sent') })
    expect(server.requests).toEqual([])
    expect(await send({ cancelEvent: 'Cancel' }, message)).toMatchObject({ ok: true })
    expect(server.events).toMatchObject([{ message: 'Cancel', description: expect.stringMatching(/^False alarm: /) }])
  })

  it('says the same facts to an independent reader, whatever the names', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('</Name></Source><Message>x', ']]>', '&#0;&amp;', '🚨|]\r\n', 'ü'.repeat(4000), '<!--'),
    )
    const clean = (text: string) =>
      Array.from(
        text
          .replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]+/gu, ' ')
          .replaceAll(/ {2,}/g, ' ')
          .trim(),
      ).slice(0, 250)
    const number = fc.double({ min: -1, max: 2, noNaN: true })
    fc.assert(
      fc.property(
        name,
        name,
        name,
        fc.tuple(number, number, number, number),
        (camera, site, event, [x, y, width, height]) => {
          const [detection] = sampleAlarm().detections
          if (!detection) throw new Error('no detection')
          const alarm = sampleAlarm({
            view: { id: 'v', name: camera },
            site: { id: 's', name: site, timezone: 'UTC' },
            detections: [{ ...detection, class: camera, box: { x, y, width, height } }],
          })
          const read = readAnalyticsEvent(analyticsEventXml(alarm, { id: sampleMessage().id, event, cameras: [] }))
          expect(read).toMatchObject({
            id: sampleMessage().id,
            message: clean(event).join(''),
            location: clean(site).join(''),
          })
          if (read.camera === undefined) expect(read.source).toBe(clean(camera).join(''))
          expect(read.objects).toHaveLength(1)
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('an answer', () => {
  it.each([
    ['that never ends', (response: { write(text: string): unknown }) => response.write('x'.repeat(100_000)), true],
    ['that is empty', (response: { end(): unknown }) => response.end(), true],
  ])('%s is read up to a bound', async (_what, answer, ok) => {
    const sink = await startHttpSink((response) => answer(response))
    onTestFinished(() => sink.close())
    const config = configOf({ url: `http://hooks.example:${sink.port}/`, event: 'Person' })
    expect(await milestoneReceiver.send(sampleMessage(), config, await openDeps())).toMatchObject({ ok })
  })

  it.each([
    [403, 'misconfigured'],
    [500, 'receiver-error'],
    [302, 'redirect'],
    [429, 'rate-limited'],
  ])('%i is %s, and nothing of its text is repeated', async (status, code) => {
    const sink = await startHttpSink((response) => response.writeHead(status).end('s3cret words'))
    onTestFinished(() => sink.close())
    const config = configOf({ url: `http://hooks.example:${sink.port}/`, event: 'Person' })
    const result = await milestoneReceiver.send(sampleMessage(), config, await openDeps())
    expect(result).toMatchObject({ ok: false, retry: true, code, status })
    expect(JSON.stringify(result)).not.toContain('s3cret')
  })
})

describe('a user-defined event by REST', () => {
  const settings = { way: 'rest', event: EVENT_ID, user: 'winnow', password: 'p&ss= word' }

  it('logs in and is taken by 202, with a certificate of no authority where its fingerprint is known', async () => {
    const { server, send } = await open({ known: [EVENT_ID], tls: true })
    expect(await send(settings)).toMatchObject({ ok: true, status: 202 })
    expect(await send({ ...settings, fingerprint: FINGERPRINT.toLowerCase() })).toMatchObject({ ok: true })
    expect(server.triggered).toEqual([EVENT_ID, EVENT_ID])
    const seen = server.requests.length
    const wrong = await send({ ...settings, fingerprint: FINGERPRINT.replace('7F', '80') })
    expect(wrong).toMatchObject({
      ok: false,
      retry: true,
      code: 'tls',
      detail: expect.stringContaining('enter the new fingerprint'),
    })
    expect(server.requests).toHaveLength(seen)
  })

  it.each([
    [{ password: 'wrong' }, /refused the login/],
    [{ event: EVENT_ID.replace('4', '5') }, /refused the call \(400\)/],
  ])('that is refused says what to check: %j', async (changes, words) => {
    const { server, send } = await open({ known: [EVENT_ID], tls: true })
    const result = await send({ ...settings, ...changes })
    expect(result).toMatchObject({
      ok: false,
      retry: true,
      code: 'misconfigured',
      detail: expect.stringMatching(words),
    })
    expect(server.triggered).toEqual([])
    expect(JSON.stringify(result)).not.toMatch(/p&ss|t0ken|wrong/)
  })
})

describe('a generic event', () => {
  async function listen(take: (socket: Socket) => void) {
    const server = createServer({ allowHalfOpen: true }, take)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
    return { way: 'generic', host: 'event.example', port: portOf(server) }
  }

  it('is one line of text with the values of the alarm', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const settings = await listen((socket) => {
      const chunks: Buffer[] = []
      socket.on('data', (chunk) => chunks.push(chunk))
      socket.on('end', () => {
        resolve(Buffer.concat(chunks).toString())
        socket.end('echo')
      })
    })
    const config = configOf({ ...settings, event: 'WINNOW {{code}} {{camera.name}} {{message.id}}' })
    const payload = sampleAlarm({ view: { id: 'v', name: 'Gate\r\nWINNOW BV Vault' } })
    expect(await milestoneReceiver.send(sampleMessage({ payload }), config, await openDeps())).toMatchObject({
      ok: true,
    })
    expect(await promise).toBe(`WINNOW BV Gate WINNOW BV Vault ${sampleMessage().id}`)
  })

  it('is delivered where the event server keeps the connection open', async () => {
    const sockets = new Set<Socket>()
    const settings = await listen((socket) => void sockets.add(socket.resume()))
    const config = configOf({ ...settings, event: 'x' })
    const result = await milestoneReceiver.send(sampleMessage(), config, await openDeps())
    for (const socket of sockets) socket.destroy()
    expect(result).toMatchObject({ ok: true })
    expect(result.ms).toBeLessThan(5_000)
  })

  it('that is answered without end, or cut off, ends in time', async () => {
    const endless = await listen((socket) => {
      socket.on('error', () => undefined)
      const pour = (): void => void (socket.writable && socket.write('x'.repeat(65_536), pour))
      pour()
    })
    const controller = new AbortController()
    const sent = milestoneReceiver.send(sampleMessage(), configOf({ ...endless, event: 'x' }), {
      ...(await openDeps()),
      signal: controller.signal,
    })
    setTimeout(() => controller.abort(), 50)
    expect(await sent).toMatchObject({ ok: false, code: 'aborted' })
    const cut = await listen((socket) => socket.resetAndDestroy())
    expect(
      await milestoneReceiver.send(sampleMessage(), configOf({ ...cut, event: 'x' }), await openDeps()),
    ).toMatchObject({
      ok: false,
      retry: true,
      code: 'connect',
    })
  })
})

describe('settings', () => {
  it.each([
    [{ url: 'ftp://x', event: 'a' }, 'url'],
    [{ way: 'rest', url: 'http://x/', user: 'u', password: 'p', event: EVENT_ID }, 'url'],
    [{ way: 'rest', url: 'https://x/', user: 'u', event: EVENT_ID }, 'password'],
    [{ way: 'rest', url: 'https://x/', user: 'u', password: 'p', event: 'Person' }, 'event'],
    [{ way: 'generic', host: 'http://x', event: 'a' }, 'host'],
    [{ way: 'generic', host: 'x', event: '{{nonsense}}' }, 'event'],
    [{ url: 'http://x/', event: 'a', fingerprint: 'zz' }, 'fingerprint'],
    [{ url: 'http://x/', event: '' }, 'event'],
  ])('are refused: %j', (settings, field) => {
    expect(parseMilestoneConfig(settings)).toMatchObject({ ok: false, errors: [{ field }] })
  })

  it('name the server for the guard, which is never in our own network', async () => {
    const config = configOf({ url: 'http://hooks.example:9090/', event: 'a' })
    expect(milestoneReceiver.addresses(config)).toEqual([{ field: 'url', url: 'http://hooks.example:9090/' }])
    expect(milestoneReceiver.addresses(configOf({ way: 'generic', host: 'x', event: 'a' }))).toEqual([
      { field: 'host', host: 'x', port: 1234 },
    ])
    expect(await milestoneReceiver.send(sampleMessage(), config, await openDeps([]))).toMatchObject({
      ok: false,
      code: 'blocked',
    })
  })
})
