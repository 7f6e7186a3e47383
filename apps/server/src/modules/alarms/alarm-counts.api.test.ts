// The sums by quarter hour must equal the raw rows, whatever changes alarms, and whoever changes them at the same time.
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAlarm, createCamera, createTenant } from '../../../test/factories.ts'
import { findingsOf } from '../../../test/findings.ts'
import { seededRandom } from '../../../test/seeded-random.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/gate.ts'
import { deleteExpired } from '../retention/index.ts'
import { decideAlarms } from './index.ts'
import { touchAlarm } from './touch-alarm.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const inAll = <T>(work: (tx: Tx) => Promise<T>) => inSystem(server.database.runtime, work)

type Sql = RawBuilder<unknown>
const COUNTS = sql`count(*)::int as received, count(*) filter (where verdict = 'true')::int as passed,
  count(*) filter (where verdict = 'false')::int as filtered, count(*) filter (where verdict = 'unverified')::int as unverified,
  count(*) filter (where outside is not null)::int as outside,
  count(*) filter (where ground_truth and verdict = 'true')::int as true_passed,
  count(*) filter (where ground_truth and verdict = 'false')::int as true_filtered,
  count(*) filter (where ground_truth and verdict = 'unverified')::int as true_unverified,
  count(*) filter (where not ground_truth and verdict = 'true')::int as false_passed,
  count(*) filter (where not ground_truth and verdict = 'false')::int as false_filtered,
  count(*) filter (where not ground_truth and verdict = 'unverified')::int as false_unverified`
const SUMS = sql`sum(received)::int as received, sum(passed)::int as passed, sum(filtered)::int as filtered,
  sum(unverified)::int as unverified, sum(outside)::int as outside, sum(true_passed)::int as true_passed,
  sum(true_filtered)::int as true_filtered, sum(true_unverified)::int as true_unverified, sum(false_passed)::int as false_passed,
  sum(false_filtered)::int as false_filtered, sum(false_unverified)::int as false_unverified`

/**
 * The sums of cameras, sites and the company, and the same counted from the alarms that there are. Rows that have sunk to zero are left
 * out, unless something is left in one of their columns.
 */
async function compare(companyId: string): Promise<{ sums: unknown; rows: unknown }> {
  // The quarter hour is computed from the id's digits, by other means than those of the triggers.
  const quarter = sql`to_timestamp(floor(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 900000) * 900)`
  const raw = async (node: Sql) =>
    (
      await inAll((tx) =>
        sql`select ${node} as node, ${quarter} as quarter, ${COUNTS} from alarm
          where company_id = ${companyId} and not is_test group by 1, 2 order by 1, 2`.execute(tx),
      )
    ).rows
  const sums = async (table: Sql, node: Sql, where: Sql) =>
    (
      await inAll((tx) =>
        sql`select ${node} as node, quarter, ${SUMS} from ${table} where company_id = ${companyId} and ${where} group by 1, 2
          having (sum(received), sum(passed), sum(filtered), sum(unverified), sum(outside), sum(true_passed), sum(true_filtered),
            sum(true_unverified), sum(false_passed), sum(false_filtered), sum(false_unverified)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
          order by 1, 2`.execute(tx),
      )
    ).rows
  const camera = sql`(view_id::text || site_id::text)`
  return {
    sums: {
      cameras: await sums(sql`view_quarter`, camera, sql`true`),
      sites: await sums(sql`alarm_quarter`, sql`site_id`, sql`site_id <> ${NOTHING}`),
      company: await sums(sql`alarm_quarter`, sql`company_id`, sql`site_id = ${NOTHING}`),
    },
    rows: { cameras: await raw(camera), sites: await raw(sql`site_id`), company: await raw(sql`company_id`) },
  }
}

