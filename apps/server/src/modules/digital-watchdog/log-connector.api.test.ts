import { createFakeTicker, NX_SYSTEM } from '@winnow/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createCamera } from '../../../test/factories.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type ConnectorKeeper, keepConnectors } from '../connect/index.ts'
import { type DwWorld, GATE, gate, SECRET, startDwWorld } from './digital-watchdog.fixture.ts'
import { createNxLogConnector } from './log-connector.ts'

let world: DwWorld
let keeper: ConnectorKeeper | undefined
let viewId: string

beforeAll(async () => {
  world = await startDwWorld()
  await world.setUp()
  viewId = (await createCamera(world.server.database.runtime, world.tenant.companyId)).viewId
  await world.call('PUT', 'cameras', { cameras: [gate(viewId)] })
})
beforeEach(async () => {
  world.clock.advance(3_600_000)
  await read()
})
afterEach(() => keeper?.stop())
afterAll(() => world.close())

interface Run {
  /** Called when the log was read; the next look follows when it resolves. */
  onRead: (signal: AbortSignal) => Promise<void>
  /** Called when the connection was lost; the next one follows when it resolves. */
  onLost?: (signal: AbortSignal) => Promise<void>
  /** Called with its camera for each event that is stored. It can refuse it. */
  onEvent?: (camera: string) => void
}

const stopped = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

/** Starts what reads logs. */
async function start({ onRead, onLost = stopped, onEvent }: Run): Promise<void> {
  const deps = { ...world.server.container.deps, ticker: createFakeTicker() }
  const limits = { ...deps.limits, requireCamera: async (camera: string) => onEvent?.(camera) }
  const connectTiming = {
    monotonic: () => world.clock.now().getTime(),
    wait: (_ms: number, signal: AbortSignal) => onLost(signal),
  }
  keeper = keepConnectors({ ...deps, limits, connectTiming }, [
    createNxLogConnector({ ...deps, wait: (_ms, signal) => onRead(signal) }),
  ])
  await keeper.look()
}

/** Runs what reads logs until it has read the log once. */
async function read(): Promise<void> {
  const looked = Promise.withResolvers<void>()
  await start({
    onRead(signal) {
      looked.resolve()
      return stopped(signal)
    },
  })
  await looked.promise
  await keeper?.stop()
}

const entryAt = (timestampMs: number, { camera = GATE, action = 'execHttpRequestAction' } = {}) => ({
  timestampMs,
  eventData: { eventType: 'analyticsSdkEvent', caption: 'Fence', eventTypeId: 'nx.Line', deviceId: camera },
  actionData: { actionType: action },
  ruleId: 'r',
  flags: 'noFlags',
})

/** Adds an entry to the log, so many minutes from now. @returns its time */
const logged = (minutes: number, change: { camera?: string; action?: string } = {}): string => {
  const timestampMs = Math.round(world.clock.now().getTime() + minutes * 60_000)
  world.nx.log.push(entryAt(timestampMs, change))
  return new Date(timestampMs).toISOString()
}

/** The camera's events, once all are read. */
const signals = () =>
  until('read signals', async () => {
    const { body } = await callApi(world.server, world.tenant.admin, 'GET', `/v1/view/${viewId}/signals?limit=100`)
    const rows = body as { kind: string | null; deviceTime: string | null; duplicateOf: string | null }[]
    return rows.every(({ kind }) => kind !== null) && rows
  })
/** Their times, without those that were read twice. */
const times = async (): Promise<(string | null)[]> =>
  (await signals()).filter(({ duplicateOf }) => duplicateOf === null).map(({ deviceTime }) => deviceTime)

const position = (): Promise<string | null> =>
  inSystem(
    world.server.database.runtime,
    async (tx) => (await tx.selectFrom('connection').select('position').executeTakeFirstOrThrow()).position,
  )

