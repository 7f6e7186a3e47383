// The reading of events against the mock device of npm onvif, which reports motion without a pause and renews nothing.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterEach, expect, it } from 'vitest'
import { EventSession } from './event-session.ts'

let mock: ChildProcess | undefined
afterEach(() => mock?.kill('SIGKILL'))

async function start(): Promise<number> {
  const program = `
    require('coffeescript/register')
    const { server } = require('onvif/test/serverMockup.coffee')
    const tell = () => console.log(server.address().port)
    server.listening ? tell() : server.on('listening', tell)`
  const port = 20_000 + (process.pid % 20_000)
  mock = spawn(process.execPath, ['-e', program], {
    cwd: new URL('../../../..', import.meta.url),
    env: { ...process.env, PORT: String(port), HOSTNAME: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (mock.stdout) for await (const line of createInterface({ input: mock.stdout })) return Number(line)
  throw new Error('the mock device did not start')
}

it('reads motion that is reported without a pause, and subscribes anew where nothing is renewed', async () => {
  const port = await start()
  let now = 1
  const session = new EventSession<'unreachable'>({
    user: 'admin',
    password: 'admin',
    path: '/onvif/device_service',
    stream: '/h264main',
    now: () => new Date(),
    monotonicMs: () => now,
    async post(path, body) {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body })
      return { ok: true, status: reply.status, wwwAuthenticate: undefined, body: await reply.text() }
    },
  })
  await session.open(null)
  expect((await session.pull()).subscription).toMatchObject({
    address: `http://127.0.0.1:${port}/onvif/subscription?Idx=6`,
  })
  const seen = new Set<string>()
  for (let asked = 0; asked < 50; asked++) for (const event of (await session.pull()).motion) seen.add(event)
  expect([...seen]).toEqual(['motion'])
  // It grants five seconds, and does not know the call with which they are renewed.
  now += 2_600
  expect((await session.pull()).subscription).toBeDefined()
})
