// The sums of response times must always equal those over the messages that they were made of.
import { EDGES_MS } from '@winnow/domain'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/test-database.ts'
import { createCamera, createTenant } from '../../../test/factories.ts'
import { until } from '../../../test/until.ts'
import { waitsForLock } from '../../../test/waits-for-lock.ts'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { SumRow } from './sum-figures.ts'

const database = await createTestDatabase()
const db = database.runtime
afterAll(() => database.close())
const NOBODY = '00000000-0000-0000-0000-000000000000'
const START = Date.parse('2026-03-01T00:00:00Z')

/** What becomes of a message, one after the other. Each is an update that the program makes. */
const outcome = fc.constantFrom('delivered', 'dead', 'pending')
const message = fc.record({
  receiver: fc.nat({ max: 2 }),
  goal: fc.option(fc.integer({ min: 5, max: 40 })),
  receivedMs: fc.nat({ max: 3 * 86_400_000 }),
  analysis: fc.nat({ max: 30_000 }),
  waiting: fc.nat({ max: 30_000 }),
  receiving: fc.nat({ max: 60_000 }),
  outcomes: fc.array(outcome, { maxLength: 4 }),
})
type Message = typeof message extends fc.Arbitrary<infer T> ? T : never

/** The sums by receiver and day, made from what happened by other means than those of the database. */
function expected(messages: readonly Message[], receivers: readonly string[]): Map<string, SumRow> {
  const sums = new Map<string, SumRow>()
  for (const each of messages) {
    if (each.goal === null) continue
    const day = new Date(START + each.receivedMs).toISOString().slice(0, 10)
    const isAcknowledged = each.outcomes.includes('delivered')
    const isGivenUp = !isAcknowledged && each.outcomes.at(-1) === 'dead'
    const stages = { analysis: each.analysis, waiting: each.waiting, receiver: each.receiving }
    const total = each.analysis + each.waiting + each.receiving
    const isLate = total > each.goal * 1000
    const longest = Math.max(...Object.values(stages))
    const stage = (['analysis', 'waiting', 'receiver'] as const).find((name) => stages[name] === longest)
    for (const id of [receivers[each.receiver], NOBODY]) {
      const key = `${id} ${day}`
      const sum = sums.get(key) ?? {
        acknowledged: 0,
        kept: 0,
        given_up: 0,
        late_analysis: 0,
        late_waiting: 0,
        late_receiver: 0,
        spread: Array.from({ length: EDGES_MS.length + 1 }, () => 0),
      }
      sums.set(key, sum)
      if (isGivenUp) sum.given_up++
      if (!isAcknowledged) continue
      sum.acknowledged++
      if (!isLate) sum.kept++
      else if (stage) sum[`late_${stage}`]++
      const cell = EDGES_MS.filter((edge) => edge <= total).length
      sum.spread[cell] = (sum.spread[cell] ?? 0) + 1
    }
  }
  return sums
}

const isSomething = ({ acknowledged, given_up: givenUp }: SumRow) => acknowledged + givenUp > 0

async function createReceivers(): Promise<{ companyId: string; receivers: string[] }> {
  const { companyId, siteId } = await createTenant(db)
  const other = await createCamera(db, companyId)
  const receivers = [newId(), newId(), newId()]
  await inSystem(db, (tx) =>
    tx
      .insertInto('receiver')
      .values(
        receivers.map((id, index) => ({
          id,
          company_id: companyId,
          site_id: index === 0 ? siteId : other.siteId,
          kind: 'webhook',
          name: 'Hook',
          config: '{}',
        })),
      )
      .execute(),
  )
  return { companyId, receivers }
}

async function happen(companyId: string, receivers: readonly string[], messages: readonly Message[]): Promise<void> {
  const rows = messages.map((each) => {
    const at = (ms: number) => new Date(START + each.receivedMs + ms)
    return {
      ...each,
      id: newId(),
      sentAt: at(each.analysis + each.waiting),
      finishedAt: at(each.analysis + each.waiting + each.receiving),
      decidedAt: at(each.analysis),
      receivedAt: at(0),
    }
  })
  await inSystem(db, async (tx) => {
    await tx
      .insertInto('delivery')
      .values(
        rows.map((row) => ({
          id: row.id,
          company_id: companyId,
          receiver_id: receivers[row.receiver] ?? '',
          alarm_id: newId(),
          alarm_version: 1,
          type: 'alarm.created',
          received_at: row.receivedAt,
          decided_at: row.decidedAt,
          goal_seconds: row.goal,
          goal_day: row.goal === null ? null : row.receivedAt.toISOString().slice(0, 10),
        })),
      )
      .execute()
    // All messages take their first step, then all their second one: many in one statement, as when a receiver is switched off.
    for (const step of [0, 1, 2, 3])
      for (const state of ['delivered', 'dead', 'pending'] as const) {
        const those = rows.filter(({ outcomes }) => outcomes[step] === state)
        // oxlint-disable-next-line no-await-in-loop -- one step after the other
        await sql`
          update delivery d set state = ${state}, sent_at = coalesce(d.sent_at, u.sent_at),
            finished_at = case when ${state} = 'pending' then null else u.finished_at end
          from unnest(${those.map(({ id }) => id)}::uuid[], ${those.map(({ sentAt }) => sentAt)}::timestamptz[],
            ${those.map(({ finishedAt }) => finishedAt)}::timestamptz[]) as u (id, sent_at, finished_at) where d.id = u.id`.execute(
          tx,
        )
      }
  })
}