describe('the event log of a system', () => {
  it('gives back the events of an hour in which nothing ran here, once each', async () => {
    const missed = [logged(10), logged(30), logged(50)]
    logged(20, { camera: 'f00d' })
    logged(40, { action: 'bookmarkAction' })
    world.clock.advance(3_600_000)
    await read()
    expect(new Set(await times())).toEqual(new Set(missed))
    await read()
    expect(await times()).toHaveLength(missed.length)
    expect(await position()).toEqual(missed.at(-1))
  })

  it('is read on where it was read, after a lost connection too', async () => {
    const [first, second] = [logged(10), logged(20)]
    world.clock.advance(3_600_000)
    const readAgain = Promise.withResolvers<void>()
    let isLost = false
    await start({
      async onRead(signal) {
        if (!isLost) world.nx.broken = 500
        else {
          readAgain.resolve()
          await stopped(signal)
        }
      },
      async onLost() {
        isLost = true
        world.nx.broken = undefined
      },
    })
    await readAgain.promise
    const taken = (await signals()).map(({ deviceTime }) => deviceTime)
    expect(taken).toContain(second)
    expect(taken.filter((time) => time === first)).toHaveLength(1)
  })

  it('is read on behind the last event that was stored, where the next could not be', async () => {
    const [, stored] = [logged(10), logged(20), logged(30)]
    world.clock.advance(3_600_000)
    const lost = Promise.withResolvers<void>()
    let events = 0
    await start({
      onRead: stopped,
      onEvent() {
        events += 1
        // The last event that was read before is read once more.
        if (events > 3) throw new AppError('STORAGE_FULL', 'No room')
      },
      onLost(signal) {
        lost.resolve()
        return stopped(signal)
      },
    })
    await lost.promise
    expect(await position()).toBe(stored)
  })

  it('that answers with times years off, which nobody asked for, is read on all the same', async () => {
    world.nx.lies = [1e15, 8.64e15, -1e15].map((timestampMs) => entryAt(timestampMs))
    const next = logged(1)
    await read()
    world.nx.lies = []
    expect(await times()).toContain(next)
    expect(await position()).toBe(next)
  })

  it('has a hundred events of a camera over its limit left out, which hold up no other camera', async () => {
    const yard = await createCamera(world.server.database.runtime, world.tenant.companyId)
    await world.call('PUT', 'cameras', { cameras: [{ ...gate(yard.viewId), cameraId: 'beef' }] })
    const before = await times()
    // What was read before is read once more at the start, and would be waited for.
    world.nx.log.length = 0
    const looked = Promise.withResolvers<void>()
    let looks = 0
    await start({
      onEvent(camera) {
        if (camera === viewId) throw new AppError('RATE_LIMITED', 'Too many messages')
      },
      async onRead(signal) {
        looks += 1
        if (looks > 1) {
          looked.resolve()
          return stopped(signal)
        }
        for (let n = 1; n <= 100; n += 1) logged(n / 6_000)
        logged(1, { camera: 'beef' })
        return undefined
      },
    })
    await looked.promise
    world.nx.log.length = 0
    expect(await times()).toEqual(before)
    expect(
      (await callApi(world.server, world.tenant.admin, 'GET', `/v1/view/${yard.viewId}/signals`)).body,
    ).toHaveLength(1)
  })

  it('has what a camera over its limit did in an outage waited for', async () => {
    const missed = [logged(10), logged(20)]
    world.clock.advance(3_600_000)
    const looked = Promise.withResolvers<void>()
    let [tries, waits] = [0, 0]
    await start({
      onEvent() {
        tries += 1
        if (tries <= 2) throw new AppError('RATE_LIMITED', 'Too many messages')
      },
      async onRead(signal) {
        waits += 1
        if (waits <= 2) return undefined
        looked.resolve()
        return stopped(signal)
      },
    })
    await looked.promise
    expect(await times()).toEqual(expect.arrayContaining(missed))
  })

  it('adds nothing to an event that its rule has sent', async () => {
    const content = { camera: GATE, eventType: 'nx.Line', eventName: 'Fence' }
    const url = `/api/v1/dw/${SECRET}`
    const headers = { 'content-type': 'application/json' }
    const before = await times()
    await world.server.app.inject({ method: 'POST', url, headers, payload: JSON.stringify(content) })
    logged(0)
    await read()
    expect(await times()).toEqual([null, ...before])
  })

  it('adds an event seconds after another one that was read from it, which no rule has sent', async () => {
    const first = logged(0)
    await read()
    const second = logged(10 / 60)
    await read()
    expect(await times()).toEqual(expect.arrayContaining([first, second]))
  })

  it('is read on after the clock of the system was ahead and is set back', async () => {
    logged(600)
    await read()
    const next = logged(1)
    await read()
    expect(await times()).toContain(next)
  })

  it('is read as long as its system is configured, and says why it cannot be', async () => {
    const connections = () =>
      inSystem(world.server.database.runtime, (tx) =>
        tx.selectFrom('connection').select('settings').where('kind', '=', 'digital-watchdog-log').execute(),
      )
    expect(await connections()).toEqual([{ settings: { systemId: NX_SYSTEM.systemId } }])
    world.nx.broken = 401
    const lost = Promise.withResolvers<void>()
    await start({
      onRead: stopped,
      onLost(signal) {
        lost.resolve()
        return stopped(signal)
      },
    })
    await lost.promise
    await keeper?.look()
    world.nx.broken = undefined
    expect((await world.call('GET', 'servers')).body).toMatchObject([{ log: { isUp: false, problem: 'login' } }])
    await world.call('PUT', 'servers', { servers: [] })
    expect(await connections()).toEqual([])
  })
})
