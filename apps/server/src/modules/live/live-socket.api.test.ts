import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { SOCKET_CLOSE, SOCKET_LIMITS } from '@winnow/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { until } from '../../../test/until.ts'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { startLiveWorld, type LiveWorld } from './live.fixture.ts'
import { publishAutomation, type AutomationNews } from './publish-automation.ts'
import { openSocket } from './socket.fixture.ts'

let world: LiveWorld

beforeAll(async () => {
  world = await startLiveWorld()
})
afterEach(() => {
  world.leave()
  for (const { socket } of opened.splice(0)) socket.terminate()
})
afterAll(() => world.close())

const opened: Awaited<ReturnType<typeof openSocket>>[] = []

async function open(cookie: string, more: { after?: string; headers?: Record<string, string> } = {}) {
  const socket = await openSocket({ port: world.port, ...more, headers: { cookie, ...more.headers } })
  opened.push(socket)
  return socket
}

const placeOf = ({ projectId, siteId }: Tenant) => ({ projectId, siteId, siteName: 'Harbour' })
const begun = (of: Tenant): AutomationNews => ({
  type: 'automation.site',
  ...placeOf(of),
  currentProcess: 'inProgress',
  success: false,
  partialFail: false,
  automationCameraFeature: true,
})
const progress = (of: Tenant, addedCount: number): AutomationNews => ({
  type: 'automation.progress',
  ...placeOf(of),
  addedCount,
  totalCamera: 9,
  isCompleted: addedCount === 9,
  isProcessingPending: addedCount === 0,
})
const camera = (of: Tenant): AutomationNews => ({
  type: 'automation.camera',
  ...placeOf(of),
  viewId: of.viewId,
  cameraName: 'Gate',
  success: true,
  snapUrl: null,
  addedCount: 1,
  totalCamera: 9,
})
const tell = (news: readonly AutomationNews[], of = world.tenant) =>
  inTenant(world.server.database.runtime, of.companyId, (tx) => publishAutomation(tx, of.companyId, news))
const newUser = () =>
  createLoggedIn(world.server.database.runtime, { companyId: world.tenant.companyId, userType: 'OPERATOR_USER' })
const counted = (socket: Awaited<ReturnType<typeof open>>) =>
  socket.told().map((message) => ('addedCount' in message ? message.addedCount : -1))

