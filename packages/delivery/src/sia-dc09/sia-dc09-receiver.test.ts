import { describe, expect, it, onTestFinished } from 'vitest'
import { createGuard } from '../guard/guard.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { NOW, sampleAlarm, sampleMessage } from '../testing/sample-alarm.ts'
import { startStation } from '../testing/dc09-station.ts'
import { contentOf } from './content.ts'
import { converse } from './converse.ts'
import { parseSiaDc09Config } from './sia-dc09-config.ts'
import { siaDc09Receiver } from './sia-dc09-receiver.ts'

type Options = Parameters<typeof startStation>[0]

async function openStation(options?: Options) {
  const station = await startStation(options)
  onTestFinished(() => station.close())
  return station
}

function openDeps() {
  const guard = createGuard(
    { allowedNetworks: ['127.0.0.0/8'], ownAddresses: [], allowedPorts: 'any' },
    { lookup: async (name) => (name === 'gone.example' ? [] : [{ address: '127.0.0.1' }]) },
  )
  onTestFinished(() => guard.close())
  return { guard, mailer: createMailer({ from: 'a@b.example', outboxDir: '/dev/null/outbox' }) }
}

function configOf(port: number, changes: object = {}) {
  const settings = { host: 'station.example', port, account: '1234', encryption: 'none', ...changes }
  const parsed = parseSiaDc09Config(settings)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.config
}

/** Sends with a short time for the answer. */
function send(config: ReturnType<typeof configOf>, state = {}, answerMs = 300) {
  const content = contentOf(sampleAlarm(), config)
  const frame = { id: config.format, sequence: 7, data: content.data, extended: content.extended }
  return converse({ frame, account: content.account, config, deps: openDeps(), now: NOW, answerMs }, state)
}

const KEYS = [16, 24, 32].map((size) => Buffer.alloc(size, 3))

describe('a message', () => {
  it.each([
    ['tcp', undefined],
    ['udp', undefined],
    ...KEYS.flatMap((key) => [['tcp', key] as const, ['udp', key] as const]),
  ] as const)('is acknowledged over %s, with the key %s', async (transport, key) => {
    const station = await openStation(key ? { key } : {})
    const secret = key ? { encryption: 'aes', key: key.toString('hex') } : {}
    const config = configOf(station.port, { transport, ...secret })
    const session = { sequence: 42, state: {} }
    expect(await siaDc09Receiver.send(sampleMessage({ session }), config, openDeps())).toMatchObject({ ok: true })
    expect(station.errors).toEqual([])
    expect(station.messages).toMatchObject([
      { sequence: '0042', account: '1234', isEncrypted: key !== undefined, data: '#1234|Nri1/BV001^North gate^' },
    ])
  })

  it('that is not acknowledged is tried again; a lost datagram is repeated at once', async () => {
    const station = await openStation({ answer: (index) => (index < 2 ? 'silent' : 'ack') })
    expect(await send(configOf(station.port, { transport: 'udp' }))).toMatchObject({ ok: true })
    expect(station.messages.map(({ sequence }) => sequence)).toEqual(['0007', '0007', '0007'])
    const deaf = await openStation({ answer: () => 'silent' })
    expect(await send(configOf(deaf.port))).toMatchObject({ ok: false, retry: true, code: 'timeout' })
  })

  it('that is not understood waits for somebody to mend the settings, and is not lost', async () => {
    const station = await openStation({ answer: () => 'duh' })
    expect(await send(configOf(station.port))).toMatchObject({ ok: false, retry: true, code: 'misconfigured' })
  })

  it.each([
    ['hangs up', { hangUp: true as const }, 'connect'],
    ['answers endlessly', { bytes: Buffer.alloc(100_000, 'x') }, 'timeout'],
    ['acknowledges another message', { bytes: Buffer.from('\n00000012"ACK"0001L0#1234[]\r') }, 'timeout'],
  ])('to a receiver that %s is tried again', async (_what, answer, code) => {
    const station = await openStation({ answer: () => answer })
    expect(await send(configOf(station.port))).toMatchObject({ ok: false, retry: true, code })
  })

  it('is refused by the guard where the name leads into our own network', async () => {
    const guard = createGuard(
      { allowedNetworks: [], ownAddresses: [] },
      { lookup: async () => [{ address: '10.0.0.5' }] },
    )
    onTestFinished(() => guard.close())
    for (const transport of ['tcp', 'udp']) {
      const result = await siaDc09Receiver.send(sampleMessage(), configOf(9999, { transport }), {
        ...openDeps(),
        guard,
      })
      expect(result).toMatchObject({ ok: false, code: 'blocked' })
      expect(JSON.stringify(result)).not.toContain('10.0.0.5')
    }
  })
})

describe('clocks apart', () => {
  const nak = { nak: '12:10:05,03-01-2026' }

  it('are set by the receiver’s refusal, once, and the difference is remembered', async () => {
    const station = await openStation({ answer: (index) => (index === 0 ? nak : 'ack') })
    expect(await send(configOf(station.port))).toMatchObject({ ok: true, session: { clockAheadMs: 600_000 } })
    expect(station.messages.map(({ time, sequence }) => [time, sequence])).toEqual([
      ['12:00:05,03-01-2026', '0007'],
      ['12:10:05,03-01-2026', '0007'],
    ])
    await send(configOf(station.port), { clockAheadMs: 600_000 })
    expect(station.messages.at(-1)?.time).toBe('12:10:05,03-01-2026')
  })

  it('that stay apart are reported, without a third message', async () => {
    const station = await openStation({ answer: () => nak })
    expect(await send(configOf(station.port))).toMatchObject({ ok: false, retry: true, code: 'misconfigured' })
    expect(station.messages).toHaveLength(2)
  })
})

