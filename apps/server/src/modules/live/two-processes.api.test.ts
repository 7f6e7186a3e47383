import { type LiveEvent, SOCKET_CLOSE } from '@winnow/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inTenant } from '../../platform/db/transaction.ts'
import { listenTo, startLiveWorld, type LiveWorld } from './live.fixture.ts'
import { publishAutomation } from './publish-automation.ts'
import { openSocket } from './socket.fixture.ts'

// Two servers with one database, each with an event bus, a hub and a port of its own, as two processes have them.
let world: LiveWorld
let second: TestServer
let secondPort: number
beforeAll(async () => {
  world = await startLiveWorld()
  second = await startTestServer({ beside: world.server, clock: world.clock })
  await second.app.listen({ host: '127.0.0.1', port: 0 })
  const address = second.app.server.address()
  secondPort = typeof address === 'object' && address ? address.port : 0
  // A stream that opens before its server has read the events for the first time is told to load everything.
  for (const port of [world.port, secondPort]) {
    const stream = await listenTo(port, world.tenant.admin.cookie)
    await tell(world.server, 0)
    await stream.hears(1)
    stream.close()
  }
})
afterEach(() => {
  for (const close of opened.splice(0)) close()
})
afterAll(async () => {
  await second.close()
  await world.close()
})

const opened: (() => void)[] = []
async function listen(port: number, lastEventId?: string) {
  const stream = await listenTo(port, world.tenant.admin.cookie, lastEventId)
  opened.push(stream.close)
  return stream
}
async function open(port: number, cookie: string, after?: string) {
  const socket = await openSocket({ port, headers: { cookie }, ...(after === undefined ? {} : { after }) })
  opened.push(() => socket.socket.terminate())
  return socket
}
/** Tells the progress of an automation through one of the servers. */
const tell = (through: TestServer, addedCount: number) => {
  const { companyId, projectId, siteId } = world.tenant
  const news = {
    type: 'automation.progress',
    projectId,
    siteId,
    siteName: 'Harbour',
    addedCount,
    totalCamera: 9,
  } as const
  return inTenant(through.database.runtime, companyId, (tx) =>
    publishAutomation(tx, companyId, [{ ...news, isCompleted: false, isProcessingPending: false }]),
  )
}
const counted = (socket: Awaited<ReturnType<typeof open>>) =>
  socket.told().map((message) => ('addedCount' in message ? message.addedCount : -1))

describe('with two server processes', () => {
  it('a change made through one is reported by the streams of both', async () => {
    const [here, there] = [await listen(world.port), await listen(secondPort)]
    const url = `/site/${world.tenant.siteId}`
    const changed: LiveEvent['type'] = 'tree.changed'
    expect((await callApi(world.server, world.tenant.admin, 'PUT', url, { name: 'Changed here' })).status).toBe(200)
    for (const stream of [here, there]) expect((await stream.hears(1))[0]).toBe(changed)
    expect((await callApi(second, world.tenant.admin, 'PUT', url, { name: 'Changed there' })).status).toBe(200)
    for (const stream of [here, there]) expect((await stream.hears(2))[1]).toBe(changed)
  })

  it('websockets of one receive what the other publishes', async () => {
    const [here, there] = [
      await open(world.port, world.tenant.admin.cookie),
      await open(secondPort, world.tenant.admin.cookie),
    ]
    await tell(world.server, 1)
    await there.hears(1)
    await tell(second, 2)
    await here.hears(2)
    await there.hears(2)
    expect([counted(here), counted(there)]).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  it('a browser that reconnects to the other one misses nothing and gets nothing twice', async () => {
    const [stream, socket] = [await listen(world.port), await open(world.port, world.tenant.admin.cookie)]
    await tell(world.server, 3)
    await stream.hears(1)
    await socket.hears(1)
    const positions = [await stream.position(), await socket.position()]
    stream.close()
    socket.socket.terminate()
    await tell(world.server, 4)
    await tell(second, 5)
    const [nextStream, nextSocket] = [
      await listen(secondPort, positions[0]),
      await open(secondPort, world.tenant.admin.cookie, positions[1]),
    ]
    await tell(world.server, 6)
    await nextSocket.hears(3)
    expect(counted(nextSocket)).toEqual([4, 5, 6])
    expect(await nextStream.hears(3)).toHaveLength(3)
  })

  it('a logout through one ends the websocket and the stream of the other', async () => {
    const { companyId } = world.tenant
    const user = await createLoggedIn(second.database.runtime, { companyId, userType: 'OPERATOR_USER' })
    const socket = await open(secondPort, user.cookie)
    const stream = await listenTo(secondPort, user.cookie)
    expect((await callApi(world.server, user, 'POST', '/auth/logout')).status).toBe(200)
    expect(await socket.ends()).toBe(SOCKET_CLOSE.sessionEnded)
    await stream.ends()
  })
})
