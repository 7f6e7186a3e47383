import { buffer } from 'node:stream/consumers'
import { createGuard } from '@winnow/delivery'
import { parseDahua } from '@winnow/intake'
import { createFakeClock, type DahuaDevice, type DahuaDeviceOptions, startDahuaDevice } from '@winnow/testkit'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { ConnectError, type Line, type ReceivedEvent } from '../../platform/connect/connector.ts'
import type { Db } from '../../platform/db/transaction.ts'
import { createDahuaConnector } from './dahua-connector.ts'

/** The least that is known as a JPEG. Its last byte before the end tells it apart. */
const jpeg = (mark: number) =>
  Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010101', 'hex'),
    Buffer.alloc(600, mark),
    Buffer.from('ffd9', 'hex'),
  ])
const markOf = (bytes: Uint8Array) => bytes.at(-3)
const clock = createFakeClock(new Date())

let device: DahuaDevice
let received: {
  kind: string
  event: string | null
  channel: string | null
  marks: (number | undefined)[]
  problems: unknown[]
}[] = []
let ups = 0
let fulls = 0
let running: { ended: Promise<unknown>; end: () => Promise<void> } | undefined

beforeEach(() => {
  ;[received, ups, fulls] = [[], 0, 0]
  clock.advance(60_000)
})
afterEach(async () => {
  await running?.end()
  await device.close()
})

async function accept({ body, rawType }: ReceivedEvent): Promise<string> {
  if (fulls-- > 0) throw new ConnectError('busy')
  const { kind, event, channel, media, problems } = parseDahua(await buffer(body), rawType ?? '', {
    receivedAt: clock.now(),
  })
  received.push({ kind, event, channel, problems, marks: media.map(({ bytes }) => markOf(bytes)) })
  return 'signal'
}

async function run(options: DahuaDeviceOptions = {}, secret = 'Abcd-1234'): Promise<void> {
  device = await startDahuaDevice(options)
  const ending = new AbortController()
  const line = {
    // Without a camera of its own no channel is looked up.
    connection: {
      viewId: null,
      settings: { host: '127.0.0.1', port: device.port, tls: false, username: 'admin' },
      secret,
    },
    signal: ending.signal,
    guard: createGuard({ allowedNetworks: ['127.0.0.1'], ownAddresses: [] }),
    clock,
    log: pino({ enabled: false }),
    isUp: () => void (ups += 1),
    isAlive: () => undefined,
    acceptSignal: accept,
  } as unknown as Line
  const ended = createDahuaConnector({ preparedDb: undefined as unknown as Db }).run(line)
  ended.catch(() => undefined)
  running = {
    ended,
    async end() {
      ending.abort()
      await ended.catch(() => undefined)
    },
  }
}
const connected = (pictures: number) =>
  until('the streams', () => Promise.resolve(device.streams().events === 1 && device.streams().pictures === pictures))
const events = (count: number) => until(`${count} events`, () => Promise.resolve(received.length >= count))

it('stores an event with the picture that the device took of it, once · INTEGRATIONS-003', async () => {
  await run({ picture: () => jpeg(9) })
  await connected(1)
  device.heartbeat()
  device.report({ code: 'CrossLineDetection', index: 1, data: { Name: 'Zaun {a;b}', Code: 'x' } })
  device.snap({ code: 'CrossLineDetection', index: 1 }, [jpeg(1)])
  await events(1)
  // It goes on, and the device says so every second.
  device.report({ code: 'CrossLineDetection', index: 1 })
  device.report({ code: 'CrossLineDetection', index: 1, action: 'Stop' })
  await events(2)
  expect(received).toEqual([
    { kind: 'alarm', event: 'CrossLineDetection', channel: '2', marks: [1], problems: [] },
    { kind: 'stop', event: 'CrossLineDetection', channel: '2', marks: [], problems: [] },
  ])
  expect(device.asked).not.toContain('/cgi-bin/snapshot.cgi')
  expect(ups).toBe(1)
})

it('stores pictures that come before or without their event', async () => {
  await run()
  await connected(1)
  device.snap({ code: 'VideoMotion' }, [jpeg(1), jpeg(2)])
  await events(2)
  device.report({ code: 'VideoMotion' })
  device.report({ code: 'AlarmLocal', index: 3, action: 'Pulse' })
  await events(3)
  expect(received.map(({ event, marks }) => [event, ...marks])).toEqual([
    ['VideoMotion', 1],
    ['VideoMotion', 2],
    ['AlarmLocal'],
  ])
})

it('fetches three pictures where the firmware sends none, and says why there are none', async () => {
  let shown = 0
  await run({ sendsPictures: false, picture: () => jpeg((shown += 1)) })
  await connected(0)
  device.report({ code: 'SmartMotionHuman', index: 0 })
  await events(1)
  expect(received).toMatchObject([{ event: 'SmartMotionHuman', marks: [1, 2, 3], problems: [] }])
  await running?.end()
  await device.close()
  received = []
  await run({ sendsPictures: false })
  await connected(0)
  device.report({ code: 'VideoMotion' })
  await events(1)
  expect(received).toMatchObject([
    { marks: [], problems: [{ code: 'no-media' }, { code: 'not-fetched', detail: 'answer' }] },
  ])
})

it('stores an event again for which there was no room', async () => {
  fulls = 1
  await run({ sendsPictures: false, picture: () => jpeg(1) })
  await connected(0)
  device.report({ code: 'VideoMotion' })
  await events(1)
  expect(received).toMatchObject([{ event: 'VideoMotion', marks: [1, 1, 1] }])
})

it.each([
  ['a wrong password, which is tried once', 'login', 'wrong', (): void => undefined],
  ['a connection that breaks', 'closed', 'Abcd-1234', (): void => device.drop()],
  ['what is no multipart', 'answer', 'Abcd-1234', (): void => device.sendRaw(Buffer.alloc(70_000, 97))],
] as const)('says why the device does not work: %s', async (_name, problem, secret, breakIt) => {
  await run({}, secret)
  if (problem !== 'login') await connected(1)
  breakIt()
  await expect(running?.ended).rejects.toMatchObject({ problem })
  expect(device.wrongLogins()).toBe(problem === 'login' ? 1 : 0)
})
