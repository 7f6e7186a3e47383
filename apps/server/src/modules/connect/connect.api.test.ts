import { createFakeClock, createFakeTicker } from '@winnow/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { ConnectError, type ConnectorKind, type Line } from '../../platform/connect/connector.ts'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { type ConnectorKeeper, hasConnections, keepConnectors, type NewConnection, storeConnection } from './index.ts'

const clock = createFakeClock(new Date())
let one: TestServer
let other: TestServer
let tenant: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>
let lines: { of: string; line: Line }[] = []
const keepers: ConnectorKeeper[] = []

beforeAll(async () => {
  let media: MediaStore | undefined
  one = await startTestServer({ clock, media: (folder) => (media = folder) })
  other = await startTestServer({ clock, beside: one, media: (folder) => media ?? folder })
  tenant = await createTenant(one.database.runtime)
})
afterAll(async () => {
  await other.close()
  await one.close()
})
beforeEach(async () => {
  camera = await createCamera(one.database.runtime, tenant.companyId)
  lines = []
})
afterEach(async () => {
  await Promise.all(keepers.splice(0).map((keeper) => keeper.stop()))
  await inSystem(one.database.runtime, (tx) => tx.deleteFrom('connection').execute())
})

/** A kind whose connectors wait until they are stopped. */
const kindOf = (of: string): ConnectorKind => ({
  kind: 'test',
  run: (line) =>
    new Promise((resolve) => {
      lines.push({ of, line })
      line.signal.addEventListener('abort', () => resolve())
    }),
})
/** Starts what the role `connect` does, on one of the servers. Time passes only when a test says so. */
function connect(
  server: TestServer,
  of: string,
  kind = kindOf(of),
  timing: Parameters<typeof keepConnectors>[0]['connectTiming'] = {},
): ConnectorKeeper {
  const deps = { ...server.container.deps, keys: one.container.deps.keys, ticker: createFakeTicker() }
  const connectTiming = { monotonic: () => clock.now().getTime(), ...timing }
  const keeper = keepConnectors({ ...deps, connectTiming }, [kind])
  keepers.push(keeper)
  return keeper
}
const store = (change: Partial<NewConnection> = {}): Promise<string> =>
  inTenant(one.database.runtime, tenant.companyId, (tx) =>
    storeConnection(
      tx,
      { ...one.container.deps, now: clock.now() },
      {
        companyId: tenant.companyId,
        siteId: null,
        viewId: camera.viewId,
        kind: 'test',
        settings: { host: 'cam' },
        secret: 'geheim',
        ...change,
      },
    ),
  )
