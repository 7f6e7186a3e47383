import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSmtpSink } from '@winnow/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { findFreePort, isPortFree } from '../../platform/postgres/free-port.ts'
import { createLogger } from '../../platform/log.ts'
import { startSimulator, type Simulator } from './start-simulator.ts'

let dataDir: string
let simulator: Simulator | undefined
let sink: Awaited<ReturnType<typeof createSmtpSink>>
const lines: string[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'winnow-simulator-'))
  sink = await createSmtpSink()
})
afterEach(async () => {
  await simulator?.stop()
  await sink.close()
  await rm(dataDir, { recursive: true, force: true })
  lines.length = 0
})

async function start(
  options: { silentMs?: number; program?: string; stream?: { port: number } } = {},
): Promise<Simulator> {
  const camera = { viewId: 'v', name: 'Gate', address: 'gate@x.example', via: 'smtp', vendor: 'plain' } as const
  simulator = await startSimulator(
    { token: 'wn_x', cameras: [{ ...camera, kinds: ['wind'], seed: 1 }] },
    {
      dataDir,
      smtp: { host: '127.0.0.1', port: sink.port },
      httpUrl: 'http://127.0.0.1:9',
      log: createLogger({ level: 'info', write: (line) => lines.push(line) }),
      ...options,
    },
  )
  return simulator
}
const another = (than: number | undefined) =>
  until('another process', async () => {
    const pid = simulator?.pid()
    return pid !== undefined && pid !== than && pid
  })

it('a killed simulator is started again and sends again; the log records it', async () => {
  const running = await start()
  const first = running.pid()
  await sink.received(1)
  process.kill(first ?? 0, 'SIGKILL')
  await another(first)
  await sink.received(2)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    code: null,
    signal: 'SIGKILL',
    msg: 'the camera simulator ended and is started again',
  })
})

it('a hanging simulator is killed and started again', async () => {
  const program = fileURLToPath(new URL('silent-simulator.fixture.ts', import.meta.url))
  const running = await start({ silentMs: 500, program })
  await another(running.pid())
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'the camera simulator says nothing any more and is ended',
    'the camera simulator ended and is started again',
  ])
})

it('a stopped simulator stays stopped, and its token file is deleted', async () => {
  const running = await start()
  const { token } = (JSON.parse(await readFile(join(dataDir, 'simulator.json'), 'utf8')) as { http: { token: string } })
    .http
  expect(token).toBe('wn_x')
  const first = running.pid() ?? 0
  await running.stop()
  expect(running.pid()).toBeUndefined()
  expect(() => process.kill(first, 0)).toThrow(/ESRCH/)
  await expect(readFile(join(dataDir, 'simulator.json'))).rejects.toThrow(/ENOENT/)
  expect(lines).toEqual([])
})

it('shows the stream at its port, again after it was killed, and frees the port when it stops', async () => {
  const port = await findFreePort()
  const asks = async (): Promise<string | undefined> => {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      socket.write(`DESCRIBE rtsp://127.0.0.1:${port}/demo RTSP/1.0\r\nCSeq: 1\r\n\r\n`)
      const [reply] = (await once(socket, 'data')) as [Buffer]
      return reply.toString('latin1').split('\r\n')[0]
    } catch {
      return undefined
    } finally {
      socket.destroy()
    }
  }
  const running = await start({ stream: { port } })
  expect(await until('a reply', asks)).toBe('RTSP/1.0 200 OK')
  const first = running.pid()
  process.kill(first ?? 0, 'SIGKILL')
  await another(first)
  expect(await until('a reply of the next one', asks)).toBe('RTSP/1.0 200 OK')
  await running.stop()
  expect(await isPortFree(port)).toBe(true)
})
