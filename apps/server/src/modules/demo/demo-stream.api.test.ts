import { once } from 'node:events'
import { createServer } from 'node:net'
import { type ClipPart, showStream } from '@winnow/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { loadEnv } from '../../platform/env.ts'
import { startConnect, startWorker } from '../../roles.ts'
import { STREAM_CAMERA } from './demo-cameras.ts'
import { chooseStreamPort, firstStart, keepDemoStream, type NewAccount, removeDemo } from './index.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterEach(async () => {
  const { media, tables } = server.container.deps
  await removeDemo(server.database.runtime, media, tables)
  await inSystem(server.database.runtime, (tx) => tx.deleteFrom('company').execute())
})
afterAll(() => server.close())

/** Another process of the same installation, with these settings. */
async function startBeside(options: TestServerOptions): Promise<TestServer> {
  const beside = await startTestServer({ beside: server, ...options })
  onTestFinished(() => beside.close())
  return beside
}

/** The first start of a demo. @returns the accounts by their labels */
async function makeDemo(hasStream = true): Promise<ReadonlyMap<string, NewAccount>> {
  const made: NewAccount[] = []
  const announce = async (accounts: NewAccount[]) => void made.push(...accounts)
  await firstStart(server.database.runtime, server.container.deps.hasher, { demo: true, hasStream, announce })
  return new Map(made.map((account) => [account.label, account]))
}
const envOf = (settings: Record<string, string> = {}) =>
  loadEnv({ WINNOW_DATA: '/nowhere', WINNOW_DEMO: 'on', ...settings })
const choose = (settings?: Record<string, string>) => chooseStreamPort(server.database.runtime, envOf(settings))
const keep = (port: number | undefined) => {
  const { keys, wakes } = server.container.deps
  return keepDemoStream(server.database.runtime, { keys, wakes, now: new Date() }, port)
}
const streams = () =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('connection')
      .innerJoin('view', 'view.id', 'connection.view_id')
      .select(['view.name', 'connection.settings'])
      .where('connection.kind', '=', 'rtsp')
      .execute(),
  )
const changeSettings = (settings: object) =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .updateTable('connection')
      .set({ settings: JSON.stringify(settings) })
      .execute(),
  )
const urlOf = async () => (await streams()).map(({ settings }) => (settings as { url: string }).url)

describe("the port of the demo's stream", () => {
  it('is chosen where a start makes, shows and reads it, and nowhere else', async () => {
    expect(await choose()).toBeGreaterThan(1_023)
    expect(await choose({ WINNOW_DEMO: 'still' })).toBeUndefined()
    expect(await choose({ WINNOW_DEMO: 'off' })).toBeUndefined()
    expect(await choose({ WINNOW_HTTP_HOST: '0.0.0.0', WINNOW_INSECURE_HTTP: 'yes', WINNOW_DEMO: '' })).toBeUndefined()
    expect(await choose({ WINNOW_ROLES: 'api,intake,worker' })).toBeUndefined()
    expect(await choose({ WINNOW_ROLES: 'connect' })).toBeUndefined()
  })

  it('is not chosen in a database without the demo, or with one that was made without a stream', async () => {
    await makeDemo(false)
    expect(await choose()).toBeUndefined()
    await keep(18_554)
    expect(await streams()).toEqual([])
    await removeDemo(server.database.runtime, server.container.deps.media, server.container.deps.tables)
    expect(await choose()).toBeUndefined()
  })

  it('stays the same at the next start, and is another one, which is stored, where it is taken', async () => {
    await makeDemo()
    const first = await choose()
    await keep(first)
    expect(await urlOf()).toEqual([`rtsp://127.0.0.1:${first}/demo`])
    expect(await choose()).toBe(first)
    // A port that this start listens at itself, only later.
    expect(await choose({ WINNOW_SMTP_PORT: String(first) })).not.toBe(first)

    const taken = createServer().listen(first, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const second = await choose()
    expect(second).not.toBe(first)
    await keep(second)
    expect(await urlOf()).toEqual([`rtsp://127.0.0.1:${second}/demo`])
  })
})

describe("the demo's camera with a stream", () => {
  it('keeps what a person changed of its stream when the port changes', async () => {
    await makeDemo()
    await keep(18_554)
    const [stream] = await streams()
    await changeSettings({ ...(stream?.settings as object), coolDownSeconds: 90 })
    await keep(18_555)
    expect(await streams()).toMatchObject([
      { name: STREAM_CAMERA.name, settings: { url: 'rtsp://127.0.0.1:18555/demo', coolDownSeconds: 90 } },
    ])
  })

  it('has no connection that could fail where no stream is shown, and gets it again', async () => {
    const admin = (await makeDemo()).get('Demo admin')
    await keep(18_554)
    await keep(undefined)
    expect(await streams()).toEqual([])
    const { id } = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('view').select('id').where('name', '=', STREAM_CAMERA.name).executeTakeFirstOrThrow(),
    )
    const status = await callApi(server, await logIn(admin), 'GET', `/v1/view/${id}/rtsp-status`)
    expect(status.body).toMatchObject({ state: 'none', problem: null })
    await keep(18_555)
    expect(await urlOf()).toEqual(['rtsp://127.0.0.1:18555/demo'])
  })

  it('is left alone once a person entered another stream', async () => {
    await makeDemo()
    await keep(18_554)
    const [stream] = await streams()
    await changeSettings({ ...(stream?.settings as object), url: 'rtsp://192.0.2.20/sub' })
    expect(await choose()).toBeUndefined()
    await keep(18_555)
    await keep(undefined)
    expect(await urlOf()).toEqual(['rtsp://192.0.2.20/sub'])
  })
})

