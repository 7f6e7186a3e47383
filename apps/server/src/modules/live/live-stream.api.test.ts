import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { createFakeClock, createFakeTicker } from '@winnow/testkit'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem, inTenant, type Tx } from '../../platform/db/transaction.ts'
import { publish } from '../../platform/events/publish.ts'

interface Heard {
  id: string | undefined
  data: { type: string; id?: string; siteId?: string }
}

const clock = createFakeClock(new Date())
const ticker = createFakeTicker()
let server: TestServer
let port: number
let tenant: Tenant
let other: Tenant
const open: (() => void)[] = []

beforeAll(async () => {
  server = await startTestServer({ clock, ticker })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
  tenant = await createTenant(server.database.runtime)
  other = await createTenant(server.database.runtime)
})
afterEach(() => {
  for (const close of open.splice(0)) close()
})
afterAll(() => server.close())

/** A browser's stream: what it heard, and how it ended. */
async function listen(cookie: string, lastEventId?: string) {
  const heard: Heard[] = []
  let ended = false
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(
      {
        port,
        host: '127.0.0.1',
        path: '/api/v1/server-sent-events',
        headers: { cookie, accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
      },
      resolve,
    )
    outgoing.on('error', reject).end()
    open.push(() => outgoing.destroy())
  })
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6)
      if (data) heard.push({ id: lines.find((line) => line.startsWith('id: '))?.slice(4), data: JSON.parse(data) })
    }
  })
  response.on('error', () => {}).on('close', () => (ended = true))
  const names = () => heard.filter(({ data }) => data.type !== 'KEEP_ALIVE').map(({ data }) => data.id ?? data.type)
  return {
    response,
    heard,
    names,
    hears: (count: number) => until(`${count} events`, async () => names().length >= count && names()),
    ends: () => until('the end of the stream', async () => ended),
    position: () => until('a position', async () => heard.at(-1)?.id),
    close: () => response.destroy(),
  }
}

const say = (tx: Tx, of: Tenant, id: string, place: Partial<Tenant> = of) =>
  publish(tx, {
    companyId: of.companyId,
    type: 'alarm.created',
    payload: { id, projectId: place.projectId, siteId: place.siteId, viewId: place.viewId },
  })
const announce = (id: string, of = tenant) => inTenant(server.database.runtime, of.companyId, (tx) => say(tx, of, id))

describe('the live stream', () => {
  it('begins with where it stands, so that it can be resumed before the first event', async () => {
    const stream = await listen(tenant.admin.cookie)
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    await until('the first message', async () => stream.heard.length > 0)
    expect(stream.heard[0]).toMatchObject({ id: expect.stringMatching(/.+/), data: { type: 'KEEP_ALIVE' } })
  })

  it('tells what happens in order, each under an id of its own', async () => {
    const stream = await listen(tenant.admin.cookie)
    for (const id of ['one', 'two', 'three']) await announce(id)
    expect(await stream.hears(3)).toEqual(['one', 'two', 'three'])
    const ids = stream.heard.filter(({ data }) => data.id).map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
  })

  it('goes on after the last event a browser had, with what it missed', async () => {
    const first = await listen(tenant.admin.cookie)
    await announce('heard')
    await first.hears(1)
    const position = await first.position()
    first.close()
    for (const id of ['missed 1', 'missed 2']) await announce(id)
    const second = await listen(tenant.admin.cookie, position)
    await announce('after')
    expect(await second.hears(3)).toEqual(['missed 1', 'missed 2', 'after'])
  })

  it('loses nothing that began before the last event and committed after it', async () => {
    const late = new Client({ connectionString: server.database.url })
    await late.connect()
    try {
      await late.query('begin')
      await late.query(`select set_config('app.company_id', $1, true)`, [tenant.companyId])
      const payload = { id: 'late', projectId: tenant.projectId, siteId: tenant.siteId, viewId: tenant.viewId }
      await late.query(`insert into live_event (company_id, type, payload) values ($1, 'alarm.created', $2)`, [
        tenant.companyId,
        payload,
      ])
      const first = await listen(tenant.admin.cookie)
      await announce('early')
      await first.hears(1)
      const position = await first.position()
      first.close()
      await late.query('commit')
      const second = await listen(tenant.admin.cookie, position)
      expect(await second.hears(1)).toEqual(['late'])
    } finally {
      await late.end()
    }
  })

  it('says when it was away for too long to know what it missed', async () => {
    const stream = await listen(tenant.admin.cookie, 'nonsense')
    expect(await stream.hears(1)).toEqual(['resync'])
  })

  it('tells other tenants nothing', async () => {
    const [ours, theirs] = [await listen(tenant.admin.cookie), await listen(other.admin.cookie)]
    await announce('ours')
    await announce('theirs', other)
    await ours.hears(1)
    await theirs.hears(1)
    expect([ours.names(), theirs.names()]).toEqual([['ours'], ['theirs']])
  })

  it('gives nothing of another tenant for its position either', async () => {
    const theirs = await listen(other.admin.cookie)
    await announce('for them', other)
    await theirs.hears(1)
    const [first] = theirs.heard
    const ours = await listen(tenant.admin.cookie, first?.id)
    await announce('for us')
    expect((await ours.hears(1)).at(-1)).toBe('for us')
    expect(ours.names()).not.toContain('for them')
  })
})

