import { createFakeTicker, NX_SYSTEM } from '@winnow/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cameraState } from '../../../test/camera-state.ts'
import { createCamera } from '../../../test/factories.ts'
import { until } from '../../../test/until.ts'
import { type ConnectorKeeper, keepConnectors } from '../connect/index.ts'
import { type DwWorld, gate, SECRET, startDwWorld } from './digital-watchdog.fixture.ts'
import { createNxLogConnector } from './log-connector.ts'

const MINUTE = 60_000
let world: DwWorld
let keeper: ConnectorKeeper
let camera: Awaited<ReturnType<typeof createCamera>>

beforeAll(async () => {
  world = await startDwWorld()
  await world.setUp()
  camera = await createCamera(world.server.database.runtime, world.tenant.companyId)
  await world.call('PUT', 'cameras', { cameras: [gate(camera.viewId)] })
})
afterAll(async () => {
  await keeper.stop()
  await world.close()
})

const told = () => cameraState(world.server, world.tenant.admin, camera)
const toldAs = (what: string, fits: (state: Awaited<ReturnType<typeof told>>) => boolean) =>
  until(what, async () => {
    const state = await told()
    return fits(state) && state
  })

/** A promise that each call waits for until it is let go. */
function gateOf() {
  let waiting = Promise.withResolvers<void>()
  return {
    wait: (_ms: number, signal: AbortSignal) =>
      Promise.race([
        waiting.promise,
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
      ]),
    open() {
      waiting.resolve()
      waiting = Promise.withResolvers<void>()
    },
  }
}

it('a camera of a system works, is lost with it, fails after five minutes, and comes back', async () => {
  const name = NX_SYSTEM.systemName
  const system = { kind: 'digital-watchdog', name, isUp: false, lastSeenAt: null, problem: null }
  expect(await told()).toMatchObject({ state: 'unconnected', inSite: 1, isCountedAtHome: false, system })
  const [looks, losses] = [gateOf(), gateOf()]
  const deps = { ...world.server.container.deps, ticker: createFakeTicker() }
  const connectTiming = { monotonic: () => world.clock.now().getTime(), wait: losses.wait }
  keeper = keepConnectors({ ...deps, connectTiming }, [createNxLogConnector({ ...deps, wait: looks.wait })])
  await keeper.look()
  await toldAs('working', (state) => state.state === 'working' && state.system?.isUp === true)
  const payload = JSON.stringify({ camera: gate(null).cameraId, eventType: 'nx.Line', eventName: 'Fence' })
  const headers = { 'content-type': 'application/json' }
  await world.server.app.inject({ method: 'POST', url: `/api/v1/dw/${SECRET}`, headers, payload })
  await toldAs(
    'an event',
    ({ lastEventAt, lastSeenAt }) => lastEventAt === world.clock.now().toISOString() && lastSeenAt !== null,
  )

  world.nx.broken = 401
  looks.open()
  await toldAs('a lost connection', (state) => state.system?.isUp === false)
  world.clock.advance(4 * MINUTE)
  expect(await told()).toMatchObject({ state: 'working', inSite: 1, isCountedAtHome: false, system: { isUp: false } })
  world.clock.advance(MINUTE)
  await keeper.look()
  expect(await told()).toMatchObject({
    state: 'failing',
    inSite: 1,
    isCountedAtHome: true,
    failingAtHome: 1,
    system: { name, isUp: false, problem: { code: 'login' } },
  })

  world.nx.broken = undefined
  losses.open()
  await toldAs('back', ({ state }) => state === 'working')
  expect(await told()).toMatchObject({
    inSite: 1,
    isCountedAtHome: false,
    failingAtHome: 0,
    system: { isUp: true, problem: null },
  })
})

it('a system whose servers were taken away is told no more', async () => {
  await world.call('PUT', 'servers', { servers: [] })
  expect((await told()).system).toBeNull()
})
