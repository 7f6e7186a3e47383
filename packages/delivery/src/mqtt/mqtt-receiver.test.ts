import net from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGuard } from '../guard/guard.ts'
import { createKeptConnections } from '../kept-connections.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { portOf, testAuthority } from '../testing/http-sink.ts'
import { startMqttBroker } from '../testing/mqtt-broker.ts'
import { NOW, sampleAlarm, sampleMessage } from '../testing/sample-alarm.ts'
import { parseMqttConfig } from './mqtt-config.ts'
import { mqttReceiver } from './mqtt-receiver.ts'
import { isTopic, topicOf } from './topic.ts'

const SETTINGS = {
  host: 'mail.example',
  port: 8883,
  security: 'none',
  version: '3.1.1',
  topic: 'winnow/{siteName}/{cameraName}',
  statusTopic: 'winnow/status',
}

function configOf(changes: object = {}) {
  const parsed = parseMqttConfig({ ...SETTINGS, ...changes })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.config
}

function openDeps(allowedNetworks = ['127.0.0.0/8']) {
  const guard = createGuard(
    { allowedNetworks, ownAddresses: [], allowedPorts: 'any' },
    { lookup: async () => [{ address: '127.0.0.1' }] },
  )
  const connections = createKeptConnections()
  onTestFinished(async () => {
    await connections.close()
    await guard.close()
  })
  const deps = { guard, mailer: createMailer({ from: 'a@b.example', outboxDir: '/dev/null/outbox' }) }
  return { ...deps, kept: { receiverId: 'r1', connections } }
}

async function openBroker(options: Parameters<typeof startMqttBroker>[0] = {}) {
  const broker = await startMqttBroker(options)
  onTestFinished(() => broker.close())
  return broker
}

const beat = (config: ReturnType<typeof configOf>, deps: ReturnType<typeof openDeps>) => {
  if (!mqttReceiver.heartbeat) throw new Error('no heartbeat')
  return mqttReceiver.heartbeat({}, config, { ...deps, now: NOW })
}

describe('a session', () => {
  it('is kept: messages go with QoS 1 and their id, states stay', async () => {
    const broker = await openBroker()
    const [config, deps] = [configOf({ port: broker.port }), openDeps()]
    expect(await beat(config, deps)).toMatchObject({ ok: true })
    const message = sampleMessage()
    for (const attempt of [1, 2])
      expect(await mqttReceiver.send({ ...message, attempt }, config, deps)).toMatchObject({ ok: true })
    expect(broker.connections()).toBe(1)
    const alarms = broker.published.filter(({ topic }) => topic === 'winnow/Depot/North gate/alarm')
    expect(alarms).toMatchObject([
      { qos: 1, retain: false },
      { qos: 1, retain: false },
    ])
    expect(alarms.map(({ text }) => JSON.parse(text))).toMatchObject([
      { id: message.id, type: 'alarm.created', data: { id: message.payload.id, verdict: 'true' } },
      { id: message.id },
    ])
    expect(JSON.parse(broker.retained().get('winnow/Depot/North gate/state') ?? '')).toMatchObject({
      alarmId: message.payload.id,
      verdict: 'true',
    })
    expect(broker.retained().get('winnow/status')).toBe('online')
  })

  it('says good-bye at the stop; where it is cut, its last will says that it is gone, and the next message opens it anew', async () => {
    const broker = await openBroker()
    const [config, deps] = [configOf({ port: broker.port }), openDeps()]
    await beat(config, deps)
    const will = broker.next('winnow/status')
    broker.cut()
    expect(await will).toBe('offline')
    expect(await mqttReceiver.send(sampleMessage(), config, deps)).toMatchObject({ ok: true })
    expect(broker.connections()).toBe(2)
    expect(broker.retained().get('winnow/status')).toBe('online')
    await deps.kept.connections.close()
    expect(broker.retained().get('winnow/status')).toBe('offline')
    expect(await mqttReceiver.send(sampleMessage(), config, deps)).toMatchObject({
      ok: false,
      code: 'aborted',
      retry: true,
    })
  })

  it('of MQTT 5 is refused in plain words by a broker that speaks 3.1.1 alone', async () => {
    const broker = await openBroker()
    const result = await mqttReceiver.send(sampleMessage(), configOf({ port: broker.port, version: '5' }), openDeps())
    expect(result).toMatchObject({
      ok: false,
      code: 'misconfigured',
      retry: true,
      detail: expect.stringContaining('Choose the other one'),
    })
  })

  it('is shared by messages at the same time, and opened anew under new settings', async () => {
    const broker = await openBroker()
    const [config, deps] = [configOf({ port: broker.port }), openDeps()]
    await Promise.all(Array.from({ length: 8 }, () => mqttReceiver.send(sampleMessage(), config, deps)))
    expect(broker.connections()).toBe(1)
    await mqttReceiver.send(sampleMessage(), configOf({ port: broker.port, topic: 'other' }), deps)
    expect(broker.connections()).toBe(2)
    expect(broker.published.at(-1)?.topic).toBe('other/state')
  })

  it('of a test ends with it, and tells nothing of this server', async () => {
    const broker = await openBroker()
    const { kept: _kept, ...deps } = openDeps()
    const test = sampleMessage({ payload: sampleAlarm({ type: 'test' }) })
    expect(await mqttReceiver.send(test, configOf({ port: broker.port }), deps)).toMatchObject({ ok: true })
    expect(broker.published.map(({ topic }) => topic)).toEqual(['winnow/Depot/North gate/alarm'])
  })

  it('never lets an older alarm replace the state of a later one', async () => {
    const broker = await openBroker()
    const [config, deps] = [configOf({ port: broker.port }), openDeps()]
    for (const receivedAt of ['2026-03-01T12:00:10.000Z', '2026-03-01T12:00:00.000Z'])
      await mqttReceiver.send(sampleMessage({ payload: sampleAlarm({ receivedAt }) }), config, deps)
    expect(broker.published.filter(({ topic }) => topic.endsWith('/alarm'))).toHaveLength(2)
    expect(broker.retained().get('winnow/Depot/North gate/state')).toContain('12:00:10')
  })
})