const grant = (user: LoggedIn, siteId: string) =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('user_grant')
      .values({ user_id: user.userId, company_id: tenant.companyId, node_type: 'site', node_id: siteId })
      .execute(),
  )

const change = (work: (tx: Tx) => Promise<unknown>) => inSystem(server.database.runtime, work)

const check = () => server.container.deps.hub.check()

describe('a stream', () => {
  async function newUser(grantedSite?: string): Promise<LoggedIn> {
    const userType = grantedSite ? 'EXTERNAL_USER' : 'OPERATOR_USER'
    const user = await createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType })
    if (grantedSite) await grant(user, grantedSite)
    return user
  }

  it('ends at once with the logout', async () => {
    const user = await newUser()
    const stream = await listen(user.cookie)
    await stream.position()
    await server.app.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { cookie: user.cookie, 'x-requested-with': 'winnow' },
    })
    await stream.ends()
    expect(stream.names()).toEqual(['session.ended'])
  })

  it('ends at once when an administrator ends the user’s sessions, and no other does', async () => {
    const [user, bystander] = [await newUser(), await newUser()]
    const [stream, untouched] = [await listen(user.cookie), await listen(bystander.cookie)]
    await stream.position()
    const reply = await callApi(server, tenant.admin, 'DELETE', `/v1/user/${user.userId}/sessions`)
    expect(reply).toEqual({ status: 200, body: { ended: 1 } })
    await stream.ends()
    expect(stream.names()).toEqual(['session.ended'])
    await announce('still here')
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
          tx.updateTable('session').set({ expires_at: clock.now() }).where('id', '=', user.sessionId).execute(),
        ),
    ],
    [
      'nobody has used its session for long',
      (user) =>
        change((tx) =>
          tx
            .updateTable('session')
            .set({ keep_logged_in: false, last_used_at: new Date(clock.now().getTime() - 12 * 3_600_000) })
            .where('id', '=', user.sessionId)
            .execute(),
        ),
    ],
  ])('ends when %s', async (_what, happens) => {
    const [user, bystander] = [await newUser(), await newUser()]
    const [stream, untouched] = [await listen(user.cookie), await listen(bystander.cookie)]
    await stream.position()
    await check()
    expect(stream.names()).toEqual([])
    await happens(user)
    await check()
    await stream.ends()
    expect(stream.names()).toEqual(['session.ended'])
    await announce('still here')
    expect(await untouched.hears(1)).toEqual(['still here'])
  })

  it('ends when its grants change, and the next one has the new ones', async () => {
    const elsewhere = await createTenant(server.database.runtime)
    const user = await newUser(tenant.siteId)
    const stream = await listen(user.cookie)
    await stream.position()
    await inTenant(server.database.runtime, tenant.companyId, (tx) =>
      say(tx, tenant, 'out of sight', { projectId: elsewhere.projectId, siteId: elsewhere.siteId }),
    )
    await announce('in sight')
    expect(await stream.hears(1)).toEqual(['in sight'])
    await grant(user, elsewhere.siteId)
    await check()
    await stream.ends()
    const next = await listen(user.cookie)
    await next.position()
    await inTenant(server.database.runtime, tenant.companyId, (tx) =>
      say(tx, tenant, 'in sight now', { projectId: elsewhere.projectId, siteId: elsewhere.siteId }),
    )
    expect(await next.hears(1)).toEqual(['in sight now'])
  })

  it('of who may not read alarms tells of none', async () => {
    const maker = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'CREATE_TOKEN_USER',
    })
    const [deaf, witness] = [await listen(maker.cookie), await listen(tenant.admin.cookie)]
    await deaf.position()
    await announce('secret')
    await witness.hears(1)
    await server.container.deps.bus.refresh()
    expect(deaf.names()).toEqual([])
  })

  it('that is not read is cut off, and the others hear on', async () => {
    await until('earlier streams to be gone', async () => count() === 0)
    const [slow, quick] = [await listen(tenant.admin.cookie), await listen(tenant.admin.cookie)]
    await slow.position()
    slow.response.pause()
    const filler = 'x'.repeat(50_000)
    // More than the buffers of both ends can hold, at a pace that a reader keeps up with.
    let sent = 0
    for (; count() > 1 && sent < 1_000; sent += 10) {
      await inTenant(server.database.runtime, tenant.companyId, async (tx) => {
        for (let part = 0; part < 10; part++) await say(tx, tenant, `${sent + part} ${filler}`)
      })
      await quick.hears(sent + 10)
    }
    await announce('afterwards')
    expect((await quick.hears(sent + 1)).at(-1)).toBe('afterwards')
    expect(count()).toBe(1)
    expect(slow.names().length).toBeLessThan(sent)
  })

  const count = () => server.container.deps.hub.count()

  it('leaves nothing behind when the browser goes', async () => {
    await until('earlier streams to be gone', async () => count() === 0)
    const timers = ticker.count()
    const stream = await listen(tenant.admin.cookie)
    await stream.position()
    expect([count(), ticker.count()]).toEqual([1, timers + 1])
    stream.close()
    await until('the stream to be forgotten', async () => count() === 0)
    expect(ticker.count()).toBe(timers)
  })

  it('leaves nothing behind when the browser goes before it is known who asks', async () => {
    await until('earlier streams to be gone', async () => count() === 0)
    const timers = ticker.count()
    const { hub } = server.container.deps
    const added = vi.spyOn(hub, 'add')
    const blocker = new Client({ connectionString: server.database.superuserUrl })
    await blocker.connect()
    try {
      await blocker.query('begin; lock table session in access exclusive mode')
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET /api/v1/server-sent-events HTTP/1.1\r\nhost: winnow\r\ncookie: ${tenant.admin.cookie}\r\n\r\n`)
      const [asked] = await once(server.app.server, 'request')
      const gone = new Promise((resolve) => asked.socket.once('close', resolve))
      socket.resetAndDestroy()
      await gone
    } finally {
      await blocker.end()
    }
    await until('the stream to begin', async () => added.mock.calls.length > 0)
    expect([count(), ticker.count()]).toEqual([0, timers])
  })

  /** Lets time pass in steps in which the streams are looked at once at most, and waits for each look. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 3_000) {
      ticker.advance(Math.min(left, 3_000))
      await check()
    }
  }

  it('is kept alive every twenty seconds, by which proxies see that it lives', async () => {
    const stream = await listen(tenant.admin.cookie)
    const beats = () => stream.heard.filter(({ data }) => data.type === 'KEEP_ALIVE').length
    await until('the first', async () => beats() === 1)
    await pass(19_999)
    await announce('in between')
    await stream.hears(1)
    expect(beats()).toBe(1)
    await pass(1)
    await until('the second', async () => beats() === 2)
    expect(stream.heard.at(-1)?.id).toBeDefined()
    await pass(20_000)
    await until('the third', async () => beats() === 3)
  })

  it('ends within three seconds of the right to it, without anybody saying so', async () => {
    const user = await newUser()
    const stream = await listen(user.cookie)
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

  it('ends when nobody can say for three seconds whether it may go on', async () => {
    const stream = await listen(tenant.admin.cookie)
    await stream.position()
    const blocker = new Client({ connectionString: server.database.superuserUrl })
    await blocker.connect()
    try {
      await blocker.query('begin; lock table session in access exclusive mode')
      ticker.advance(3_000)
      ticker.advance(3_000)
      await stream.ends()
      expect(stream.names()).toEqual(['session.ended'])
    } finally {
      await blocker.end()
    }
    await check()
  })

  it('needs a login', async () => {
    expect((await server.app.inject('/api/v1/server-sent-events')).statusCode).toBe(401)
  })
})
