import type { MilestoneSystem } from '@winnow/contract'
import { renderScene, XPROTECT } from '@winnow/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createCamera } from '../../../test/factories.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { GATE, gate, type MilestoneWorld, startMilestoneWorld, stopped } from './milestone.fixture.ts'

const YARD = 'c0ffee00-0000-4000-8000-000000000003'
let world: MilestoneWorld
let viewId: string
let yardId: string
/** Times for which pictures were asked, in milliseconds. */
const askedAt: number[] = []

beforeAll(async () => {
  const [frame] = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 1, width: 320, height: 180 })
  world = await startMilestoneWorld({
    cameras: [
      { id: GATE, name: 'Gate 10', groups: ['Outside', 'North'] },
      { id: YARD, name: 'Yard' },
    ],
    picture(_camera, at) {
      askedAt.push(at)
      return { at: at + 40, jpeg: Buffer.from(frame?.jpeg ?? []) }
    },
  })
})
beforeEach(async () => {
  await world.setUp()
  viewId = (await createCamera(world.server.database.runtime, world.tenant.companyId)).viewId
  yardId = (await createCamera(world.server.database.runtime, world.tenant.companyId)).viewId
  await world.call('PUT', '/cameras', { cameras: [gate(viewId), gate(yardId, { cameraId: YARD, cameraName: 'Yard' })] })
  world.clock.advance(3_600_000)
})
afterEach(async () => {
  await world.disconnect()
  world.vms.forget()
  await world.call('DELETE')
  Object.assign(world.vms, { log: [], broken: undefined, logStatus: undefined, redirect: undefined, isMute: false })
  Object.assign(world.vms.images, { lie: undefined, isEmpty: false })
})
afterAll(() => world.close())

const { motionStarted, motionStopped, lineCrossed } = XPROTECT
const now = () => world.clock.now()
const happen = (more: object = {}) => world.vms.happen({ camera: GATE, type: motionStarted, at: now(), ...more })
const connected = () => until('a connection', async () => world.vms.clients() === 1)

interface Row {
  id: string
  kind: string | null
  alarmId: string
  event: string
  eventType: string
  deviceTime: string | null
  duplicateOf: string | null
  problems: { code: string; detail?: string }[]
}
/** A camera's events once so many are read. */
const signals = (count: number, camera = viewId): Promise<Row[]> =>
  until(`${count} read signals`, async () => {
    const { body } = await callApi(world.server, world.tenant.admin, 'GET', `/v1/view/${camera}/signals?limit=100`)
    const rows = body as Row[]
    if (!Array.isArray(body)) throw new Error(JSON.stringify(body))
    return rows.length >= count && rows.every(({ kind }) => kind !== null) && rows
  })
/** Their number, once another camera's event that happened later is there. */
async function countNow(): Promise<number> {
  happen({ camera: YARD })
  await signals(1, yardId)
  return (await signals(0)).length
}
const state = async () => (await world.call('GET')).body as unknown as MilestoneSystem
const position = (): Promise<Record<string, string>> =>
  inSystem(world.server.database.runtime, async (tx) => {
    const row = await tx.selectFrom('connection').select('position').executeTakeFirstOrThrow()
    return JSON.parse(row.position ?? '{}') as Record<string, string>
  })

