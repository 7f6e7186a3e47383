// The search for streams against GStreamer's RTSP server, with the logins that cameras ask for.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { discoverStreams } from './discover-streams.ts'

let server: ChildProcess | undefined
afterEach(async () => {
  const ended = server && once(server, 'exit')
  server?.kill('SIGKILL')
  await ended
  server = undefined
})

async function start(login: 'basic' | 'digest', ...paths: string[]): Promise<number> {
  const program = fileURLToPath(new URL('../testing/gst-rtsp-server.py', import.meta.url))
  const child = spawn('/usr/bin/python3', [program, login, ...paths], { stdio: ['ignore', 'pipe', 'inherit'] })
  server = child
  for await (const line of createInterface({ input: child.stdout })) return Number(line)
  throw new Error('the server of gir1.2-gst-rtsp-server-1.0 did not start')
}

const find = (port: number, password: string | undefined) =>
  discoverStreams({
    host: '127.0.0.1',
    port,
    user: password === undefined ? undefined : 'admin',
    password: password ?? '',
    channel: 1,
    totalMs: 30_000,
    monotonicMs: () => performance.now(),
    async connect() {
      const socket = net.connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    },
  })

it.each(['basic', 'digest'] as const)('finds a stream behind a %s login · CAMERAS-013', async (login) => {
  const port = await start(login, '/axis-media/media.amp')
  expect(await find(port, 'sesam')).toMatchObject({
    streams: [{ url: `rtsp://127.0.0.1:${port}/axis-media/media.amp`, make: 'Axis', codec: 'JPEG' }],
    tries: 5,
    problem: null,
  })
  // This server asks for a login only where it has a stream.
  expect(await find(port, 'wrong')).toEqual({ streams: [], tries: 5, problem: 'login' })
  expect(await find(port, undefined)).toEqual({ streams: [], tries: 5, problem: 'login' })
})

it('finds the main and the sub-stream of a make', async () => {
  const port = await start('digest', '/Streaming/Channels/101', '/Streaming/Channels/102')
  const { streams } = await find(port, 'sesam')
  expect(streams.map(({ url }) => new URL(url).pathname)).toEqual([
    '/Streaming/Channels/101',
    '/Streaming/Channels/102',
  ])
})
