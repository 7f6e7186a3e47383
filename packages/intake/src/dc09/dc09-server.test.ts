import { Socket as UdpSocket } from 'node:dgram'
import {
  dialTcp,
  dialUdp,
  diallerFrame,
  type DiallerAnswer,
  type DiallerEvent,
  readDiallerAnswer,
} from '@winnow/testkit'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDc09Server } from './create-dc09-server.ts'
import type { Dc09Server, Dc09ServerOptions } from './ports.ts'

const KEY = Buffer.alloc(16, 3)
/** Account 1234 sends in clear, BEEF encrypted. */
const PANELS = new Map<string, { panel: string; key?: Uint8Array }>([
  ['1234', { panel: 'plain' }],
  ['BEEF', { panel: 'secret', key: KEY }],
])

let now: Date
let stored: string[]
let problems: string[]
let mayStore: () => boolean | Promise<boolean>
let server: Dc09Server | undefined
beforeEach(() => {
  now = new Date('2026-03-01T12:00:05Z')
  stored = []
  problems = []
  mayStore = () => true
})
afterEach(async () => {
  await server?.close(100)
  server = undefined
})

async function start(options: Partial<Dc09ServerOptions<string>> = {}): Promise<number> {
  const ignore = (): void => undefined
  server = createDc09Server<string>({
    host: '127.0.0.1',
    port: 0,
    now: () => now,
    requireEncryption: false,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    ports: {
      mayAsk: () => true,
      find: async (account) => PANELS.get(account),
      accept: async (panel, { id, sequence }, events) => {
        if (!(await mayStore())) return false
        stored.push(`${panel} ${id} ${sequence} ${events.map(({ code }) => code).join(' ')}`.trim())
        return true
      },
      note: async (problem, { panel, account }) => void problems.push([problem, panel ?? account].join(' ').trim()),
    },
    ...options,
  })
  return (await server.listen()).port
}

const alarm = (changes: Partial<DiallerEvent> = {}): DiallerEvent => ({
  id: 'SIA-DCS',
  sequence: 7,
  content: 'Nri1/BA003',
  at: now,
  ...changes,
})
const plain = (changes?: Partial<DiallerEvent>) => diallerFrame({ account: '1234' }, alarm(changes))
const secret = (changes?: Partial<DiallerEvent>) => diallerFrame({ account: 'BEEF', key: KEY }, alarm(changes))
async function ask(port: number, frame: Buffer): Promise<DiallerAnswer> {
  const dialler = await dialTcp(port)
  try {
    return readDiallerAnswer(await dialler.send(frame), KEY)
  } finally {
    dialler.close()
  }
}
const acked = { kind: 'ACK', sequence: '0007' }

describe('a message of a panel', () => {
  it('is stored, and then acknowledged with its number, over TCP and UDP', async () => {
    const port = await start()
    expect(await ask(port, plain())).toEqual({ ...acked, isEncrypted: false, time: null })
    expect(await ask(port, secret())).toEqual({ ...acked, isEncrypted: true, time: '12:00:05,03-01-2026' })
    const answer = await dialUdp(port, secret({ sequence: 8 }))
    expect(readDiallerAnswer(answer, KEY)).toMatchObject({ kind: 'ACK', sequence: '0008', isEncrypted: true })
    const test = await dialUdp(port, plain({ id: 'NULL', sequence: 0, content: undefined }))
    expect(readDiallerAnswer(test)).toMatchObject({ kind: 'ACK', sequence: '0000' })
    expect(stored).toEqual([
      'plain SIA-DCS 0007 BA',
      'secret SIA-DCS 0007 BA',
      'secret SIA-DCS 0008 BA',
      'plain NULL 0000',
    ])
  })

  it('from port 0, where no answer can go, is stored and ends nothing', async () => {
    const unhandled = vi.fn<() => void>()
    process.on('unhandledRejection', unhandled)
    const bind = vi.spyOn(UdpSocket.prototype, 'bind')
    onTestFinished(() => {
      process.off('unhandledRejection', unhandled)
      bind.mockRestore()
    })
    const port = await start()
    const [udp] = bind.mock.contexts
    if (!(udp instanceof UdpSocket)) throw new Error('the server listens to no datagrams')
    // Only root may send such a datagram.
    udp.emit('message', plain(), { address: '127.0.0.1', family: 'IPv4', port: 0, size: 1 })
    expect(readDiallerAnswer(await dialUdp(port, plain({ sequence: 8 })))).toMatchObject({ kind: 'ACK' })
    expect(stored).toEqual(['plain SIA-DCS 0007 BA', 'plain SIA-DCS 0008 BA'])
    expect(unhandled).not.toHaveBeenCalled()
  })

  it('that comes again is acknowledged again and stored once, also while it is being stored', async () => {
    const port = await start()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    mayStore = () => promise
    const both = Promise.all([ask(port, secret()), ask(port, secret())])
    resolve(true)
    expect(await both).toMatchObject([acked, acked])
    now = new Date(now.getTime() + 30_000)
    // With the time of the new attempt.
    expect(await ask(port, secret())).toMatchObject(acked)
    expect(stored).toHaveLength(1)
    now = new Date(now.getTime() + 91_000)
    expect(await ask(port, secret())).toMatchObject(acked)
    expect(stored).toHaveLength(2)
  })

  it('that cannot be stored is not answered, and taken when it comes again', async () => {
    const port = await start()
    for (const fails of [() => false, () => Promise.reject(new Error('the store is gone'))]) {
      mayStore = fails
      const dialler = await dialTcp(port)
      dialler.write(plain())
      // Answers come in order: the first one is that to the second message.
      const answer = readDiallerAnswer(await dialler.send(plain({ sequence: 8, content: 'nonsense' })))
      expect(answer).toMatchObject({ kind: 'DUH', sequence: '0008' })
      dialler.close()
    }
    mayStore = () => true
    expect(await ask(port, plain())).toMatchObject(acked)
    expect(stored).toHaveLength(1)
  })

  it.each([
    ['of an unknown account', () => diallerFrame({ account: '9999' }, alarm()), 'unknown 9999'],
    [
      'with another key',
      () => diallerFrame({ account: 'BEEF', key: Buffer.alloc(16, 4) }, alarm()),
      'wrong-key secret',
    ],
    ['in clear, of a panel with a key', () => diallerFrame({ account: 'BEEF' }, alarm()), 'plain secret'],
    [
      'encrypted, of a panel without a key',
      () => diallerFrame({ account: '1234', key: KEY }, alarm()),
      'encrypted plain',
    ],
    ['in a form that nobody here reads', () => plain({ id: 'ACR-SF' }), 'format plain'],
    ['without an event', () => plain({ content: 'nonsense' }), 'format plain'],
  ])('%s is not understood (DUH), and counted', async (_what, frame, problem) => {
    expect(await ask(await start(), frame())).toMatchObject({ kind: 'DUH', sequence: '0007' })
    expect([problems, stored]).toEqual([[problem], []])
  })

  it('in clear is not understood where encryption is required', async () => {
    const port = await start({ requireEncryption: true })
    expect(await ask(port, plain())).toMatchObject({ kind: 'DUH' })
    expect(await ask(port, secret())).toMatchObject(acked)
    expect(problems).toEqual(['plain plain'])
  })

  it('with a wrong checksum or length is counted and not answered; the connection goes on', async () => {
    const dialler = await dialTcp(await start())
    const text = plain().toString('latin1')
    dialler.write(Buffer.from(text.replace('BA003', 'BA004'), 'latin1'))
    dialler.write(Buffer.from(text.slice(0, 5) + '0FFF' + text.slice(9), 'latin1'))
    expect(readDiallerAnswer(await dialler.send(plain({ sequence: 8 })))).toMatchObject({
      kind: 'ACK',
      sequence: '0008',
    })
    dialler.close()
    expect([problems, stored]).toEqual([['damaged', 'damaged'], ['plain SIA-DCS 0008 BA']])
  })
})