describe('the back-up receiver', () => {
  const withBackup = (port: number, backupPort: number) => configOf(port, { backupHost: 'backup.example', backupPort })

  it('takes what the primary does not, is called first for a minute, and then the primary again', async () => {
    const primary = await openStation({ answer: (index) => (index === 0 ? 'silent' : 'ack') })
    const backup = await openStation()
    const config = withBackup(primary.port, backup.port)
    const first = await send(config)
    expect(first).toMatchObject({ ok: true, detail: expect.stringContaining('back-up') })
    expect(first.session).toEqual({ backupUntil: new Date(NOW.getTime() + 60_000).toISOString() })
    expect(await send(config, first.session)).toMatchObject({ ok: true, session: first.session })
    expect([primary.messages.length, backup.messages.length]).toEqual([1, 2])
    expect(await send(config, { backupUntil: NOW.toISOString() })).toMatchObject({ ok: true, session: {} })
    expect([primary.messages.length, backup.messages.length]).toEqual([2, 2])
  })

  it('that refuses is not called first the next time', async () => {
    const [primary, backup] = [
      await openStation({ answer: () => 'silent' }),
      await openStation({ answer: () => 'duh' }),
    ]
    expect(await send(withBackup(primary.port, backup.port))).toMatchObject({ code: 'misconfigured', session: {} })
  })

  it('gets the time at which it is called, not that at which the primary was', async () => {
    const [primary, backup] = [await openStation({ answer: () => 'silent' }), await openStation()]
    await send(withBackup(primary.port, backup.port), {}, 1_200)
    expect(backup.messages[0]?.time).not.toBe(primary.messages[0]?.time)
  })

  it('is not asked where the primary answers that it does not understand', async () => {
    const [primary, backup] = [await openStation({ answer: () => 'duh' }), await openStation()]
    expect(await send(withBackup(primary.port, backup.port))).toMatchObject({ code: 'misconfigured' })
    expect(backup.messages).toEqual([])
  })

  it('that fails too leaves the reason of the primary', async () => {
    const primary = await openStation({ answer: () => 'silent' })
    const config = configOf(primary.port, { backupHost: 'gone.example' })
    expect(await send(config)).toMatchObject({ ok: false, retry: true, code: 'timeout' })
  })
})

it('a link test is a message without an event, and its answer a sign of life', async () => {
  const station = await openStation()
  const deps = { ...openDeps(), now: NOW }
  expect(await siaDc09Receiver.heartbeat?.({}, configOf(station.port), deps)).toMatchObject({ ok: true })
  expect(station.messages).toMatchObject([{ id: 'NULL', sequence: '0000', data: '' }])
})

it('a link test asks the back-up too: neither may be down unseen', async () => {
  const [up, refuses] = [await openStation(), await openStation({ answer: () => 'duh' })]
  const deps = { ...openDeps(), now: NOW }
  const state = { backupUntil: new Date(NOW.getTime() + 30_000).toISOString() }
  const ask = (port: number, backupPort: number) =>
    siaDc09Receiver.heartbeat?.(state, configOf(port, { backupHost: 'backup.example', backupPort }), deps)
  expect(await ask(up.port, up.port)).toMatchObject({ ok: true, session: {} })
  expect(await ask(refuses.port, up.port)).toMatchObject({ ok: false, code: 'misconfigured' })
  expect(await ask(up.port, refuses.port)).toMatchObject({ ok: false, code: 'misconfigured', session: {} })
  const gone = await startStation()
  await gone.close()
  expect(await ask(gone.port, up.port)).toMatchObject({ ok: false, code: 'refused' })
})

describe('settings', () => {
  it.each([
    [{ host: 'http://station.example' }, 'host'],
    [{ host: 'station.example:9999' }, 'host'],
    [{ host: 'a b' }, 'host'],
    [{ backupHost: 'x@y' }, 'backupHost'],
    [{ port: 0 }, 'port'],
    [{ account: 'XYZ' }, 'account'],
    [{ account: undefined }, 'account'],
    [{ encryption: 'aes' }, 'key'],
    [{ encryption: 'aes', key: 'ab' }, 'key'],
    [{ encryption: undefined }, 'key'],
    [{ heartbeatSeconds: 5 }, 'heartbeatSeconds'],
    [{ codes: [{ class: 'person', code: '130' }] }, 'codes'],
    [{ format: 'ADM-CID', codes: [{ class: 'person', code: 'BV' }] }, 'codes'],
    [{ cameras: [{ camera: 'Gate', zone: '12345' }] }, 'cameras.0.zone'],
  ])('are refused: %j', (changes, field) => {
    const settings = { host: 'station.example', port: 9999, account: '1234', encryption: 'none', ...changes }
    expect(parseSiaDc09Config(settings)).toMatchObject({ ok: false, errors: [{ field }] })
  })

  it('name both receivers for the guard; the back-up has the port of the primary if it has no other', () => {
    const targets = siaDc09Receiver.addresses(configOf(9999, { backupHost: '192.0.2.1', backupPort: null }))
    expect(targets).toEqual([
      { field: 'host', host: 'station.example', port: 9999 },
      { field: 'backupHost', host: '192.0.2.1', port: 9999 },
    ])
  })
})