const row = (id: string) =>
  inSystem(one.database.runtime, (tx) =>
    tx.selectFrom('connection').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

describe('a connection', () => {
  it('is run by one process, with its settings and its opened secret, which is stored sealed', async () => {
    const id = await store()
    await connect(one, 'one').look()
    await connect(other, 'other').look()
    expect(lines.map(({ of }) => of)).toEqual(['one'])
    expect(lines[0]?.line.connection).toMatchObject({ id, settings: { host: 'cam' }, secret: 'geheim' })
    expect((await row(id)).sealed).not.toContain('geheim')
  })

  it('of a company that has lost the feature ends, says why, and is run again when the company has it · GATING-001', async () => {
    const unlock = (unlocks: object) =>
      inSystem(one.database.runtime, (tx) =>
        tx
          .updateTable('company')
          .set({ unlocks: JSON.stringify(unlocks) })
          .where('id', '=', tenant.companyId)
          .execute(),
      )
    await unlock({ isRtspEnabled: true })
    const id = await store()
    const needing: ConnectorKind = { ...kindOf('one'), feature: 'rtsp' }
    const keeper = connect(one, 'one', needing)
    await keeper.look()
    lines[0]?.line.isUp()
    await until('the state', async () => (await row(id)).is_up)
    await unlock({ isRtspEnabled: false })
    await keeper.look()
    expect(lines[0]?.line.signal.aborted).toBe(true)
    await keeper.look()
    expect(lines).toHaveLength(1)
    expect(await row(id)).toMatchObject({ is_up: false, problem: 'locked', owner: null })
    await unlock({ isRtspEnabled: true })
    await keeper.look()
    expect(lines).toHaveLength(2)
    // It is lost again before the connection came up.
    await unlock({})
    await keeper.look()
    expect(lines[1]?.line.signal.aborted).toBe(true)
    expect(await row(id)).toMatchObject({ problem: 'locked', owner: null })
  })

  it('of a process that died is taken over by another one within 30 seconds', async () => {
    const id = await store()
    await connect(one, 'one').look()
    lines[0]?.line.isUp()
    await until('the state', async () => (await row(id)).is_up)
    // The first process is killed: it renews nothing more. The other one looks every five seconds.
    const others = connect(other, 'other')
    const diedAt = clock.now().getTime()
    while (lines.length < 2 && clock.now().getTime() - diedAt < 60_000) {
      clock.advance(5_000)
      await others.look()
    }
    expect(lines.map(({ of }) => of)).toEqual(['one', 'other'])
    expect(clock.now().getTime() - diedAt).toBeLessThanOrEqual(30_000)
    // It is not connected before the new owner says so.
    expect(await row(id)).toMatchObject({ is_up: false, since: clock.now() })
    // The first one was only suspended: it sees that it owns nothing more, and ends.
    await keepers[0]?.look()
    expect(lines[0]?.line.signal.aborted).toBe(true)
    expect(lines[1]?.line.signal.aborted).toBe(false)
  })

  it('of a process that stops in order is free at once', async () => {
    await store()
    const first = connect(one, 'one')
    await first.look()
    await first.stop()
    await connect(other, 'other').look()
    expect(lines.map(({ of }) => of)).toEqual(['one', 'other'])
  })

  it('ends in a process that cannot renew its lease any more, before another one may take it', async () => {
    await store()
    const keeper = connect(one, 'one')
    await keeper.look()
    await inSystem(one.database.owner, (tx) => tx.schema.alterTable('connection').renameTo('gone').execute())
    try {
      clock.advance(14_999)
      await expect(keeper.look()).rejects.toThrow('connection')
      expect(lines[0]?.line.signal.aborted).toBe(false)
      clock.advance(1)
      await expect(keeper.look()).rejects.toThrow('connection')
      expect(lines[0]?.line.signal.aborted).toBe(true)
    } finally {
      await inSystem(one.database.owner, (tx) => tx.schema.alterTable('gone').renameTo('connection').execute())
    }
  })

  it('starts anew with changed settings, and keeps a secret that was not sent', async () => {
    const id = await store()
    const keeper = connect(one, 'one')
    await keeper.look()
    await store({ settings: { host: 'moved' }, secret: undefined })
    await until('the change', async () => lines.length === 2)
    expect(lines[0]?.line.signal.aborted).toBe(true)
    expect(lines[1]?.line.connection).toMatchObject({ id, settings: { host: 'moved' }, secret: 'geheim' })
  })

  it('rests while its camera is deleted', async () => {
    await store()
    const keeper = connect(one, 'one')
    await keeper.look()
    const deleted = (at: Date | null) =>
      inSystem(one.database.runtime, (tx) =>
        tx.updateTable('view').set({ deleted_at: at }).where('id', '=', camera.viewId).execute(),
      )
    await deleted(clock.now())
    await keeper.look()
    expect(lines[0]?.line.signal.aborted).toBe(true)
    expect(await hasConnections(one.database.runtime)).toBe(false)
    await deleted(null)
    expect(await hasConnections(one.database.runtime)).toBe(true)
    clock.advance(20_000)
    await keeper.look()
    expect(lines).toHaveLength(2)
  })

  it('stores its events as signals of its camera, and keeps it alive', async () => {
    const id = await store()
    const keeper = connect(one, 'one')
    await keeper.look()
    const line = lines[0]?.line
    line?.isUp()
    const body = async function* () {
      yield Buffer.from('<EventNotificationAlert><eventType>VMD</eventType></EventNotificationAlert>')
    }
    const event = { source: 'hikvision', rawType: 'application/xml', remoteAddress: 'cam' } as const
    const signalId = await line?.acceptSignal({ ...event, body: body() })
    const signal = await inSystem(one.database.runtime, (tx) =>
      tx
        .selectFrom('signal')
        .selectAll()
        .where('id', '=', signalId ?? '')
        .executeTakeFirstOrThrow(),
    )
    expect(signal).toMatchObject({ view_id: camera.viewId, site_id: camera.siteId, remote_address: 'cam' })
    await line?.keepPosition('7')
    await keeper.look()
    expect(await row(id)).toMatchObject({ is_up: true, event_at: clock.now(), position: '7' })
    // A sign of life is written now and then.
    clock.advance(61_000)
    line?.isAlive()
    await keeper.look()
    const seen = await inSystem(one.database.runtime, (tx) =>
      tx.selectFrom('view').select('last_signal_at').where('id', '=', camera.viewId).executeTakeFirstOrThrow(),
    )
    expect(seen.last_signal_at).toEqual(clock.now())
  })

  it('goes on at the position that was kept before it was lost', async () => {
    await store()
    const positions: (string | null)[] = []
    const kind: ConnectorKind = {
      kind: 'test',
      async run(line) {
        positions.push(line.connection.position)
        if (positions.length === 1) return line.keepPosition('7')
        return kindOf('one').run(line)
      },
    }
    await connect(one, 'one', kind, { wait: async () => undefined }).look()
    await until('the next run', async () => positions.length === 2)
    expect(positions).toEqual([null, '7'])
  })

  it('begins anew where a change says so, whatever the one before it still keeps', async () => {
    const id = await store()
    const positions: (string | null)[] = []
    const kind: ConnectorKind = {
      kind: 'test',
      async run(line) {
        positions.push(line.connection.position)
        await kindOf('one').run(line)
        await line.keepPosition('old')
      },
    }
    const keeper = connect(one, 'one', kind)
    await keeper.look()
    await inSystem(one.database.runtime, (tx) =>
      tx
        .updateTable('connection')
        .set((eb) => ({ version: eb('version', '+', 1), position: null }))
        .where('id', '=', id)
        .execute(),
    )
    await keeper.look()
    expect(positions).toEqual([null, null])
    expect(await row(id)).toMatchObject({ position: null })
  })

  it('tells why it is down, and which line of the settings would help', async () => {
    const id = await store()
    connect(one, 'one', { kind: 'test', run: () => Promise.reject(new ConnectError('refused', { setting: 'A=1' })) })
    const found = await until('the reason', async () => {
      const now = await row(id)
      return now.problem !== null && now
    })
    expect(found).toMatchObject({ is_up: false, problem: 'refused', problem_setting: 'A=1', last_up_at: null })
  })

  it('whose secret cannot be opened fails alone', async () => {
    const broken = await store()
    const { viewId } = await createCamera(one.database.runtime, tenant.companyId)
    await inSystem(one.database.runtime, (tx) =>
      tx.updateTable('connection').set({ sealed: 's1.00000000.AAAA' }).where('id', '=', broken).execute(),
    )
    const id = await store({ viewId })
    connect(one, 'one')
    await until('the reason', async () => (await row(broken)).problem === 'failed')
    expect(lines.map(({ line }) => line.connection.id)).toEqual([id])
  })
})