describe('encryption and login', () => {
  it("trusts the station's own authority, and no other", async () => {
    const broker = await openBroker({ tls: true })
    const authority = await testAuthority()
    const safe = { port: broker.port, security: 'tls', user: 'user', password: 'pass' }
    expect(await mqttReceiver.send(sampleMessage(), configOf({ ...safe, authority }), openDeps())).toMatchObject({
      ok: true,
    })
    expect(await mqttReceiver.send(sampleMessage(), configOf(safe), openDeps())).toMatchObject({
      ok: false,
      code: 'tls',
    })
    const other = configOf({ ...safe, authority, host: 'other.example' })
    expect(await mqttReceiver.send(sampleMessage(), other, openDeps())).toMatchObject({ ok: false, code: 'tls' })
    const wrong = await mqttReceiver.send(
      sampleMessage(),
      configOf({ ...safe, authority, password: 's3cret' }),
      openDeps(),
    )
    expect(wrong).toMatchObject({ ok: false, code: 'auth', retry: true })
    expect(JSON.stringify(wrong)).not.toContain('s3cret')
  })

  it('never reaches our own network', async () => {
    expect(await mqttReceiver.send(sampleMessage(), configOf(), openDeps([]))).toMatchObject({
      ok: false,
      code: 'blocked',
    })
  })
})

describe('a broker', () => {
  /** A server that answers each packet of a client with these bytes. */
  async function openServer(answer: (packet: Buffer, index: number) => Buffer | undefined) {
    let index = 0
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (packet) => {
        const bytes = answer(packet, index++)
        if (bytes) socket.write(bytes)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return portOf(server)
  }
  const CONNACK_5 = Buffer.from([0x20, 3, 0, 0, 0])
  /** An answer to a message, with its number. */
  const puback = (packet: Buffer, code: number): Buffer => {
    // The length has two bytes, then comes the topic with its own length.
    const end = 5 + packet.readUInt16BE(3)
    return Buffer.from([0x40, 3, ...packet.subarray(end, end + 2), code])
  }

  it.each([
    [0, { ok: true }],
    [16, { ok: true }],
    [135, { ok: false, code: 'misconfigured', retry: true }],
    [144, { ok: false, code: 'misconfigured', retry: true }],
    [151, { ok: false, code: 'receiver-error', retry: true }],
  ])('of MQTT 5 that answers a message with reason code %i', async (code, expected) => {
    const port = await openServer((packet, index) =>
      index === 0 ? CONNACK_5 : packet[0] === 0xe0 ? undefined : puback(packet, code),
    )
    const { kept: _kept, ...deps } = openDeps()
    const test = sampleMessage({ payload: sampleAlarm({ type: 'test' }) })
    expect(await mqttReceiver.send(test, configOf({ port, version: '5' }), deps)).toMatchObject(expected)
  })

  it.each([
    ['refuses the login', Buffer.from([0x20, 3, 0, 0x86, 0]), { code: 'auth' }],
    ['does not speak the version', Buffer.from([0x20, 3, 0, 0x84, 0]), { code: 'misconfigured' }],
    ['is no broker', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), { ok: false, retry: true }],
    [
      'sends a packet without end',
      Buffer.concat([Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(300_000)]),
      { ok: false, retry: true },
    ],
  ])('that %s', async (_what, answer, expected) => {
    const port = await openServer(() => answer)
    expect(await mqttReceiver.send(sampleMessage(), configOf({ port, version: '5' }), openDeps())).toMatchObject(
      expected,
    )
  })
})

describe('topics', () => {
  it('hold any names as one level each, without wildcards', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('a/b/#', '+', '$SYS', '', ' ', '🚨|]<b>\r\n\u0000', 'ü'.repeat(4000), '{cameraName}', '$&$1'),
    )
    fc.assert(
      fc.property(name, name, (camera, site) => {
        const alarm = sampleAlarm({ view: { id: 'v', name: camera }, site: { id: 's', name: site, timezone: 'UTC' } })
        const topic = topicOf('{siteName}/x/{cameraName}', alarm)
        const levels = topic.split('/')
        expect(levels).toHaveLength(3)
        expect(levels.every((level) => level !== '' && !/[+#\p{Cc}]/u.test(level))).toBe(true)
        expect(topic.startsWith('$')).toBe(false)
        expect(topic.isWellFormed()).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it.each(['a/{siteId}', 'Ünï/{cameraName}-x'])('%s can be used', (text) => {
    expect(isTopic(text, ['siteId', 'cameraName'])).toBe(true)
  })

  it.each(['a/+/b', 'a/#', '$SYS/a', '/a', 'a/', 'a//b', 'a/{nobody}', 'a/{siteId', 'a\u0000'])('%j cannot', (text) => {
    expect(isTopic(text, ['siteId'])).toBe(false)
  })
})

it.each([
  [{ host: 'mqtt://a' }, 'host'],
  [{ user: 'u', password: 'p' }, 'security'],
  [{ statusTopic: '{siteId}' }, 'statusTopic'],
  [{ authority: 'x' }, 'authority'],
  [{ heartbeatSeconds: 3 }, 'heartbeatSeconds'],
])('settings are refused: %j', (changes, field) => {
  expect(parseMqttConfig({ ...SETTINGS, ...changes })).toMatchObject({ ok: false, errors: [{ field }] })
})