describe('the websocket', () => {
  it('sends the automation of a site and its channels, dispatched by mutation · WEBSOCKET-001 WEBSOCKET-002', async () => {
    const socket = await open(world.tenant.admin.cookie)
    await tell([begun(world.tenant), progress(world.tenant, 1), camera(world.tenant)])
    const place = { siteId: world.tenant.siteId, siteName: 'Harbour', id: expect.any(String) }
    expect(await socket.hears(3)).toEqual([
      expect.objectContaining({ mutation: 'siteAutomation', currentProcess: 'inProgress', ...place }),
      expect.objectContaining({ mutation: 'channel', type: 'channelConfig', addedCount: 1, totalCamera: 9, ...place }),
      expect.objectContaining({ mutation: 'channel', type: 'cameraAdd', viewId: world.tenant.viewId, ...place }),
    ])
  })

  it('answers the id of a site with the last state of its automation · WEBSOCKET-002', async () => {
    await tell([begun(world.tenant), progress(world.tenant, 2)])
    await tell([progress(world.tenant, 3)])
    await world.server.container.deps.bus.refresh()
    const socket = await open(world.tenant.admin.cookie)
    socket.socket.send(JSON.stringify({ action: 'siteAutomation', siteId: world.tenant.siteId }))
    expect(await socket.hears(2)).toEqual([
      expect.objectContaining({ mutation: 'siteAutomation', siteId: world.tenant.siteId }),
      expect.objectContaining({ mutation: 'channel', type: 'channelConfig', addedCount: 3 }),
    ])
  })

  it('answers with the state of a run whose site had an earlier one that is finished · AUTOMATION-005', async () => {
    await tell([begun(world.tenant), progress(world.tenant, 9)])
    await tell([begun(world.tenant)])
    await world.server.container.deps.bus.refresh()
    const socket = await open(world.tenant.admin.cookie)
    socket.socket.send(JSON.stringify({ action: 'siteAutomation', siteId: world.tenant.siteId }))
    socket.socket.send('a question with an answer')
    expect(await socket.hears(2)).toEqual([
      expect.objectContaining({ mutation: 'siteAutomation', siteId: world.tenant.siteId }),
      expect.objectContaining({ action: 'refused' }),
    ])
  })

  it('sends no answer about a finished automation', async () => {
    await tell([begun(world.tenant), progress(world.tenant, 9)])
    await world.server.container.deps.bus.refresh()
    const socket = await open(world.tenant.admin.cookie)
    socket.socket.send(JSON.stringify({ action: 'siteAutomation', siteId: world.tenant.siteId }))
    socket.socket.send('a question with an answer')
    expect(await socket.hears(1)).toEqual([expect.objectContaining({ action: 'refused' })])
  })

  it('resumes after its last position with the missed messages, and the live stream has the same messages', async () => {
    const [first, stream] = [await open(world.tenant.admin.cookie), await world.listen(world.tenant.admin.cookie)]
    await tell([progress(world.tenant, 4)])
    await first.hears(1)
    const after = await first.position()
    first.socket.terminate()
    await tell([progress(world.tenant, 5), progress(world.other, 0)].slice(0, 1))
    await tell([progress(world.tenant, 6)])
    const second = await open(world.tenant.admin.cookie, { after })
    await second.hears(2)
    expect(counted(second)).toEqual([5, 6])
    await stream.hears(3)
    const ids = (message: object) => ('id' in message ? message.id : undefined)
    expect(second.told().map(ids)).toEqual(stream.names().slice(-2))
  })

  it('reports a gap after a long absence', async () => {
    const socket = await open(world.tenant.admin.cookie, { after: 'nonsense' })
    expect(await socket.hears(1)).toEqual([expect.objectContaining({ action: 'resync' })])
  })

  it('answers an ordinary request with not found', async () => {
    const headers = { cookie: world.tenant.admin.cookie }
    expect((await world.server.app.inject({ url: '/api', headers })).statusCode).toBe(404)
  })
})