/** A company with cameras, and random changes of its alarms. */
async function makeLab(seed: number) {
  const random = seededRandom(seed)
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  const db = server.database.runtime
  const { companyId } = await createTenant(db)
  const first = await createCamera(db, companyId)
  const cameras = [
    first,
    await createCamera(db, companyId, first),
    await createCamera(db, companyId, { projectId: first.projectId }),
    await createCamera(db, companyId),
  ]
  const base = Date.now() - 6 * 3_600_000
  const ids: string[] = []
  const someIds = () => [...new Set([pick(ids), pick(ids), pick(ids)])]
  const steps: Record<string, () => Promise<unknown>> = {
    async opened() {
      const camera = pick(cameras)
      const receivedAt = new Date(base + Math.floor(random() * 20) * 450_000)
      const id = await createAlarm(db, { companyId, ...camera }, { verdict: null, receivedAt })
      ids.push(id)
      const chance = random()
      if (chance < 0.15)
        await inAll((tx) => tx.updateTable('alarm').set({ outside: 'paused' }).where('id', '=', id).execute())
      else if (chance < 0.25)
        await inAll((tx) => tx.updateTable('alarm').set({ is_test: true }).where('id', '=', id).execute())
    },
    decided: () =>
      inAll((tx) =>
        decideAlarms(
          tx,
          someIds(),
          random() < 0.3 ? undefined : findingsOf(pick(['true', 'false', 'unverified'])),
          () => Promise.resolve(),
          new Date(),
        ),
      ),
    labelled: () =>
      inAll(async (tx) => {
        const wanted = someIds()
        await sql`select 1 from alarm where id = any(${wanted}::uuid[]) order by id for update`.execute(tx)
        const label = pick([true, false, null])
        await tx.updateTable('alarm').set({ ground_truth: label }).where('id', 'in', wanted).execute()
      }),
    'late picture': async () => {
      const id = pick(ids)
      await inAll((tx) =>
        tx.updateTable('alarm').set({ signal_count: 2, frame_count: 3 }).where('id', '=', id).execute(),
      )
      await inAll((tx) =>
        decideAlarms(tx, [id], findingsOf('true', { analysedSignals: 2 }), () => Promise.resolve(), new Date()),
      )
    },
    touched: () => inAll((tx) => touchAlarm(tx, companyId, pick(ids))),
    async moved() {
      const [camera, to] = [pick(cameras), pick(cameras)]
      const place = { site_id: to.siteId, project_id: to.projectId }
      await inAll((tx) => tx.updateTable('view').set(place).where('id', '=', camera.viewId).execute())
      // New alarms belong to the new site. Some moves take the old alarms along.
      camera.siteId = to.siteId
      camera.projectId = to.projectId
      if (random() < 0.5) return
      await inAll(async (tx) => {
        await sql`select 1 from alarm where view_id = ${camera.viewId} order by id for update`.execute(tx)
        await tx.updateTable('alarm').set(place).where('view_id', '=', camera.viewId).execute()
      })
    },
    async expired() {
      const before = new Date(base + Math.floor(random() * 4) * 450_000)
      await inAll((tx) => tx.updateTable('company').set({ retention_days: 1 }).where('id', '=', companyId).execute())
      await deleteExpired(server.container.deps, new Date(before.getTime() + 86_400_000))
      await inAll((tx) => tx.updateTable('company').set({ retention_days: 90 }).where('id', '=', companyId).execute())
    },
  }
  const names = [
    'opened',
    'opened',
    'opened',
    'decided',
    'decided',
    'labelled',
    'labelled',
    'late picture',
    'touched',
    'moved',
    'expired',
  ]
  for (let n = 0; n < 5; n++) await steps['opened']?.()
  return {
    companyId,
    async step() {
      const name = pick(names)
      await steps[name]?.()
      return name
    },
  }
}

describe('the sums by quarter hour equal the raw rows', () => {
  it.each([1, 2, 3])('after each of many random changes, seed %i', async (seed) => {
    const lab = await makeLab(seed)
    for (let n = 0; n < 40; n++) {
      const name = await lab.step()
      if (n % 4 !== 3) continue
      const { sums, rows } = await compare(lab.companyId)
      expect(sums, `seed ${seed}, step ${n}, ${name}`).toEqual(rows)
    }
  })

  it('after random changes by six writers at once, none of which fails', async () => {
    const lab = await makeLab(77)
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let n = 0; n < 25; n++) await lab.step()
      }),
    )
    const { sums, rows } = await compare(lab.companyId)
    expect(sums).toEqual(rows)
  })

  it('after a change of many alarms of several sites by one statement', async () => {
    const lab = await makeLab(5)
    await inAll((tx) =>
      sql`update alarm set verdict = 'true', ground_truth = true where company_id = ${lab.companyId} and outside is null`.execute(
        tx,
      ),
    )
    const before = await compare(lab.companyId)
    expect(before.sums).toEqual(before.rows)
    await inAll((tx) => sql`delete from alarm where company_id = ${lab.companyId}`.execute(tx))
    const { sums, rows } = await compare(lab.companyId)
    expect(sums).toEqual(rows)
    expect(sums).toEqual({ cameras: [], sites: [], company: [] })
  })
})

describe('the slots of a company', () => {
  it('let alarms of two sites be counted at once: neither transaction waits for the other', async () => {
    const db = server.database.runtime
    const { companyId } = await createTenant(db)
    const one = await createCamera(db, companyId)
    let other = await createCamera(db, companyId)
    while (other.siteId.at(-1) === one.siteId.at(-1)) other = await createCamera(db, companyId)
    const alarms = [
      await createAlarm(db, { companyId, ...one }, { verdict: null }),
      await createAlarm(db, { companyId, ...other }, { verdict: null }),
    ]
    const judge = (tx: Tx, id: string | undefined) =>
      sql`update alarm set verdict = 'true' where id = ${id}`.execute(tx)
    await inAll(async (first) => {
      await judge(first, alarms[0])
      // Fails if it waits for the row of the company.
      await inSystem(db, (second) => judge(second, alarms[1]), { statementTimeoutMs: 5_000 })
    })
    const { sums, rows } = await compare(companyId)
    expect(sums).toEqual(rows)
  })
})
