import { text } from 'node:stream/consumers'
import { createGuard } from '@winnow/delivery'
import { type OnvifCamera, type RtspCamera, startOnvifCamera, startRtspCamera } from '@winnow/testkit'
import type { StreamPicture, Watcher } from '@winnow/vision'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { ConnectError, type Line, type ReceivedEvent } from '../../platform/connect/connector.ts'
import type { Db } from '../../platform/db/transaction.ts'
import { createStreamConnector } from './stream-connector.ts'

/** A key frame with its sets of parameters. Its last byte tells it apart, and comes back as the picture. */
const key = (mark: number) =>
  Buffer.concat([Buffer.from('0000000167010203000000016804050000000165', 'hex'), Buffer.of(7, 7, mark)])
const login = { user: 'admin', password: 'Abcd-1234' }

interface Message {
  event: string
  media: { data: string }[]
}
const marksOf = ({ media }: Message) => media.map(({ data }) => Buffer.from(data, 'base64').at(-1))

let rtsp: RtspCamera
let onvif: OnvifCamera
let messages: Message[] = []
let ups = 0
let isFull = false
let running: { ended: Promise<unknown>; end: () => Promise<void> } | undefined
let position: string | null = null
let keepsPosition = true

const watcher: Watcher = {
  look: () => Promise.reject(new Error('nothing is looked at')),
  show: (_, pictures: readonly StreamPicture[]) =>
    Promise.resolve(pictures.map(({ bytes }) => Uint8Array.of(bytes.at(-1) ?? 0))),
  forget: () => undefined,
  close: () => undefined,
}

beforeEach(async () => {
  ;[messages, ups, isFull, position, keepsPosition] = [[], 0, false, null, true]
  rtsp = await startRtspCamera({ login })
  onvif = await startOnvifCamera(login)
})
afterEach(async () => {
  await running?.end()
  await Promise.all([rtsp.close(), onvif.close()])
})

async function accept({ body }: ReceivedEvent): Promise<string> {
  if (isFull) {
    isFull = false
    throw new ConnectError('busy')
  }
  messages.push(JSON.parse(await text(body)) as Message)
  return 'signal'
}

/** Runs the connector of a camera that reports its motion. */
function run(change: object = {}, secret = login.password): void {
  const ending = new AbortController()
  const settings = {
    url: rtsp.url,
    username: 'admin',
    coolDownSeconds: 30,
    trigger: 'onvif',
    onvifPort: onvif.port,
    ...change,
  }
  const line = {
    connection: { id: 'one', viewId: 'view', settings, secret, position },
    signal: ending.signal,
    guard: createGuard({ allowedNetworks: ['127.0.0.1'], ownAddresses: [] }),
    clock: { now: () => new Date() },
    log: pino({ enabled: false }),
    isUp: () => void (ups += 1),
    isAlive: () => undefined,
    acceptSignal: accept,
    keepPosition: (kept: string) =>
      keepsPosition ? Promise.resolve(void (position = kept)) : Promise.reject(new Error('no database')),
  } as unknown as Line
  const ended = createStreamConnector({ preparedDb: undefined as unknown as Db, watcher }).run(line)
  ended.catch(() => undefined)
  running = {
    ended,
    async end() {
      ending.abort()
      await ended.catch(() => undefined)
    },
  }
}
const subscribed = () => until('the subscription', () => Promise.resolve(onvif.asked.includes('PullMessages')))
const message = () => until('the alarm', () => Promise.resolve(messages[0]))

it('makes one alarm of motion that the camera reports, with the key frames before and after it · CAMERAS-010', async () => {
  run()
  await rtsp.untilPlayers(1)
  await subscribed()
  for (const mark of [1, 2, 3, 4]) rtsp.show(key(mark))
  await until('the stream', () => Promise.resolve(ups >= 4))
  onvif.report()
  let last = 4
  const after = setInterval(() => rtsp.show(key((last += 1))), 20)
  const alarm = await message().finally(() => clearInterval(after))
  expect(alarm.event).toBe('motion')
  // Four in a row, of which the last came after the report.
  const [first = 0] = marksOf(alarm)
  expect(marksOf(alarm)).toEqual([first, first + 1, first + 2, first + 3])
  expect(first + 3).toBeGreaterThanOrEqual(5)
  // The camera goes on reporting while it is quiet here.
  onvif.report()
  await until('the next question', () =>
    Promise.resolve(onvif.asked.filter((name) => name === 'PullMessages').length >= 4),
  )
  expect(messages).toHaveLength(1)
})

it('passes on what the camera has kept while its stream did not play, without pictures of another moment', async () => {
  run()
  await rtsp.untilPlayers(1)
  await subscribed()
  rtsp.drop()
  await expect(running?.ended).rejects.toMatchObject({ problem: 'closed' })
  onvif.report()
  isFull = true
  run({ url: 'rtsp://127.0.0.1:8881/sub' })
  await expect(running?.ended).rejects.toBeInstanceOf(ConnectError)
  expect(messages).toEqual([{ event: 'motion', media: [] }])
})

it('loses no motion whose subscription cannot be stored', async () => {
  await onvif.close()
  onvif = await startOnvifCamera({ ...login, withoutRenewal: true })
  run()
  await rtsp.untilPlayers(1)
  await subscribed()
  rtsp.drop()
  await expect(running?.ended).rejects.toMatchObject({ problem: 'closed' })
  onvif.report()
  keepsPosition = false
  run()
  await expect(running?.ended).rejects.toThrow('no database')
  expect(messages).toMatchObject([{ event: 'motion' }])
})

it.each([
  [
    'a wrong password for ONVIF',
    'events-login',
    {},
    async () => (onvif = await startOnvifCamera({ password: 'other' })),
  ],
  ['a port at which nobody answers', 'events', { onvifPort: 8_881 }, () => Promise.resolve()],
  ['a port at which something else answers', 'events', {}, () => Promise.resolve(onvif.answerAll('<html>'))],
])('says why the camera gives no events: %s', async (_name, problem, change, prepare) => {
  const before = onvif
  await prepare()
  run(change)
  await expect(running?.ended).rejects.toMatchObject({ problem })
  expect(ups).toBe(0)
  if (before !== onvif) await before.close()
})
