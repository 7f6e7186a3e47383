// Who looks at what, told by two servers with one database.
import { createFakeTicker } from '@winnow/testkit'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createLoggedIn, type LoggedIn } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { listenTo, startLiveWorld, type LiveWorld } from './live.fixture.ts'

let world: LiveWorld
let second: TestServer
let secondPort: number
let ana: LoggedIn
let guest: LoggedIn
let seen: string
let hidden: string
const opened: (() => void)[] = []

beforeAll(async () => {
  world = await startLiveWorld()
  second = await startTestServer({ beside: world.server, clock: world.clock, ticker: createFakeTicker() })
  await second.app.listen({ host: '127.0.0.1', port: 0 })
  const address = second.app.server.address()
  secondPort = typeof address === 'object' && address ? address.port : 0
  const { companyId } = world.tenant
  const db = world.server.database.runtime
  ana = await createLoggedIn(db, { companyId, userType: 'OPERATOR_USER' })
  guest = await createLoggedIn(db, { companyId, userType: 'EXTERNAL_USER' })
  const [one, other] = [await createCamera(db, companyId), await createCamera(db, companyId)]
  ;[seen, hidden] = [await createAlarm(db, { companyId, ...one }), await createAlarm(db, { companyId, ...other })]
  await inSystem(db, (tx) =>
    tx
      .insertInto('user_grant')
      .values({
        user_id: guest.userId,
        company_id: companyId,
        node_type: 'site',
        node_id: one.siteId,
        permission: 'read',
      })
      .execute(),
  )
})
afterEach(() => {
  for (const close of opened.splice(0)) close()
})
afterAll(async () => {
  await second.close()
  await world.close()
})

const look = (who: LoggedIn, alarm: string, { tab = 'tab-of-ana', gone = false, on = world.server } = {}) =>
  callApi(on, who, 'POST', `/v1/alarm/${alarm}/looking`, { tab, gone })
const looking = async (who: LoggedIn, on: TestServer) => (await callApi(on, who, 'GET', '/v1/looking')).body.alarms
const people = () => ({ people: [{ userId: ana.userId, name: 'OPERATOR_USER' }], count: 1 })

it('is known in all processes, only to those who may see the alarm, and never stored', async () => {
  // Both processes listen from the first request on.
  await looking(world.tenant.admin, second)
  await until('both processes to listen', async () => {
    await look(ana, seen)
    return (await looking(world.tenant.admin, second)).length > 0
  })
  const [admin, mine, theirs] = await Promise.all(
    [world.tenant.admin, guest, world.other.admin].map(({ cookie }) => listenTo(secondPort, cookie)),
  )
  opened.push(...[admin, mine, theirs].map((stream) => () => stream?.close()))
  expect((await look(ana, hidden)).status).toBe(200)
  const told = (stream: typeof admin) =>
    (stream?.messages ?? []).flatMap(({ data }) => (data.type === 'alarm.looked' ? [data] : []))
  await until('the administrator to be told', async () => told(admin).length === 2)
  expect(told(admin)).toMatchObject([
    { id: seen, people: [], count: 0 },
    { id: hidden, ...people() },
  ])
  expect(told(mine)).toMatchObject([{ id: seen, count: 0 }])
  expect(told(theirs)).toEqual([])
  expect(await looking(world.tenant.admin, second)).toEqual([{ alarmId: hidden, ...people() }])
  expect(await looking(guest, second)).toEqual([])
  await look(ana, hidden, { gone: true })
  await until('nobody to look', async () => (await looking(world.tenant.admin, second)).length === 0)
  const stored = await inSystem(world.server.database.runtime, (tx) =>
    tx.selectFrom('live_event').select('id').where('type', '=', 'alarm.looked').execute(),
  )
  expect(stored).toEqual([])
})

it('cannot be said of an alarm that the caller may not see', async () => {
  expect((await look(guest, hidden)).status).toBe(404)
  expect((await look(world.other.admin, seen)).status).toBe(404)
  expect((await look(ana, seen, { tab: 'x' })).status).toBe(400)
})