describe('the guard of cameras', () => {
  const PORT = 18_554
  const guards = async (demo: string, demoStreamPort?: number) => {
    const settings = { WINNOW_DEMO: demo }
    const { container } = await startBeside({ settings, ...(demoStreamPort === undefined ? {} : { demoStreamPort }) })
    const { cameraGuard, guard } = container.deps
    return {
      cameras: (port: number) => cameraGuard.resolveForTcp('127.0.0.1', port),
      receivers: (port: number) => guard.resolveForTcp('127.0.0.1', port),
    }
  }

  it("opens the port of the demo's stream alone, and to cameras alone", async () => {
    const at = await guards('on', PORT)
    expect(await at.cameras(PORT)).toMatchObject({ ok: true })
    expect(await at.cameras(PORT + 1)).toMatchObject({ ok: false, code: 'loopback' })
    expect(await at.cameras(554)).toMatchObject({ ok: false, code: 'loopback' })
    expect(await at.receivers(PORT)).toMatchObject({ ok: false, code: 'loopback' })
  })

  it.each(['off', 'still'])('opens nothing where the demo is %s', async (demo) => {
    expect(await (await guards(demo, PORT)).cameras(PORT)).toMatchObject({ ok: false, code: 'loopback' })
  })

  it('opens nothing in a demo without a stream', async () => {
    expect(await (await guards('on')).cameras(PORT)).toMatchObject({ ok: false, code: 'loopback' })
  })
})

/** The session of an account. */
async function logIn(account: NewAccount | undefined): Promise<{ cookie: string }> {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/auth',
    payload: { email: account?.email, password: account?.password },
    headers: { 'x-requested-with': 'x' },
  })
  return { cookie: reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}

/** Somebody walks through now and then, with hardly any pause. */
function* walks(): Generator<ClipPart, never> {
  for (;;) yield* ['quiet', 'quiet', 'quiet', 'person'] as const
}

/** Milliseconds: processes that decode and analyse are started, and networks loaded. */
const SLOW = 180_000

it(
  "the demo's stream is read, and whoever walks through is an alarm that is decided · CAMERAS-010",
  async () => {
    const stream = await showStream({ plan: walks(), everyMs: 40 })
    onTestFinished(() => stream.close())
    const admin = (await makeDemo()).get('Demo admin')
    await keep(stream.port)
    const { container } = await startBeside({
      settings: { WINNOW_DEMO: 'on', WINNOW_ROLES: 'api,worker,connect', WINNOW_DEADLINE_SECONDS: '120' },
      demoStreamPort: stream.port,
    })
    const parts = [...startWorker(container), startConnect(container)]
    try {
      const session = await logIn(admin)
      const alarm = await until(
        'a verdict',
        async () => {
          const { body } = await callApi(server, session, 'POST', '/viewalarms', {})
          const [first] = (body as { rows: { verdict: string | null; viewName: string }[] }).rows
          return first !== undefined && first.verdict !== null && first
        },
        SLOW - 10_000,
      )
      expect(alarm).toMatchObject({ verdict: 'true', viewName: STREAM_CAMERA.name })
    } finally {
      await Promise.all(parts.map((part) => part.stop()))
    }
  },
  SLOW,
)