describe('an event of the system', () => {
  it('becomes an alarm of the mapped camera, with its pictures by time · INTEGRATIONS-001 · INTEGRATIONS-003', async () => {
    await world.connect()
    await until('the recording server', async () => (await state()).recorders.length === 1)
    expect(await state()).toMatchObject({ recorders: [{ name: 'Recorder 1', host: '127.0.0.1', failure: null }] })
    askedAt.length = 0
    const at = now()
    happen({ type: lineCrossed, data: { description: 'over the "north" fence' } })
    const [signal] = await signals(1)
    expect(signal).toMatchObject({
      source: 'milestone',
      kind: 'alarm',
      vendor: 'milestone',
      event: 'Fence crossed',
      eventType: 'line',
      text: 'over the "north" fence',
      deviceTime: at.toISOString(),
      problems: [],
    })
    expect(askedAt).toEqual([-1_000, 0, 1_000].map((offset) => at.getTime() + offset))
    const { body } = await callApi(world.server, world.tenant.admin, 'GET', `/alarm/${signal?.alarmId}`)
    expect(body).toMatchObject({ source: 'milestone', frameCount: 3 })
    await world.look()
    expect(await state()).toMatchObject({ connection: { isUp: true, problem: null }, lastEventAt: expect.any(String) })
  })

  it('of another type, of an unknown camera or of no camera is none', async () => {
    await world.connect()
    await connected()
    happen({ type: motionStopped })
    happen({ camera: 'f00d' })
    happen({ source: `hardware/${XPROTECT.hardwareId}` })
    expect(await countNow()).toBe(0)
  })

  it('is passed on with the reason where a recording server lies, refuses or has nothing', async () => {
    await world.connect()
    await connected()
    await until('the recording server', async () => (await state()).recorders.length === 1)
    world.vms.images.isEmpty = true
    happen({ at: new Date(now().getTime() - 120_000) })
    expect((await signals(1)).map(({ problems }) => problems)).toEqual([
      [{ code: 'no-media', detail: 'nothing was recorded at this time' }],
    ])
    world.vms.images.lie = (socket) =>
      void socket.write('ImageResponse\r\nCurrent: 1\r\nContent-length: 99999999999\r\n\r\n')
    happen()
    expect((await signals(2)).flatMap(({ problems }) => problems)).toContainEqual({
      code: 'no-media',
      detail: 'pictures could not be fetched (answer)',
    })
    // The server that lied is left alone for half a minute.
    happen()
    expect((await signals(3)).flatMap(({ problems }) => problems)).toContainEqual({
      code: 'no-media',
      detail: 'the system did not answer a moment ago',
    })
  })
})

describe('a lost connection', () => {
  it('is resumed behind the last event, so that nothing is missed', async () => {
    const lost = Promise.withResolvers<void>()
    await world.connect({ onLost: () => lost.promise })
    await connected()
    happen()
    await signals(1)
    world.vms.drop()
    happen()
    happen()
    const searches = world.vms.asked.filter((path) => path === 'GET /api/rest/v1/events').length
    lost.resolve()
    expect(await signals(3)).toHaveLength(3)
    expect(world.vms.asked.filter((path) => path === 'GET /api/rest/v1/events')).toHaveLength(searches)
    expect((await state()).gap).toBeNull()
  })

  it('of an hour is caught up from the stored events, once each, and told', async () => {
    await world.connect()
    await connected()
    happen()
    await signals(1)
    await world.disconnect()
    world.vms.forget()
    const missed = [10, 30, 50].map((minutes) => new Date(now().getTime() + minutes * 60_000))
    for (const at of missed) world.vms.logged({ camera: GATE, type: motionStarted, at })
    world.vms.logged({ camera: GATE, type: motionStopped, at: missed[0] ?? now() })
    world.clock.advance(3_600_000)
    // The gateway answers before the events can be found.
    world.vms.logStatus = 503
    let refusals = 0
    let waits = 0
    await world.connect({
      // The limit of the camera is waited for, too.
      onEvent() {
        if ((refusals += 1) === 2) throw new AppError('RATE_LIMITED', 'Too many messages')
      },
      async onWait() {
        waits += 1
        world.vms.logStatus = undefined
      },
    })
    const rows = await signals(5)
    expect(rows.filter(({ duplicateOf }) => duplicateOf === null).map(({ deviceTime }) => deviceTime)).toEqual(
      expect.arrayContaining(missed.map((at) => at.toISOString())),
    )
    expect(rows.filter(({ duplicateOf }) => duplicateOf === null)).toHaveLength(4)
    expect(waits).toBe(2)
    await until('the gap', async () => (await state()).gap !== null)
    expect((await state()).gap).toMatchObject({ isSearched: true })
  })

  it('is told as a gap where the stored events may not be read, and reading goes on', async () => {
    await world.connect()
    await connected()
    await until('a position', async () => (await position())['sessionId'] !== '')
    await world.disconnect()
    world.vms.forget()
    world.vms.logStatus = 403
    world.clock.advance(600_000)
    await world.connect()
    await until('the gap', async () => (await state()).gap?.isSearched === false)
    expect((await state()).gap).toMatchObject({
      isSearched: false,
      found: 0,
      to: now().toISOString(),
      problem: 'refused',
    })
    await connected()
    expect(await countNow()).toBe(0)
  })

  it('is told as a gap where the stored events cannot be had in three connections, and what happens now is read', async () => {
    await world.connect()
    await connected()
    await until('a position', async () => (await position())['sessionId'] !== '')
    await world.disconnect()
    world.vms.forget()
    world.vms.logStatus = 0
    world.clock.advance(600_000)
    let lost = 0
    await world.connect({
      async onLost() {
        lost += 1
      },
    })
    await until('the gap', async () => (await state()).gap !== null)
    expect((await state()).gap).toMatchObject({ isSearched: false, found: 0, problem: 'unanswered' })
    expect(await countNow()).toBe(0)
    expect(lost).toBe(2)
  })

  it('says how many were found where the system stored more events than are looked through', async () => {
    await world.connect()
    await connected()
    happen()
    await signals(1)
    await world.disconnect()
    world.vms.forget()
    const begin = now().getTime()
    for (let second = 0; second < 500; second += 1) {
      const type = second === 60 ? motionStarted : motionStopped
      world.vms.logged({ camera: GATE, type, at: new Date(begin + second * 1_000) })
    }
    world.clock.advance(600_000)
    await world.connect({ pages: 1 })
    await until('the gap', async () => (await state()).gap !== null)
    expect((await state()).gap).toMatchObject({
      to: now().toISOString(),
      isSearched: false,
      found: 2,
      problem: 'too-many',
    })
  })

  it('has not moved behind an event that could not be stored', async () => {
    const lost = Promise.withResolvers<void>()
    let events = 0
    await world.connect({
      onEvent() {
        if ((events += 1) > 1) throw new AppError('STORAGE_FULL', 'The disk is full')
      },
      onLost(signal) {
        lost.resolve()
        return stopped(signal)
      },
    })
    await connected()
    const stored = happen()
    await signals(1)
    happen()
    await lost.promise
    await world.look()
    expect((await position())['eventId']).toBe(stored)
    expect(await state()).toMatchObject({ connection: { isUp: false, problem: 'busy' } })
  })
})