describe('the handshake or use of the websocket', () => {
  it.each<[string, () => Record<string, string>, number]>([
    ['from another site', () => ({ origin: 'https://evil.example' }), 403],
    ['from another port', () => ({ origin: 'http://127.0.0.1:1' }), 403],
    ['from a sandbox', () => ({ origin: 'null' }), 403],
    ['from a sister domain', () => ({ 'sec-fetch-site': 'same-site' }), 403],
    ['without a session', () => ({ cookie: '' }), 401],
    ['with an API token', () => ({ cookie: '', authorization: `Bearer ${world.tenant.apiToken}` }), 401],
  ])('%s is refused before the websocket opens', async (_what, headers, status) => {
    const socket = await open(world.tenant.admin.cookie, { headers: headers() })
    expect(socket.refused()).toBe(status)
    expect(socket.messages).toEqual([])
  })

  it('from our own page is accepted', async () => {
    const socket = await open(world.tenant.admin.cookie, { headers: { origin: `http://127.0.0.1:${world.port}` } })
    expect(socket.messages[0]).toMatchObject({ action: 'keepAlive' })
  })

  it('gives a user no messages of another tenant, even if the user requests them', async () => {
    const socket = await open(world.tenant.admin.cookie)
    await tell([begun(world.other), progress(world.other, 1)], world.other)
    const { siteId } = world.other
    for (const id of [siteId, newId()]) socket.socket.send(JSON.stringify({ action: 'siteAutomation', siteId: id }))
    await tell([progress(world.tenant, 8)])
    const told = await socket.hears(3)
    expect(told.filter((each) => 'action' in each)).toEqual([
      { action: 'refused', code: 'NOT_FOUND', siteId },
      expect.objectContaining({ action: 'refused', code: 'NOT_FOUND' }),
    ])
    expect(counted(socket)).toContain(8)
    expect(told).toHaveLength(3)
  })

  it('by a user with grants receives only events of granted sites', async () => {
    const elsewhere = await createTenant(world.server.database.runtime)
    const user: LoggedIn = await createLoggedIn(world.server.database.runtime, {
      companyId: world.tenant.companyId,
      userType: 'EXTERNAL_USER',
    })
    await inSystem(world.server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values({
          user_id: user.userId,
          company_id: world.tenant.companyId,
          node_type: 'site',
          node_id: world.tenant.siteId,
        })
        .execute(),
    )
    const socket = await open(user.cookie)
    await tell([{ ...progress(world.tenant, 1), projectId: elsewhere.projectId, siteId: elsewhere.siteId }])
    await tell([progress(world.tenant, 2)])
    await socket.hears(1)
    expect(counted(socket)).toEqual([2])
  })

  it('with 10,000 messages has its connection closed after the first few, and the server continues', async () => {
    const socket = await open(world.tenant.admin.cookie)
    for (let sent = 0; sent < 10_000; sent++) socket.socket.send('{"action":"siteAutomation"}')
    expect(await socket.ends()).toBe(SOCKET_CLOSE.tooFast)
    expect(socket.told().length).toBeLessThanOrEqual(SOCKET_LIMITS.burst + SOCKET_LIMITS.perSecond)
    expect((await open(world.tenant.admin.cookie)).messages).toHaveLength(1)
  })

  it('with 10,000 pings has its connection closed as well', async () => {
    const socket = await open(world.tenant.admin.cookie)
    for (let sent = 0; sent < 10_000; sent++) socket.socket.ping()
    expect(await socket.ends()).toBe(SOCKET_CLOSE.tooFast)
  })

  it.each([
    ['a huge message', 'x'.repeat(10_000_000), 1009],
    ['a message of one byte more than the limit', 'x'.repeat(SOCKET_LIMITS.maxBytes + 1), 1009],
    ['bytes', Buffer.from([1, 2, 3]), SOCKET_CLOSE.binary],
  ])('with %s has its connection closed', async (_what, message, code) => {
    const socket = await open(world.tenant.admin.cookie)
    socket.socket.send(message)
    expect(await socket.ends()).toBe(code)
    expect(socket.told()).toEqual([])
  })

  it('with a message as long as the limit is answered', async () => {
    const socket = await open(world.tenant.admin.cookie)
    socket.socket.send('x'.repeat(SOCKET_LIMITS.maxBytes))
    expect(await socket.hears(1)).toEqual([{ action: 'refused', code: 'VALIDATION', siteId: null }])
  })

  it('with thousands of fragments has its connection closed', async () => {
    const socket = await open(world.tenant.admin.cookie)
    for (let sent = 0; sent < 1_000; sent++) socket.socket.send('x', { fin: false })
    expect([1006, 1008, 1009]).toContain(await socket.ends())
  })

  it('with invalid messages gets errors and changes nothing', async () => {
    const socket = await open(world.tenant.admin.cookie)
    for (const text of ['', '{', '[]', 'null', '{"action":"drop"}', '{"action":"siteAutomation","siteId":7}'])
      socket.socket.send(text)
    const told = await socket.hears(6)
    expect(told).toEqual(Array.from({ length: 6 }, () => ({ action: 'refused', code: 'VALIDATION', siteId: null })))
  })

  it('by a user who may not read alarms receives nothing', async () => {
    const maker = await createLoggedIn(world.server.database.runtime, {
      companyId: world.tenant.companyId,
      userType: 'CREATE_TOKEN_USER',
    })
    const [deaf, witness] = [await open(maker.cookie), await open(world.tenant.admin.cookie)]
    deaf.socket.send(JSON.stringify({ action: 'siteAutomation', siteId: world.tenant.siteId }))
    await tell([progress(world.tenant, 1)])
    await witness.hears(1)
    await world.server.container.deps.bus.refresh()
    expect(deaf.told()).toEqual([])
  })

  it('is limited to sixteen per session', async () => {
    const { cookie } = await newUser()
    const sockets = await Promise.all(Array.from({ length: 16 }, () => open(cookie)))
    expect(await (await open(cookie)).ends()).toBe(SOCKET_CLOSE.tooMany)
    for (const { socket } of sockets) socket.terminate()
    await until('the places to be free', async () => (await open(cookie)).messages.length > 0)
  })
})

