import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import type { PelcoCloud } from './pelco-cloud.ts'
import { releaseDeleted, releaseTicks } from './release-deleted.ts'

const MINUTE = 60_000
const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant

/** What the cloud was asked to let go of. It does so unless `isAway`. */
let asked: string[]
let isAway: boolean
const cloud: PelcoCloud = {
  isStandIn: true,
  enrol: () => Promise.resolve({ outcome: 'refused' }),
  release: (companyId, serial, channel) => {
    if (companyId !== tenant.companyId) return Promise.resolve(false)
    asked.push(`${serial}/${channel}`)
    return isAway ? Promise.reject(new Error('no answer')) : Promise.resolve(true)
  },
}

beforeAll(async () => {
  server = await startTestServer({ settings: { WINNOW_PELCO_CLOUD: 'stand-in' }, clock })
})
afterAll(() => server.close())
beforeEach(async () => {
  asked = []
  isAway = false
  tenant = await createTenant(server.database.runtime)
  const unlocks = JSON.stringify({ isPelcoEnabled: true, isAdvancedAlarmUnlocked: true })
  await inSystem(server.database.runtime, (tx) =>
    tx.updateTable('company').set({ unlocks }).where('id', '=', tenant.companyId).execute(),
  )
})

const call = (method: CallMethod, url: string, body?: object) => callApi(server, tenant.admin, method, url, body)
const register = (serialNumber: string) => call('POST', `/v1/pelco/site/${tenant.siteId}/camera`, { serialNumber })
const deps = () => {
  const { db, log } = server.container.deps
  return { db, clock, log, productName: 'Winnow' }
}
/** What a worker does each minute. */
const work = (after = MINUTE) => {
  clock.advance(after)
  return releaseDeleted(deps(), cloud)
}
const cameras = () =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('view')
      .select(['id', 'serial_number as serial', 'deleted_at as deletedAt'])
      .where('company_id', '=', tenant.companyId)
      .where('integration', '=', 'pelco')
      .orderBy('id')
      .execute(),
  )
const disconnected = () =>
  inSystem(server.database.runtime, async (tx) => {
    const rows = await tx
      .selectFrom('live_event')
      .select('payload')
      .where('company_id', '=', tenant.companyId)
      .where('type', '=', 'DISCONNECT')
      .orderBy('id')
      .execute()
    return rows.map(({ payload }) => payload)
  })

describe('an ordinary deletion', () => {
  it.each(['view', 'site', 'project'] as const)(
    'of a %s has the cloud let go of all its sensors, once, and consoles are told · CAMERAS-002 LIVEEVENTS-001',
    async (kind) => {
      await register(kind === 'view' ? '123456789011' : '123456789014')
      const ids = (await cameras()).map(({ id }) => id)
      const target = {
        view: `/view/${ids[0]}`,
        site: `/site/${tenant.siteId}`,
        project: `/project/${tenant.projectId}`,
      }
      expect((await call('DELETE', target[kind])).status).toBe(200)
      await work()
      const channels = kind === 'view' ? ['123456789011/1'] : ['1', '2', '3', '4'].map((n) => `123456789014/${n}`)
      expect(asked.toSorted()).toEqual(channels)
      expect((await cameras()).map(({ serial }) => serial)).toEqual(ids.map(() => null))
      expect(await disconnected()).toMatchObject(ids.map((id) => ({ siteId: tenant.siteId, viewIds: [id] })))
      await work()
      expect(asked).toHaveLength(channels.length)
    },
  )

  it('is never lost while the cloud is away: it is asked again after pauses that grow to an hour', async () => {
    await register('123456789011')
    const [camera] = await cameras()
    isAway = true
    expect((await call('DELETE', `/view/${camera?.id}`)).status).toBe(200)
    for (let minute = 0; minute < 20; minute++) await work()
    // After one minute, and then 1, 2, 4 and 8 minutes later.
    expect(asked).toHaveLength(5)
    await work(24 * 60 * MINUTE)
    expect(asked).toHaveLength(6)
    expect((await cameras())[0]?.serial).toBe('123456789011')
    isAway = false
    await work(60 * MINUTE)
    expect(asked).toHaveLength(7)
    expect((await cameras())[0]?.serial).toBeNull()
  })

  it('that is undone at once leaves the camera registered', async () => {
    await register('123456789011')
    const [camera] = await cameras()
    await call('DELETE', `/view/${camera?.id}`)
    await work(15_000)
    expect((await call('POST', `/v1/nodes/${camera?.id}/restore`)).status).toBe(200)
    await work()
    expect(asked).toEqual([])
    expect(await cameras()).toEqual([{ id: camera?.id, serial: '123456789011', deletedAt: null }])
  })

  it('waits for a cloud where the installation has none', async () => {
    await register('123456789011')
    const [camera] = await cameras()
    await call('DELETE', `/view/${camera?.id}`)
    clock.advance(MINUTE)
    const context = { attempt: 1, isLastAttempt: true, signal: new AbortController().signal, log: deps().log }
    const runWith = async (found: PelcoCloud | undefined) => {
      for (const tick of releaseTicks(deps(), found)) await tick.run(context)
      return (await cameras())[0]?.serial
    }
    expect(await runWith(undefined)).toBe('123456789011')
    expect(await runWith(cloud)).toBeNull()
  })
})

describe('a serial number whose camera was deleted', () => {
  it('can be registered again before the cloud was told, and stays registered', async () => {
    await register('123456789011')
    const [old] = await cameras()
    await call('DELETE', `/view/${old?.id}`)
    expect((await register('123456789011')).status).toBe(200)
    await work()
    expect(asked).toEqual([])
    expect((await cameras()).map(({ serial, deletedAt }) => [serial, deletedAt === null])).toEqual([
      [null, false],
      ['123456789011', true],
    ])
  })

  it('is not registered while the cloud is asked to let go of it, which would undo that', async () => {
    await register('123456789011')
    const [old] = await cameras()
    await call('DELETE', `/view/${old?.id}`)
    let during: Awaited<ReturnType<typeof register>> | undefined
    clock.advance(MINUTE)
    const slow: PelcoCloud = {
      ...cloud,
      release: async () => {
        during = await register('123456789011')
        return true
      },
    }
    await releaseDeleted(deps(), slow)
    expect(during).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect((await register('123456789011')).status).toBe(200)
    expect((await cameras()).filter(({ deletedAt }) => deletedAt === null)).toMatchObject([{ serial: '123456789011' }])
  })

  it('is asked about by another process when one died while it asked', async () => {
    await register('123456789011')
    const [camera] = await cameras()
    await call('DELETE', `/view/${camera?.id}`)
    clock.advance(MINUTE)
    const nested: PelcoCloud = {
      ...cloud,
      release: async () => {
        // Another process looks while this one asks, and again when this one must be dead.
        await releaseDeleted(deps(), cloud)
        expect(asked).toEqual([])
        clock.advance(3 * MINUTE)
        await releaseDeleted(deps(), cloud)
        return true
      },
    }
    await releaseDeleted(deps(), nested)
    expect(asked).toEqual(['123456789011/1'])
    expect((await cameras())[0]?.serial).toBeNull()
  })
})
