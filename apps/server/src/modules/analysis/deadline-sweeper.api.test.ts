import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAlarm, createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { waitsForLock } from '../../../test/waits-for-lock.ts'
import { watchStatements, type StatementWatch } from '../../../test/watch-statements.ts'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/gate.ts'
import { newId } from '../../platform/ids.ts'
import { readBacklogs } from './read-backlogs.ts'
import { releaseOverdue } from './release-overdue.ts'

let now = new Date()
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
let server: TestServer
let tenant: Tenant
let statements: StatementWatch
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } })
  statements = watchStatements(server.database.runtimePool)
  tenant = await createTenant(server.database.runtime)
})
beforeEach(() => later(3600))
afterAll(() => server.close())

/** Sends an alarm of a new camera in a new site. */
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

/** Creates two sites, one with a receiver, and alarms of them that wait for their verdict. */
async function createWaiting(count: number): Promise<{ alarmIds: string[]; receiverId: string }> {
  const db = server.database.runtime
  const [told, quiet] = [await createCamera(db, tenant.companyId), await createCamera(db, tenant.companyId)]
  const receiverId = newId()
  await inSystem(db, (tx) =>
    tx
      .insertInto('receiver')
      .values({
        id: receiverId,
        company_id: tenant.companyId,
        site_id: told.siteId,
        kind: 'email',
        name: 'Control room',
        config: JSON.stringify({ recipients: ['room@example.com'] }),
      })
      .execute(),
  )
  const alarmIds: string[] = []
  for (let index = 0; index < count; index++)
    alarmIds.push(
      await createAlarm(
        db,
        { companyId: tenant.companyId, ...(index % 2 === 0 ? told : quiet) },
        { verdict: null, receivedAt: now },
      ),
    )
  return { alarmIds, receiverId }
}
const rowsOf = (alarmIds: readonly string[]) =>
  inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('alarm').select(['verdict', 'version', 'verdict_at']).where('id', 'in', alarmIds).execute(),
  )

describe('alarms whose deadline has passed', () => {
  it('are released together: hundreds need only a few statements, and their counts, messages and live events are complete', async () => {
    const { alarmIds, receiverId } = await createWaiting(60)
    later(20)
    const sent = await statements.during(async () => expect(await releaseOverdue(deps())).toBe(60))
    // Two queries and one transaction.
    expect(sent.length).toBeLessThan(25)
    expect(new Set((await rowsOf(alarmIds)).map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ verdict: 'unverified', version: 2, verdict_at: now })]),
    )
    const after = await inSystem(server.database.runtime, async (tx) => ({
      deliveries: await tx.selectFrom('delivery').select('alarm_id').where('receiver_id', '=', receiverId).execute(),
      events: await tx
        .selectFrom('live_event')
        .select(sql<string>`payload ->> 'id'`.as('id'))
        .execute(),
      counts: await tx
        .selectFrom('alarm_quarter')
        .select((eb) => eb.fn.sum<string>('unverified').as('unverified'))
        .where('company_id', '=', tenant.companyId)
        .where('site_id', '=', NOTHING)
        .execute(),
    }))
    expect(new Set(after.deliveries.map((row) => row.alarm_id))).toEqual(
      new Set(alarmIds.filter((_id, index) => index % 2 === 0)),
    )
    expect(after.deliveries).toHaveLength(30)
    expect(alarmIds.filter((id) => !after.events.some((event) => event.id === id))).toEqual([])
    expect(after.counts).toEqual([{ unverified: '60' }])
  })

  it('are counted while they wait, and as released afterwards', async () => {
    await createWaiting(3)
    later(20)
    const db = server.container.deps.db
    const before = await readBacklogs(db, now)
    expect(before.overdue).toBe(3)
    await releaseOverdue(deps())
    expect(await readBacklogs(db, now)).toMatchObject({ overdue: 0, released: before.released + 3 })
  })

  it('are skipped if another process has locked them', async () => {
    const { alarmIds } = await createWaiting(2)
    later(20)
    await inSystem(server.database.runtime, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('alarm.deadline'))`.execute(tx)
      expect(await releaseOverdue(deps())).toBe(0)
    })
    expect(await releaseOverdue(deps())).toBe(2)
    expect((await rowsOf(alarmIds)).map(({ version }) => version)).toEqual([2, 2])
  })

  it('are unlocked when their process stops halfway, as on a machine that lost its network', async () => {
    const { alarmIds } = await createWaiting(1)
    later(20)
    await expect(
      inSystem(
        server.database.runtime,
        async (tx) => {
          await sql`select pg_advisory_xact_lock(hashtext('alarm.deadline'))`.execute(tx)
          await until('the others to have their turn', async () => (await releaseOverdue(deps())) > 0)
          await sql`select 1`.execute(tx)
        },
        { idleTimeoutMs: 100 },
      ),
    ).rejects.toThrow(/terminat|not queryable/i)
    expect((await rowsOf(alarmIds)).map(({ verdict }) => verdict)).toEqual(['unverified'])
  })

  it('are released even if an earlier alarm fails; the earlier alarm is not counted, and is tried again', async () => {
    const broken = await send()
    const others = [await send(), await send()]
    later(20)
    const before = await counted()
    const fail = async (_tx: Tx, alarms: readonly { id: string }[]) => {
      if (alarms.some(({ id }) => id === broken.alarmId)) throw new Error('no receiver can be found')
    }
    expect(await releaseOverdue({ ...deps(), onDecided: fail })).toBe(2)
    expect(await Promise.all(others.map(({ alarmId }) => verdictOf(alarmId)))).toEqual(['unverified', 'unverified'])
    expect(await verdictOf(broken.alarmId)).toBeNull()
    expect(await counted()).toBe(before + 2)
    expect(server.logLines.filter((line) => line.includes('no receiver can be found'))).toHaveLength(1)
    expect(await releaseOverdue(deps())).toBe(1)
    expect(await verdictOf(broken.alarmId)).toBe('unverified')
  })

  it('cause no deadlock with a transaction that changes the counts of one of their sites', async () => {
    const [first, second] = [await send(), await send()]
    later(20)
    const count = (tx: Tx, siteId: string) =>
      sql`update alarm_quarter set version = version + 1 where company_id = ${tenant.companyId} and site_id = ${siteId}`.execute(
        tx,
      )
    const released = await inSystem(server.database.runtime, async (tx) => {
      await count(tx, second.siteId)
      const releasing = releaseOverdue(deps())
      await until('the sweeper to wait for the second site', () => waitsForLock(server.database.owner))
      // Updates the counts of the company, as each transaction does after it has updated those of a site.
      await count(tx, NOTHING)
      return { releasing }
    })
    expect(await released.releasing).toBe(2)
    expect(await verdictOf(first.alarmId)).toBe('unverified')
    expect(await verdictOf(second.alarmId)).toBe('unverified')
  })
})
