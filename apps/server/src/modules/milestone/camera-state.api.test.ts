import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { cameraState } from '../../../test/camera-state.ts'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createTenant } from '../../../test/factories.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { GATE, gate, type MilestoneWorld, startMilestoneWorld, stopped } from './milestone.fixture.ts'
import { XPROTECT } from '@winnow/testkit'

const MINUTE = 60_000
let world: MilestoneWorld
let camera: Awaited<ReturnType<typeof createCamera>>

beforeAll(async () => {
  world = await startMilestoneWorld()
})
beforeEach(async () => {
  await world.setUp()
  camera = await createCamera(world.server.database.runtime, world.tenant.companyId)
  await world.call('PUT', '/cameras', { cameras: [gate(camera.viewId)] })
})
afterEach(async () => {
  await world.disconnect()
  world.vms.broken = undefined
  await world.call('DELETE')
})
afterAll(() => world.close())

const told = (who = world.tenant.admin) => cameraState(world.server, who, camera)
const toldAs = (what: string, fits: (state: Awaited<ReturnType<typeof told>>) => boolean) =>
  until(what, async () => {
    const state = await told()
    return fits(state) && state
  })

it('a camera of a system works, is lost with it, fails after five minutes, and comes back', async () => {
  expect(await told()).toMatchObject({
    state: 'unconnected',
    inSite: 1,
    isCountedAtHome: false,
    system: { kind: 'milestone', name: XPROTECT.siteName, isUp: false, lastSeenAt: null, problem: null },
  })
  const again = Promise.withResolvers<void>()
  await world.connect({ onLost: (signal) => Promise.race([again.promise, stopped(signal)]) })
  await toldAs('working', ({ state, system }) => state === 'working' && system?.isUp === true)
  world.vms.happen({ camera: GATE, type: XPROTECT.motionStarted, at: world.clock.now() })
  expect(await toldAs('an event', ({ lastSeenAt }) => lastSeenAt !== null)).toMatchObject({
    lastEventAt: world.clock.now().toISOString(),
    system: { problem: null },
  })

  world.vms.broken = 401
  world.vms.drop()
  await toldAs('a lost connection', ({ system }) => system?.isUp === false)
  world.clock.advance(4 * MINUTE)
  expect(await told()).toMatchObject({ state: 'working', inSite: 1, isCountedAtHome: false, system: { isUp: false } })
  world.clock.advance(MINUTE)
  await world.look()
  expect(await told()).toMatchObject({
    state: 'failing',
    inSite: 1,
    isCountedAtHome: true,
    failingAtHome: 1,
    system: { isUp: false, problem: { code: 'closed' } },
  })

  world.vms.broken = undefined
  again.resolve()
  await toldAs('back', ({ state }) => state === 'working')
  expect(await told()).toMatchObject({
    inSite: 1,
    isCountedAtHome: false,
    failingAtHome: 0,
    system: { isUp: true, problem: null },
  })
})

it('why a system was never reached is told at once, at cameras that are mapped to it alone', async () => {
  const other = await createCamera(world.server.database.runtime, world.tenant.companyId)
  world.vms.broken = 401
  await world.connect()
  await toldAs('a refusal', ({ system }) => system?.problem?.code === 'login')
  expect(await told()).toMatchObject({ state: 'unconnected', isCountedAtHome: true })
  const beside = await cameraState(world.server, world.tenant.admin, other)
  expect(beside).toMatchObject({ state: 'empty', system: null, isCountedAtHome: false })
})

it.each([
  ['a system of another maker with the same id', { vendor: 'exacq' }],
  ['another system of Milestone', { system_id: 'elsewhere' }],
] as const)('a camera of %s is told nothing of ours', async (_whose, change) => {
  const { runtime } = world.server.database
  world.vms.broken = 401
  await world.connect()
  await toldAs('a refusal', ({ system }) => system?.problem?.code === 'login')
  await inSystem(runtime, (tx) =>
    tx.updateTable('dw_camera').set(change).where('view_id', '=', camera.viewId).execute(),
  )
  expect(await told()).toMatchObject({ system: null, isCountedAtHome: false })
})

it('the same system of another company says nothing of ours', async () => {
  world.vms.broken = 401
  await world.connect()
  await toldAs('a refusal', ({ system }) => system?.problem?.code === 'login')
  const theirs = await createTenant(world.server.database.runtime, 'Elsewhere')
  const there = await createCamera(world.server.database.runtime, theirs.companyId)
  await world.call('PUT', '/cameras', { cameras: [gate(there.viewId)] }, theirs)
  expect(await cameraState(world.server, theirs.admin, there)).toMatchObject({ state: 'empty', system: null })
  const foreign = await callApi(world.server, theirs.admin, 'GET', `/v1/view/${camera.viewId}/way-in`)
  expect(foreign.status).toBe(404)
})
