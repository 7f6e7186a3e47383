import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/register.ts'
import { releaseOverdue } from './deadline-sweeper.ts'

let now = new Date()
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } })
  tenant = await createTenant(server.database.runtime)
})
beforeEach(() => later(3600))
afterAll(() => server.close())

/** An alarm of a camera at a site of its own. */
async function send(): Promise<{ alarmId: string; siteId: string }> {
  const { viewId, siteId } = await createCamera(server.database.runtime, tenant.companyId)
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
    payload: Buffer.from('ffd8ffe000104a4649460001', 'hex'),
  })
  later(1)
  return { alarmId: reply.json<{ alarmId: string }>().alarmId, siteId }
}
const deps = () => ({ ...server.container.deps, metrics: server.container.deps.analysisMetrics })
const verdictOf = async (id: string) => {
  const alarm = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('alarm').select('verdict').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return alarm.verdict
}
const counted = async () => {
  const { values } = await deps().metrics.verdicts.get()
  return values.find(({ labels }) => labels.by === 'deadline')?.value ?? 0
}

describe('alarms whose deadline has come', () => {
  it('go out also when one before them cannot, which is not counted and is tried again', async () => {
    const broken = await send()
    const others = [await send(), await send()]
    later(20)
    const before = await counted()
    const fail = async (_tx: Tx, { id }: { id: string }) => {
      if (id === broken.alarmId) throw new Error('no receiver can be found')
    }
    expect(await releaseOverdue({ ...deps(), onDecided: fail })).toBe(2)
    expect(await Promise.all(others.map(({ alarmId }) => verdictOf(alarmId)))).toEqual(['unverified', 'unverified'])
    expect(await verdictOf(broken.alarmId)).toBeNull()
    expect(await counted()).toBe(before + 2)
    expect(server.logLines.filter((line) => line.includes('no receiver can be found'))).toHaveLength(1)
    expect(await releaseOverdue(deps())).toBe(1)
    expect(await verdictOf(broken.alarmId)).toBe('unverified')
  })

  it('of two sites of one company never wait in a ring with someone who counts at one of them', async () => {
    const [first, second] = [await send(), await send()]
    later(20)
    const count = (tx: Tx, siteId: string) =>
      sql`update alarm_hour set version = version + 1 where company_id = ${tenant.companyId} and site_id = ${siteId}`.execute(
        tx,
      )
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`.execute(server.database.owner)
      return rows.length > 0
    }
    const released = await inSystem(server.database.runtime, async (tx) => {
      await count(tx, second.siteId)
      const releasing = releaseOverdue(deps())
      await until('the sweeper to wait for the second site', isWaiting)
      // The company's own counts, as whoever counts at a site does next.
      await count(tx, NOTHING)
      return { releasing }
    })
    expect(await released.releasing).toBe(2)
    expect(await verdictOf(first.alarmId)).toBe('unverified')
    expect(await verdictOf(second.alarmId)).toBe('unverified')
  })
})