describe('a system that misbehaves', () => {
  const problemOf = async (change: () => void): Promise<unknown> => {
    const lost = Promise.withResolvers<void>()
    change()
    await world.connect({
      timing: { openMs: 300 },
      onLost(signal) {
        lost.resolve()
        return stopped(signal)
      },
    })
    await lost.promise
    await world.look()
    return (await state()).connection.problem
  }

  it.each([
    ['refuses the token', () => Object.assign(world.vms, { broken: 401 }), 'login'],
    ['redirects', () => Object.assign(world.vms, { redirect: 'https://10.0.0.1/' }), 'answer'],
    ['fails', () => Object.assign(world.vms, { broken: 500 }), 'answer'],
    ['never opens the connection', () => Object.assign(world.vms, { isMute: true }), 'quiet'],
  ])('%s', async (_what, change, problem) => {
    expect(await problemOf(change)).toBe(problem)
  })

  it('has ended all logins meanwhile, and gets a new one', async () => {
    await world.connect({ onLost: async () => undefined })
    await connected()
    world.vms.tokens.clear()
    // A connection outlives its token; the next one has its own.
    expect(await countNow()).toBe(0)
    world.vms.drop()
    await connected()
    happen()
    expect(await signals(1)).toHaveLength(1)
  })

  it('says what nobody understands, and is heard all the same', async () => {
    await world.connect()
    await connected()
    await until('a session', async () => (await position())['sessionId'] !== '')
    for (const text of [
      '{',
      '[]',
      'null',
      '{"events":[null,{"id":7},{"id":"x","type":"y","time":"never"}]}',
      '{"events":{}}',
    ])
      world.vms.say(text)
    happen()
    expect(await signals(1)).toHaveLength(1)
  })

  it('sends a hundred events at once of a camera over its limit, which hold up no other camera', async () => {
    await world.connect({
      onEvent(camera) {
        if (camera === viewId) throw new AppError('RATE_LIMITED', 'Too many messages')
      },
    })
    await connected()
    await until('a session', async () => (await position())['sessionId'] !== '')
    for (let n = 0; n < 100; n += 1) happen()
    expect(await countNow()).toBe(0)
    expect(world.vms.clients()).toBe(1)
  })
})