async function kept(companyId: string): Promise<Map<string, SumRow>> {
  const { rows } = await inSystem(db, (tx) =>
    sql<SumRow & { receiver_id: string; day: string }>`
      select receiver_id, day::text as day, sum(acknowledged)::int as acknowledged, sum(kept)::int as kept, sum(given_up)::int as given_up,
        sum(late_analysis)::int as late_analysis, sum(late_waiting)::int as late_waiting, sum(late_receiver)::int as late_receiver,
        (select array_agg(n order by cell) from (
          select cell, sum(spread[cell])::int as n from response_day r cross join generate_series(1, ${EDGES_MS.length + 1}) cell
          where r.company_id = d.company_id and r.receiver_id = d.receiver_id and r.day = d.day group by cell) cells) as spread
      from response_day d where company_id = ${companyId} group by company_id, receiver_id, day`.execute(tx),
  )
  return new Map(rows.map(({ receiver_id: id, day, ...sums }) => [`${id} ${day}`, sums]))
}

const compare = (sums: Map<string, SumRow>) =>
  Object.fromEntries([...sums].filter(([, sum]) => isSomething(sum)).toSorted(([a], [b]) => (a < b ? -1 : 1)))

it('equal the messages, whatever becomes of these: of each receiver and of the company', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 40 }), async (messages) => {
      const { companyId, receivers } = await createReceivers()
      await happen(companyId, receivers, messages)
      expect(compare(await kept(companyId))).toEqual(compare(expected(messages, receivers)))
    }),
    { numRuns: 6 },
  )
})

it('stay when the messages are deleted', async () => {
  const { companyId, receivers } = await createReceivers()
  const one: Message = {
    receiver: 0,
    goal: 30,
    receivedMs: 0,
    analysis: 1,
    waiting: 1,
    receiving: 1,
    outcomes: ['delivered'],
  }
  await happen(companyId, receivers, [one])
  const before = await kept(companyId)
  expect(before.size).toBe(2)
  await inSystem(db, (tx) => tx.deleteFrom('delivery').where('company_id', '=', companyId).execute())
  expect(await kept(companyId)).toEqual(before)
})

const STEPS_OF_ONE = { goal: 30, receivedMs: 0, analysis: 1, waiting: 1, receiving: 1 }

it('are locked in one order by all that change them, however many messages a statement settles', async () => {
  const { companyId, receivers } = await createReceivers()
  const later = { ...STEPS_OF_ONE, receiver: 0, receivedMs: 86_400_000 }
  // Both days have sums already. What waits lies in the opposite order.
  await happen(companyId, receivers, [
    { ...later, outcomes: ['delivered'] },
    { ...later, receivedMs: 0, outcomes: ['delivered'] },
    { ...later, outcomes: [] },
    { ...later, receivedMs: 0, outcomes: [] },
  ])
  const [own = ''] = receivers
  const change = (tx: Tx, day: string) =>
    sql`update response_day set kept = kept where receiver_id = ${own} and day = ${day}::date`.execute(tx)
  const settled = await inSystem(db, async (tx) => {
    await change(tx, '2026-03-01')
    const settling = inSystem(db, (other) =>
      sql`update delivery set state = 'delivered', finished_at = received_at where receiver_id = ${own} and state = 'pending'`.execute(
        other,
      ),
    )
    await until('the messages to wait for the sums of the first day', () => waitsForLock(database.owner))
    await change(tx, '2026-03-02')
    return { settling }
  })
  await settled.settling
  const sums = await kept(companyId)
  expect([sums.get(`${own} 2026-03-01`)?.acknowledged, sums.get(`${own} 2026-03-02`)?.acknowledged]).toEqual([2, 2])
})

it('equal the messages where one statement settles many of several receivers, days and outcomes', async () => {
  const { companyId, receivers } = await createReceivers()
  const many = Array.from({ length: 300 }, (_, n): Message => ({
    receiver: n % 3,
    goal: n % 7 === 0 ? null : 5 + (n % 30),
    receivedMs: (n % 4) * 86_400_000,
    analysis: (n * 97) % 20_000,
    waiting: (n * 61) % 20_000,
    receiving: (n * 131) % 50_000,
    outcomes: n % 5 === 0 ? ['dead', 'pending', 'delivered'] : n % 5 === 1 ? ['dead'] : ['delivered'],
  }))
  await happen(companyId, receivers, many)
  expect(compare(await kept(companyId))).toEqual(compare(expected(many, receivers)))
})

it('are counted in the same cells as percentiles are estimated from', async () => {
  const { rows } = await inSystem(db, (tx) =>
    sql<{ edges: number[] }>`select app.response_edges() as edges`.execute(tx),
  )
  expect(rows[0]?.edges).toEqual(EDGES_MS)
})
