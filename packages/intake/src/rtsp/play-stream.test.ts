import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { startRtspCamera, type RtspCamera, type RtspCameraOptions } from '@winnow/testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { toAnnexB } from './nal-units.ts'
import type { CodedPicture } from './picture-assembler.ts'
import { type PlayLimits, playStream } from './play-stream.ts'

const SETS = [Buffer.of(0x67, 1, 2, 3), Buffer.of(0x68, 4, 5)]
const key = (bytes: number, fill = 9) => Buffer.concat([Buffer.of(0x65), Buffer.alloc(bytes, fill)])
const other = Buffer.concat([Buffer.of(0x41), Buffer.alloc(3_000, 8)])

let camera: RtspCamera | undefined
let stop = new AbortController()
afterEach(async () => {
  vi.useRealTimers()
  stop.abort()
  stop = new AbortController()
  await camera?.close()
  camera = undefined
})

interface Played {
  socket: Socket
  pictures: CodedPicture[]
  /** The next picture that comes. */
  next: () => Promise<CodedPicture>
  ended: Promise<unknown>
}

async function play(
  options: RtspCameraOptions = {},
  {
    keysOnly = true,
    password = 'sesam',
    ...limits
  }: { keysOnly?: boolean; password?: string } & Partial<PlayLimits> = {},
): Promise<Played> {
  camera = await startRtspCamera(options)
  const socket = net.connect(camera.port, '127.0.0.1')
  await once(socket, 'connect')
  const pictures: CodedPicture[] = []
  let waiting = Promise.withResolvers<CodedPicture>()
  const ended = playStream({
    socket,
    url: camera.url,
    user: 'admin',
    password,
    keysOnly: () => keysOnly,
    onPicture(picture) {
      pictures.push(picture)
      waiting.resolve(picture)
      waiting = Promise.withResolvers()
    },
    signal: stop.signal,
    limits: { replyMs: 2_000, ...limits },
  }).catch((error: unknown) => (error instanceof Error && 'problem' in error ? error.problem : error))
  return { socket, pictures, next: () => waiting.promise, ended }
}

it('plays key frames with the sets of parameters that came last, and none of the others', async () => {
  const { next, pictures } = await play({ login: { user: 'admin', password: 'sesam' } })
  await camera?.untilPlayers(1)
  let shown = next()
  camera?.show(toAnnexB([...SETS, key(5_000)]))
  expect(await shown).toMatchObject({ isKey: true, nals: [...SETS, key(5_000)] })
  shown = next()
  camera?.show(toAnnexB([other]))
  camera?.show(toAnnexB([key(100), key(200)]))
  expect((await shown).nals).toEqual([...SETS, key(100), key(200)])
  expect(pictures).toHaveLength(2)
  // Asked without a login first, then with it, and never again without.
  expect(camera?.asked).toEqual(['DESCRIBE', 'DESCRIBE', 'SETUP', 'PLAY'])
})

it('plays every picture to whoever looks', async () => {
  const { next } = await play({}, { keysOnly: false })
  await camera?.untilPlayers(1)
  let shown = next()
  camera?.show(toAnnexB([...SETS, key(10)]))
  const first = await shown
  shown = next()
  camera?.show(toAnnexB([other]), { ticks: 18_000 })
  const second = await shown
  expect(second).toMatchObject({ isKey: false, nals: [other] })
  expect(second.rtpTime - first.rtpTime).toBe(18_000)
})

it('tells the device that it ends', async () => {
  const { ended } = await play()
  await camera?.untilPlayers(1)
  stop.abort(new Error('enough'))
  expect(await ended).toEqual(new Error('enough'))
  await camera?.untilPlayers(0)
  expect(camera?.asked.at(-1)).toBe('TEARDOWN')
})

it.each<[string, RtspCameraOptions, string]>([
  ['asks for another login', { login: { user: 'admin', password: 'other' } }, 'login'],
  [
    'takes the login back',
    {
      login: { user: 'admin', password: 'sesam' },
      reply: (method, text) =>
        method === 'SETUP'
          ? text.replace('200 OK', '401 Unauthorized\r\nWWW-Authenticate: Digest realm="camera", nonce="n"')
          : text,
    },
    'login',
  ],
  ['redirects', { reply: () => 'RTSP/1.0 302 Found\r\nCSeq: 1\r\nLocation: rtsp://127.0.0.1:1/\r\n\r\n' }, 'redirect'],
  ['has no such stream', { reply: () => 'RTSP/1.0 404 Not Found\r\nCSeq: 1\r\n\r\n' }, 'not-found'],
  ['serves others', { reply: () => 'RTSP/1.0 453 Not Enough Bandwidth\r\nCSeq: 1\r\n\r\n' }, 'busy'],
  ['has no video', { sdp: () => ['v=0', 'm=audio 0 RTP/AVP 0'] }, 'codec'],
  ['has another video', { sdp: (lines) => lines.map((line) => line.replace('H264', 'VP8')) }, 'codec'],
  ['speaks another protocol', { reply: () => 'HTTP/1.1 200 OK\r\n\r\n' }, 'answer'],
  ['lies about sizes', { reply: () => 'RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 999999\r\n\r\n' }, 'answer'],
  [
    'opens no session',
    { reply: (method, text) => (method === 'SETUP' ? text.replace(/Session.*\r\n/, '') : text) },
    'answer',
  ],
])('says so when a device %s', async (_name, options, problem) => {
  const { ended } = await play(options)
  expect(await ended).toBe(problem)
  // A device that refuses a login locks its user after a few of them.
  expect(camera?.asked.filter((method) => method === 'DESCRIBE').length).toBeLessThanOrEqual(2)
  expect(camera?.asked.filter((method) => method === 'SETUP').length).toBeLessThanOrEqual(1)
})

it('ends when a device does not answer', async () => {
  const { ended } = await play({ reply: () => '' }, { replyMs: 20 })
  expect(await ended).toBe('timeout')
})

it('ends when a stream stalls, or never shows a key frame', async () => {
  const stalled = await play({}, { stallMs: 20 })
  expect(await stalled.ended).toBe('stalled')
  await camera?.close()
  const keyless = await play({}, { keyFrameMs: 10 })
  await camera?.untilPlayers(1)
  const sending = setInterval(() => camera?.show(toAnnexB([other])), 2)
  expect(await keyless.ended).toBe('no-key-frame')
  clearInterval(sending)
})

it('ends when only reports about the stream (RTCP) go on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { socket, ended } = await play()
  await expect.poll(() => vi.getTimerCount()).toBe(2)
  const received = once(socket, 'data')
  camera?.raw(Buffer.of(0x24, 1, 0, 8, 0x80, 201, 0, 1, 0, 0, 0, 1))
  await received
  vi.advanceTimersByTime(15_000)
  expect(await ended).toBe('stalled')
})

it('ends when the device hangs up, or sends what is no stream', async () => {
  const dropped = await play()
  await camera?.untilPlayers(1)
  camera?.drop()
  expect(await dropped.ended).toBe('closed')
  await camera?.close()
  const garbage = await play()
  await camera?.untilPlayers(1)
  camera?.raw(Buffer.from('garbage'))
  expect(await garbage.ended).toBe('answer')
})

it('asks the same connection, whatever address the device names', async () => {
  const { next } = await play({
    reply: (_method, text) => text.replace(/Content-Base: .*\r\n/, 'Content-Base: rtsp://192.0.2.1:9/elsewhere/\r\n'),
  })
  await camera?.untilPlayers(1)
  const shown = next()
  camera?.show(toAnnexB([...SETS, key(10)]))
  expect((await shown).isKey).toBe(true)
})
