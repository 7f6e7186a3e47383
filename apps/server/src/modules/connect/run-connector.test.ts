import { createFakeClock } from '@winnow/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConnectError, type Line } from '../../platform/connect/connector.ts'
import { createLogger } from '../../platform/log.ts'
import { type ConnectionState, type RunningConnector, runConnector } from './run-connector.ts'

/** A turn of the event loop: lets everything that is ready run. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const START = new Date('2026-11-26T12:00:00Z')
const NEVER_UP: ConnectionState = {
  isUp: false,
  since: START,
  lastUpAt: null,
  seenAt: null,
  eventAt: null,
  problem: null,
}

let clock: ReturnType<typeof createFakeClock>
let lines: { line: Line; end: (error?: Error) => void }[]
let pauses: { ms: number; over: () => void }[]
let elapsed: number
let changes: number
let logged: string[]
let connector: RunningConnector

beforeEach(() => {
  clock = createFakeClock(START)
  lines = []
  pauses = []
  logged = []
  elapsed = 0
  changes = 0
  connector = runConnector(
    {
      kind: 'test',
      run: (line) =>
        new Promise<void>((resolve, reject) => {
          lines.push({ line, end: (error) => (error ? reject(error) : resolve()) })
          line.signal.addEventListener('abort', () => resolve())
        }),
    },
    {
      connection: { id: 'c', companyId: 'k', siteId: null, viewId: null, settings: {}, secret: null, position: null },
      // Never called here.
      guard: {} as Line['guard'],
      acceptSignal: async () => 'signal',
      keepPosition: async () => undefined,
    },
    NEVER_UP,
    {
      clock,
      log: createLogger({ level: 'debug', write: (line) => logged.push(line) }),
      wait: (ms, signal) =>
        new Promise((resolve) => {
          pauses.push({ ms, over: resolve })
          signal.addEventListener('abort', () => resolve())
        }),
      random: () => 1,
      monotonic: () => elapsed,
      onChange: () => void changes++,
    },
  )
})
afterEach(() => connector.stop())

/** Ends the current connection, and the pause after it. */
async function fail(error?: Error): Promise<number> {
  lines.at(-1)?.end(error)
  await turn()
  const pause = pauses.at(-1)
  pause?.over()
  await turn()
  return pause?.ms ?? Number.NaN
}

it('tries again after pauses that grow, until the connection was steady', async () => {
  expect([await fail(), await fail(), await fail()]).toEqual([1_000, 2_000, 4_000])
  lines.at(-1)?.line.isUp()
  elapsed += 1_000
  expect(await fail()).toBe(8_000)
  lines.at(-1)?.line.isUp()
  elapsed += 60_000
  expect(await fail()).toBe(1_000)
})

it('says that it is up, since when, and what was heard last', async () => {
  clock.advance(5_000)
  lines[0]?.line.isUp()
  expect(connector.state()).toMatchObject({ isUp: true, since: clock.now(), lastUpAt: clock.now(), problem: null })
  expect(changes).toBe(1)
  clock.advance(5_000)
  lines[0]?.line.isAlive()
  expect(connector.state()).toMatchObject({ seenAt: clock.now(), eventAt: null })
  clock.advance(5_000)
  expect(
    await lines[0]?.line.acceptSignal({ source: 'hikvision', rawType: null, remoteAddress: '', body: empty() }),
  ).toBe('signal')
  expect(connector.state()).toMatchObject({ eventAt: clock.now() })
})

it('keeps the beginning of an outage over all tries in vain, with the latest reason', async () => {
  lines[0]?.line.isUp()
  clock.advance(5_000)
  const lostAt = clock.now()
  await fail(new ConnectError('unreachable'))
  clock.advance(5_000)
  await fail(new ConnectError('refused', { setting: 'LINE=1' }))
  expect(connector.state()).toMatchObject({
    isUp: false,
    since: lostAt,
    lastUpAt: lostAt,
    problem: { code: 'refused', setting: 'LINE=1', at: clock.now() },
  })
})

it('leaves a device alone that refused the login', async () => {
  expect(await fail(new ConnectError('login'))).toBe(900_000)
})

it('survives and logs a defect of the connector', async () => {
  await fail(new Error('a defect'))
  expect(connector.state().problem?.code).toBe('failed')
  expect(logged.join('')).toContain('a defect')
  expect(lines).toHaveLength(2)
})

it.each(['connected', 'waiting'])('stops while it is %s, and does not start again', async (phase) => {
  if (phase === 'waiting') {
    lines[0]?.end()
    await turn()
    expect(pauses).toHaveLength(1)
  }
  await connector.stop()
  expect(lines).toHaveLength(1)
  expect(lines[0]?.line.signal.aborted).toBe(true)
})

async function* empty(): AsyncGenerator<Uint8Array> {
  // Nothing.
}
