import { once } from 'node:events'
import { connect } from 'node:net'
import { type RtspCamera, startRtspCamera } from '@winnow/testkit'
import type { StreamPicture, Watcher } from '@winnow/vision'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createStreamPictures, type StreamPictureDeps } from './fetch-pictures.ts'

/** A key frame with its sets of parameters. Its last byte tells it apart, and comes back as the picture. */
const key = (mark: number) =>
  Buffer.concat([Buffer.from('0000000167010203000000016804050000000165', 'hex'), Buffer.of(7, 7, mark)])

let camera: RtspCamera
let now = 0
let calls = 0
let version = 1
let isBroken = false

const watcher: Watcher = {
  look: () => Promise.reject(new Error('nothing is compared')),
  show: (_, pictures: readonly StreamPicture[]) =>
    Promise.resolve(pictures.map(({ bytes }) => (isBroken ? null : Uint8Array.of(bytes.at(-1) ?? 0)))),
  forget: () => undefined,
  close: () => undefined,
}

const cameraGuard = {
  async connectTcp(host: string, port: number) {
    calls += 1
    const socket = connect(port, host)
    await once(socket, 'connect')
    return socket
  },
} as unknown as StreamPictureDeps['cameraGuard']

const create = (change: Partial<StreamPictureDeps> = {}) =>
  createStreamPictures({
    findStream: async () => ({ url: camera.url, username: '', password: '', connectionId: 'stream', version }),
    cameraGuard,
    log: pino({ enabled: false }),
    watcher,
    monotonicMs: () => now,
    ...change,
  })

beforeEach(async () => {
  ;[now, calls, version, isBroken] = [0, 0, 1, false]
  camera = await startRtspCamera()
})
afterEach(() => camera.close())

it('takes three key frames, and ends the connection · CAMERAS-010', async () => {
  const fetching = create()('view', 'company')
  await camera.untilPlayers(1)
  for (const mark of [1, 2, 3]) camera.show(key(mark))
  expect((await fetching).pictures.map(({ bytes }) => [...bytes])).toEqual([[1], [2], [3]])
  await camera.untilPlayers(0)
})

it('is content with one key frame, if no other comes in time', async () => {
  const fetching = create({ limits: { allMs: 60_000, moreMs: 1 } })('view', 'company')
  await camera.untilPlayers(1)
  camera.show(key(1))
  expect((await fetching).pictures).toHaveLength(1)
})

it('keeps what came before the connection was lost', async () => {
  const fetching = create()('view', 'company')
  await camera.untilPlayers(1)
  camera.show(key(1))
  camera.raw(Buffer.from('nonsense\r\n\r\n'))
  expect((await fetching).pictures).toHaveLength(1)
})

it('shares the pictures of messages that come at the same time, over one connection', async () => {
  const fetch = create()
  const both = [fetch('view', 'company'), fetch('view', 'company')]
  await camera.untilPlayers(1)
  for (const mark of [1, 2, 3]) camera.show(key(mark))
  const [first, second] = await Promise.all(both)
  expect(second).toBe(first)
  expect(calls).toBe(1)
})

it('says why there is no picture, and leaves the camera alone for half a minute', async () => {
  const fetch = create({ limits: { allMs: 1, moreMs: 1 } })
  expect(await fetch('view', 'company')).toEqual({ pictures: [], problem: 'quiet' })
  now = 29_999
  expect(await fetch('view', 'company')).toEqual({ pictures: [], problem: 'quiet' })
  expect(calls).toBe(1)
  now = 30_000
  await fetch('view', 'company')
  expect(calls).toBe(2)
})

it('asks a stream at once that was corrected after it failed', async () => {
  const fetch = create({ limits: { allMs: 1, moreMs: 1 } })
  await fetch('view', 'company')
  version += 1
  await fetch('view', 'company')
  expect(calls).toBe(2)
})

it.each([
  ['a camera whose stream was removed', { findStream: async () => undefined }, 'no-stream'],
  ['a database that does not answer', { findStream: () => Promise.reject(new Error('gone')) }, 'failed'],
])('says why there is no picture: %s', async (_name, change, problem) => {
  expect(await create(change)('view', 'company')).toEqual({ pictures: [], problem })
})

it('says that nothing could be decoded', async () => {
  isBroken = true
  const fetching = create()('view', 'company')
  await camera.untilPlayers(1)
  for (const mark of [1, 2, 3]) camera.show(key(mark))
  expect(await fetching).toEqual({ pictures: [], problem: 'codec' })
})

it('does not wait for a decoder that others keep busy', async () => {
  const waits: Watcher = { ...watcher, show: () => Promise.withResolvers<never>().promise }
  const fetching = create({ watcher: waits, limits: { decodeMs: 1 } })('view', 'company')
  await camera.untilPlayers(1)
  for (const mark of [1, 2, 3]) camera.show(key(mark))
  expect(await fetching).toEqual({ pictures: [], problem: 'busy' })
})

it('asks eight cameras of a company at once and refuses its ninth, while another company has places of its own', async () => {
  const waits = Promise.withResolvers<undefined>()
  const fetch = create({ findStream: () => waits.promise })
  const eight = (company: string) => Array.from({ length: 8 }, (_, n) => fetch(`${company} ${n}`, company))
  const asked = [...eight('one'), ...eight('two')]
  expect(await fetch('another', 'one')).toEqual({ pictures: [], problem: 'busy' })
  // Two companies have taken what may be taken by those that have places. Sixteen others get their first all the same.
  const firsts = Array.from({ length: 16 }, (_, n) => fetch(`first ${n}`, `company ${n}`))
  expect(await fetch('second', 'company 0')).toEqual({ pictures: [], problem: 'busy' })
  waits.resolve(undefined)
  const answers = await Promise.all([...asked, ...firsts])
  expect(answers.every(({ problem }) => problem === 'no-stream')).toBe(true)
  expect(await fetch('another', 'one')).toEqual({ pictures: [], problem: 'no-stream' })
})
