import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { discoverStreams } from './discover-streams.ts'

const open: { close: () => unknown }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

/** A camera of our own: `answer` gets the request's path and login, and gives the reply. */
async function startCamera(answer: (path: string, authorization: string | undefined, socket: Socket) => string) {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.on('data', (data) => {
      const [first = '', ...lines] = data.toString().split('\r\n')
      const path = /rtsp:\/\/[^/]*(\S*)/.exec(first)?.[1] ?? ''
      const login = lines.find((line) => line.startsWith('Authorization: '))
      const use = /nc=0*(\d+)/.exec(login ?? '')?.[1]
      asked.push(`${path}${login ? ` with login ${use}` : ''}`)
      socket.write(answer(path, login, socket))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The camera has no port')
  return { asked, port: address.port, connections: () => sockets.size }
}

let clock = 0
const find = (port: number, user: string | undefined = 'admin') =>
  discoverStreams({
    host: '127.0.0.1',
    port,
    user,
    password: 'sesam',
    channel: 2,
    totalMs: 30_000,
    monotonicMs: () => clock,
    async connect() {
      const socket = net.connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    },
  })

const CHALLENGE = 'RTSP/1.0 401 Unauthorized\r\nWWW-Authenticate: Digest realm="cam", nonce="n", qop="auth"\r\n\r\n'
const STALE = CHALLENGE.replace('qop', 'stale=TRUE, qop')
const MISSING = 'RTSP/1.0 404 Not Found\r\n\r\n'
const SDP = 'v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H265/90000\r\n'
const FOUND = `RTSP/1.0 200 OK\r\nContent-Length: ${SDP.length}\r\n\r\n${SDP}`

it('asks for the paths of makes until one has a stream, and then for its sub-stream · CAMERAS-013', async () => {
  const camera = await startCamera((path) => (path.startsWith('/cam/realmonitor') ? FOUND : MISSING))
  const { streams, tries, problem } = await find(camera.port)
  expect(streams.map(({ url, make, codec }) => [url, make, codec])).toEqual([
    [`rtsp://127.0.0.1:${camera.port}/cam/realmonitor?channel=2&subtype=0`, 'Dahua', 'H265'],
    [`rtsp://127.0.0.1:${camera.port}/cam/realmonitor?channel=2&subtype=1`, 'Dahua', 'H265'],
  ])
  expect([tries, problem]).toEqual([4, null])
})

it('ends at the second refusal, before the device locks the user', async () => {
  const camera = await startCamera(() => CHALLENGE)
  expect(await find(camera.port)).toEqual({ streams: [], tries: 1, problem: 'login' })
  expect(camera.asked).toEqual(['/Streaming/Channels/201', '/Streaming/Channels/201 with login 1'])
})

it('sends no user unasked, and nothing twice without one', async () => {
  const camera = await startCamera(() => CHALLENGE)
  const reply = await discoverStreams({
    host: '127.0.0.1',
    port: camera.port,
    user: undefined,
    password: '',
    channel: 1,
    totalMs: 30_000,
    monotonicMs: () => clock,
    async connect() {
      const socket = net.connect(camera.port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    },
  })
  expect(reply.problem).toBe('login')
  expect(camera.asked).toHaveLength(1)
})

it('goes on when only the nonce has grown old', async () => {
  let requests = 0
  const camera = await startCamera((path, login) => {
    requests += 1
    if (!login) return CHALLENGE
    if (requests === 3) return STALE
    return path === '/Streaming/Channels/201' ? FOUND : MISSING
  })
  expect(await find(camera.port)).toMatchObject({ problem: null, tries: 2 })
  // Each use of a nonce is counted from 1.
  expect(camera.asked.slice(1).map((line) => line.slice(-1))).toEqual(['1', '2', '1'])
})

it('makes at most 20 tries, also at a device that closes the connection after each', async () => {
  const camera = await startCamera((_path, _login, socket) => {
    setImmediate(() => socket.end())
    return MISSING
  })
  const { tries, problem } = await find(camera.port)
  expect(tries).toBeLessThanOrEqual(20)
  expect(camera.connections()).toBeLessThanOrEqual(20)
  expect(problem).toBe('none')
})

it('ends when the time is over', async () => {
  const camera = await startCamera(() => {
    clock += 16_000
    return MISSING
  })
  expect(await find(camera.port)).toEqual({ streams: [], tries: 2, problem: 'none' })
})

it.each([
  ['speaks HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['sends no end', `RTSP/1.0 200 OK\r\n${'x'.repeat(80_000)}`],
])('ends with a device that %s', async (_name, reply) => {
  expect(await find((await startCamera(() => reply)).port)).toEqual({ streams: [], tries: 1, problem: 'closed' })
})

it('follows no redirect', async () => {
  const other = await startCamera(() => FOUND)
  const moved = `RTSP/1.0 302 Moved\r\nLocation: rtsp://127.0.0.1:${other.port}/\r\n\r\n`
  expect(await find((await startCamera(() => moved)).port)).toMatchObject({ streams: [], problem: 'none' })
  expect(other.asked).toEqual([])
})
