import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type LoggedIn } from '../../../test/factories.ts'
import { until } from '../../../test/until.ts'
import { inSystem, inTenant, type Tx } from '../../platform/db/transaction.ts'
import { startLiveWorld, type LiveWorld } from './live.fixture.ts'

let world: LiveWorld

beforeAll(async () => {
  world = await startLiveWorld()
})
afterEach(() => {
  vi.restoreAllMocks()
  world.leave()
})
afterAll(() => world.close())

const grant = (user: LoggedIn, siteId: string) =>
  inSystem(world.server.database.runtime, (tx) =>
    tx
      .insertInto('user_grant')
      .values({ user_id: user.userId, company_id: world.tenant.companyId, node_type: 'site', node_id: siteId })
      .execute(),
  )

const change = (work: (tx: Tx) => Promise<unknown>) => inSystem(world.server.database.runtime, work)

describe('a stream', () => {
  async function newUser(grantedSite?: string): Promise<LoggedIn> {
    const userType = grantedSite ? 'EXTERNAL_USER' : 'OPERATOR_USER'
    const user = await createLoggedIn(world.server.database.runtime, { companyId: world.tenant.companyId, userType })
    if (grantedSite) await grant(user, grantedSite)
    return user
  }

  it('ends at once with the logout · SESSION-008', async () => {
    const user = await newUser()
    const stream = await world.listen(user.cookie)
    await stream.position()
    await world.server.app.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { cookie: user.cookie, 'x-requested-with': 'winnow' },
    })
    await stream.ends()
    expect(stream.names()).toEqual(['session.ended'])
  })

  it('ends at once when an administrator ends the user’s sessions, and other streams continue', async () => {
    const [user, bystander] = [await newUser(), await newUser()]
    const [stream, untouched] = [await world.listen(user.cookie), await world.listen(bystander.cookie)]
    await stream.position()
    const reply = await callApi(world.server, world.tenant.admin, 'DELETE', `/v1/user/${user.userId}/sessions`)
    expect(reply).toEqual({ status: 200, body: { ended: 1 } })
    await stream.ends()
    expect(stream.names()).toEqual(['session.ended'])
    await world.announce('still here')
    expect(await untouched.hears(1)).toEqual(['still here'])
  })

  it.each<[string, (user: LoggedIn) => Promise<unknown>]>([
    [
      'its user is disabled',
      (user) =>
        change((tx) =>
          tx.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', user.userId).execute(),
        ),
    ],
    [
      'its user becomes another type',
      (user) =>
        change((tx) =>
          tx.updateTable('app_user').set({ user_type: 'MEMBER_USER' }).where('id', '=', user.userId).execute(),
        ),
    ],
    [
      'its session has come to its end',
      (user) =>
        change((tx) =>
          tx.updateTable('session').set({ expires_at: world.clock.now() }).where('id', '=', user.sessionId).execute(),
        ),
    ],
    [
      'nobody has used its session for long',
      (user) =>
        change((tx) =>
          tx
            .updateTable('session')
            .set({ keep_logged_in: false, last_used_at: new Date(world.clock.now().getTime() - 12 * 3_600_000) })
            .where('id', '=', user.sessionId)
            .execute(),
        ),
    ],
    [
      'nobody has used its session for a week that was to be kept',
      (user) =>
        change((tx) =>
          tx
            .updateTable('session')
            .set({ keep_logged_in: true, last_used_at: new Date(world.clock.now().getTime() - 7 * 24 * 3_600_000) })
            .where('id', '=', user.sessionId)
            .execute(),
        ),
    ],
  ])('ends when %s', async (_what, happens) => {
    const [user, bystander] = [await newUser(), await newUser()]
    const [stream, untouched] = [await world.listen(user.cookie), await world.listen(bystander.cookie)]
    await stream.position()
    await world.check()
    expect(stream.names()).toEqual([])
    await happens(user)
    await world.check()
    await stream.ends()
    expect(stream.names()).toEqual(['session.ended'])
    await world.announce('still here')
    expect(await untouched.hears(1)).toEqual(['still here'])
  })

  it('ends when its user’s grants change, and the next stream has the new grants', async () => {
    const elsewhere = await createTenant(world.server.database.runtime)
    const user = await newUser(world.tenant.siteId)
    const stream = await world.listen(user.cookie)
    await stream.position()
    await inTenant(world.server.database.runtime, world.tenant.companyId, (tx) =>
      world.say(tx, world.tenant, 'out of sight', { projectId: elsewhere.projectId, siteId: elsewhere.siteId }),
    )
    await world.announce('in sight')
    expect(await stream.hears(1)).toEqual(['in sight'])
    await grant(user, elsewhere.siteId)
    await world.check()
    await stream.ends()
    const next = await world.listen(user.cookie)
    await next.position()
    await inTenant(world.server.database.runtime, world.tenant.companyId, (tx) =>
      world.say(tx, world.tenant, 'in sight now', { projectId: elsewhere.projectId, siteId: elsewhere.siteId }),
    )
    expect(await next.hears(1)).toEqual(['in sight now'])
  })

  it.each([
    ['user who may only create tokens', 'CREATE_TOKEN_USER', []],
    ['supervisor, whom it would tell the verdict', 'MEMBER_USER', ['SUPERVISOR']],
  ] as const)('of a %s contains no alarms', async (_who, userType, roles) => {
    const maker = await createLoggedIn(world.server.database.runtime, { companyId: world.tenant.companyId, userType })
    await inTenant(world.server.database.runtime, world.tenant.companyId, (tx) =>
      tx
        .updateTable('app_user')
        .set({ extra_roles: [...roles] })
        .where('id', '=', maker.userId)
        .execute(),
    )
    const [deaf, witness] = [await world.listen(maker.cookie), await world.listen(world.tenant.admin.cookie)]
    await deaf.position()
    await world.announce('secret')
    await witness.hears(1)
    await world.server.container.deps.bus.refresh()
    expect(deaf.names()).toEqual([])
  })

  it('is closed if its client does not read, and the others continue', async () => {
    await until('earlier streams to be gone', async () => world.count() === 0)
    const [slow, quick] = [await world.listen(world.tenant.admin.cookie), await world.listen(world.tenant.admin.cookie)]
    await slow.position()
    slow.response.pause()
    const filler = 'x'.repeat(50_000)
    // Sends more than the buffers of both ends can hold, at a rate that a reader can follow.
    let sent = 0
    for (; world.count() > 1 && sent < 1_000; sent += 10) {
      await inTenant(world.server.database.runtime, world.tenant.companyId, async (tx) => {
        for (let part = 0; part < 10; part++) await world.say(tx, world.tenant, `${sent + part} ${filler}`)
      })
      await quick.hears(sent + 10)
    }
    await world.announce('afterwards')
    expect((await quick.hears(sent + 1)).at(-1)).toBe('afterwards')
    expect(world.count()).toBe(1)
    expect(slow.names().length).toBeLessThan(sent)
  })

  it('is removed from the server when the browser disconnects', async () => {
    await until('earlier streams to be gone', async () => world.count() === 0)
    const timers = world.ticker.count()
    const stream = await world.listen(world.tenant.admin.cookie)
    await stream.position()
    expect([world.count(), world.ticker.count()]).toEqual([1, timers + 1])
    stream.close()
    await until('the stream to be forgotten', async () => world.count() === 0)
    expect(world.ticker.count()).toBe(timers)
  })

  it('is removed from the server when the browser disconnects before the login is checked', async () => {
    await until('earlier streams to be gone', async () => world.count() === 0)
    const timers = world.ticker.count()
    const added = vi.spyOn(world.server.container.deps.hub, 'add')
    const blocker = new Client({ connectionString: world.server.database.superuserUrl })
    await blocker.connect()
    try {
      await blocker.query('begin; lock table session in access exclusive mode')
      const socket = connect(world.port, '127.0.0.1')
      socket.write(
        `GET /api/v1/server-sent-events HTTP/1.1\r\nhost: winnow\r\ncookie: ${world.tenant.admin.cookie}\r\n\r\n`,
      )
      const [asked] = await once(world.server.app.server, 'request')
      const gone = new Promise((resolve) => asked.socket.once('close', resolve))
      socket.resetAndDestroy()
      await gone
    } finally {
      await blocker.end()
    }
    await until('the stream to begin', async () => added.mock.calls.length > 0)
    expect([world.count(), world.ticker.count()]).toEqual([0, timers])
  })

  /** Advances the time in steps with at most one check of the streams each, and waits for each check. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 3_000) {
      world.ticker.advance(Math.min(left, 3_000))
      await world.check()
    }
  }

  it('gets a keep-alive every twenty seconds, so that proxies keep it open', async () => {
    const stream = await world.listen(world.tenant.admin.cookie)
    const beats = () => stream.messages.filter(({ data }) => data.type === 'KEEP_ALIVE').length
    await until('the first', async () => beats() === 1)
    await pass(19_999)
    await world.announce('in between')
    await stream.hears(1)
    expect(beats()).toBe(1)
    await pass(1)
    await until('the second', async () => beats() === 2)
    expect(stream.messages.at(-1)?.id).toBeDefined()
    await pass(20_000)
    await until('the third', async () => beats() === 3)
  })

  it('ends within three seconds after its user has lost the right to it, even without a notification', async () => {
    const user = await newUser()
    const stream = await world.listen(user.cookie)
    await stream.position()
    await pass(3_000)
    expect(stream.names()).toEqual([])
    await change((tx) =>
      tx.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', user.userId).execute(),
    )
    await pass(3_000)
    await stream.ends()
    expect(stream.names()).toEqual(['session.ended'])
  })

  it('ends when the rights of its user cannot be checked for three seconds', async () => {
    const stream = await world.listen(world.tenant.admin.cookie)
    await stream.position()
    const blocker = new Client({ connectionString: world.server.database.superuserUrl })
    await blocker.connect()
    try {
      await blocker.query('begin; lock table session in access exclusive mode')
      world.ticker.advance(3_000)
      world.ticker.advance(3_000)
      await stream.ends()
      expect(stream.names()).toEqual(['session.ended'])
    } finally {
      await blocker.end()
    }
    await world.check()
  })
})

describe('a page that opens a stream with our cookie', () => {
  /** The server's response to a browser's headers. `status` is 101 if it switched to another protocol. */
  const ask = (headers: Record<string, string>, path = '/api/v1/server-sent-events') =>
    new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
      const to = { host: '127.0.0.1', port: world.port, path }
      const outgoing = request({ ...to, headers: { cookie: world.tenant.admin.cookie, ...headers } })
      const done = ({
        statusCode,
        headers: told,
      }: {
        statusCode?: number
        headers: NodeJS.Dict<string | string[]>
      }) => {
        resolve({ status: statusCode, headers: told })
        outgoing.destroy()
      }
      outgoing.on('response', done).on('upgrade', done).on('error', reject).end()
    })
  const UPGRADE = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }

  it.each<[string, (own: string) => Record<string, string>, number]>([
    ['our own, as browsers say so', () => ({ 'sec-fetch-site': 'same-origin' }), 200],
    ['our own, by its origin', (own) => ({ origin: own }), 200],
    ['another site’s', () => ({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }), 403],
    ['a sister domain’s', () => ({ 'sec-fetch-site': 'same-site' }), 403],
    ['another site’s, in an old browser', () => ({ origin: 'https://evil.example' }), 403],
    ['another port’s', () => ({ origin: 'http://127.0.0.1:1' }), 403],
    ['nobody’s, as in a sandbox', () => ({ origin: 'null' }), 403],
  ])(
    '(%s) gets the expected status, and no reply permits other origins to read it',
    async (_whose, headers, status) => {
      const reply = await ask(headers(`http://127.0.0.1:${world.port}`))
      expect(reply.status).toBe(status)
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    },
  )

  it('is refused with the general error for cross-site requests', async () => {
    const headers = { cookie: world.tenant.admin.cookie, origin: 'https://evil.example' }
    const reply = await world.server.app.inject({ url: '/api/v1/server-sent-events', headers })
    expect(reply.json()).toMatchObject({ code: 'CROSS_SITE' })
  })

  it('can open sixteen streams per session, and does not affect other sessions', async () => {
    const { cookie } = await createLoggedIn(world.server.database.runtime, {
      companyId: world.tenant.companyId,
      userType: 'OPERATOR_USER',
    })
    const streams = await Promise.all(Array.from({ length: 16 }, () => world.listen(cookie)))
    const url = '/api/v1/server-sent-events'
    const refused = await world.server.app.inject({ url, headers: { cookie } })
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'RATE_LIMITED', message: expect.stringContaining('live streams') })
    expect((await world.listen(world.tenant.admin.cookie)).response.statusCode).toBe(200)
    const open = world.count()
    streams[0]?.close()
    await until('one to be closed', async () => world.count() < open)
    expect((await world.listen(cookie)).response.statusCode).toBe(200)
  })

  it('cannot switch the stream to a websocket, which has a separate path', async () => {
    const own = { ...UPGRADE, origin: `http://127.0.0.1:${world.port}` }
    expect((await ask({ ...UPGRADE, origin: 'https://evil.example' })).status).toBe(403)
    expect((await ask(own)).headers['content-type']).toContain('text/event-stream')
    expect((await ask(own, '/api/websocket')).status).toBe(404)
    expect((await ask(own, '/websocket')).status).toBe(404)
  })
})