describe('the websocket of a session', () => {
  it('ends at once with the logout · SESSION-008', async () => {
    const user = await newUser()
    const socket = await open(user.cookie)
    await world.server.app.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { cookie: user.cookie, 'x-requested-with': 'winnow' },
    })
    expect(await socket.ends()).toBe(SOCKET_CLOSE.sessionEnded)
    expect(socket.told()).toEqual([{ action: 'sessionEnded' }])
  })

  it('ends when its user is disabled or its rights change', async () => {
    const user = await newUser()
    const socket = await open(user.cookie)
    await inSystem(world.server.database.runtime, (tx) =>
      tx.updateTable('app_user').set({ user_type: 'MEMBER_USER' }).where('id', '=', user.userId).execute(),
    )
    await world.check()
    expect(await socket.ends()).toBe(SOCKET_CLOSE.sessionEnded)
  })

  it('is removed from the server when the browser disconnects', async () => {
    await until('earlier ones to be gone', async () => world.count() === 0)
    const timers = world.ticker.count()
    const socket = await open(world.tenant.admin.cookie)
    expect([world.count(), world.ticker.count()]).toEqual([1, timers + 1])
    socket.socket.terminate()
    await until('it to be forgotten', async () => world.count() === 0)
    expect(world.ticker.count()).toBe(timers)
  })

  it('ends when the client no longer answers', async () => {
    const socket = await open(world.tenant.admin.cookie)
    socket.socket.pause()
    for (let beat = 0; beat < 2; beat++) {
      world.ticker.advance(20_000)
      await world.check()
    }
    await until('it to be forgotten', async () => world.count() === 0)
    expect(world.count()).toBe(0)
  })
})

describe('a request that offers another protocol', () => {
  it('is answered like an ordinary one, with its body', async () => {
    const headers = {
      cookie: world.tenant.admin.cookie,
      'x-requested-with': 'winnow',
      'content-type': 'application/json',
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
    }
    const body = JSON.stringify({ name: `Zürich ${'x'.repeat(60)}` })
    const asked = request({
      host: '127.0.0.1',
      port: world.port,
      method: 'POST',
      path: `/api/company/${world.tenant.companyId}/project`,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    })
    asked.end(body)
    const [response] = (await once(asked, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
    let text = ''
    for await (const part of response) text += String(part)
    expect([response.statusCode, JSON.parse(text)]).toEqual([
      200,
      expect.objectContaining({ name: expect.stringMatching(/^Zürich x{60}$/) }),
    ])
  })

  it('is counted once among the connections of its address, also if it is repeated', async () => {
    const socket = connect(world.port, '127.0.0.1')
    let replies = ''
    socket.on('data', (data) => (replies += data.toString()))
    for (let sent = 1; sent <= 20; sent++) {
      socket.write('GET /healthz HTTP/1.1\r\nhost: winnow\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n')
      await until('a reply', async () => replies.split('HTTP/1.1 200').length === sent + 1)
    }
    expect(replies.split('HTTP/1.1 ')).toHaveLength(21)
    socket.destroy()
  })
})