describe('the clock of a panel', () => {
  const years = new Date('2019-01-01T00:00:00Z')

  it('that is years off is told our time (NAK), after which the message is taken', async () => {
    const port = await start()
    expect(await ask(port, secret({ at: years }))).toEqual({
      kind: 'NAK',
      sequence: '0000',
      isEncrypted: false,
      time: '12:00:05,03-01-2026',
    })
    expect([problems, stored]).toEqual([['clock secret'], []])
    expect(await ask(port, secret())).toMatchObject(acked)
    expect(stored).toHaveLength(1)
  })

  it('that cannot be set loses no alarm: the message is taken as it was', async () => {
    const port = await start()
    await ask(port, secret({ at: years }))
    expect(await ask(port, secret({ at: years }))).toMatchObject(acked)
    expect(stored).toEqual(['secret SIA-DCS 0007 BA'])
  })

  it('that is wrong never arms or disarms, and keeps no panel alive, however often a recorded message is sent', async () => {
    const port = await start()
    for (const content of ['Nri1/OP', 'Nri1/CL', undefined])
      for (let times = 0; times < 3; times++) {
        const frame = secret({ at: years, content, ...(content === undefined ? { id: 'NULL', sequence: 0 } : {}) })
        expect(await ask(port, frame)).toMatchObject({ kind: 'NAK' })
      }
    expect(stored).toEqual([])
  })

  it('does not matter where nothing is encrypted', async () => {
    const port = await start()
    expect(await ask(port, plain({ at: years }))).toMatchObject(acked)
    expect(await ask(port, plain({ at: null, sequence: 8 }))).toMatchObject({ kind: 'ACK' })
  })
})

describe('a connection', () => {
  it('that drips a frame is closed, however often it sends a byte, and others go on', async () => {
    const port = await start({ frameTimeoutMs: 60 })
    const [slow, quick] = [await dialTcp(port), await dialTcp(port)]
    const drip = setInterval(() => slow.write(Buffer.from('x')), 10)
    await slow.closed.finally(() => clearInterval(drip))
    expect(readDiallerAnswer(await quick.send(plain()))).toMatchObject(acked)
    quick.close()
  })

  it('that says nothing is closed, as is one too many', async () => {
    const port = await start({ idleTimeoutMs: 60, maxConnectionsPerAddress: 2, maxConnections: 20 })
    const [first, second, third] = [await dialTcp(port), await dialTcp(port), await dialTcp(port)]
    await third.closed
    expect(server?.connections()).toBe(2)
    await Promise.all([first.closed, second.closed])
    await expect.poll(() => server?.connections()).toBe(0)
  })

  it('with a frame that never ends is dropped at its limit, and takes no memory', async () => {
    const port = await start({ frameTimeoutMs: 60 })
    const dialler = await dialTcp(port)
    for (let n = 0; n < 100; n++) dialler.write(Buffer.alloc(10_000, 'x'))
    await dialler.closed
    expect(await ask(port, plain())).toMatchObject(acked)
  })
})
