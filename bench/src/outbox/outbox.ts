import type { Database } from '@winnow/server/src/platform/db/open-database.ts'
import { claimDeliveries } from '@winnow/server/src/modules/delivery/claim-deliveries.ts'
import { countDeliveries, findDeliveries } from '@winnow/server/src/modules/delivery/list-deliveries.ts'
import { findReceivers } from '@winnow/server/src/modules/home/find-receivers.ts'
import { inSystem, inTenant, type Db } from '@winnow/server/src/platform/db/transaction.ts'
import { sql } from 'kysely'
import type { Bench, BenchOptions, Size } from '../bench.ts'
import { explain } from '../lists/explain.ts'
import { measure } from '../samples.ts'
import { openBenchDatabase } from '../seed/bench-database.ts'
import { printTable } from '../table.ts'
import { alarmIdOf, OUTBOX_COMPANY, outboxSeed, RECEIVERS, receiverId } from './outbox-seed.ts'
import { printTriggers } from './triggers.ts'

/** Numbers of messages of the two tables. The second has ten times as many, to show which durations grow with the number. */
const MESSAGES: Record<Size, readonly [number, number]> = {
  small: [50_000, 500_000],
  full: [1_000_000, 10_000_000],
}
const TIMES = 30
const { company } = OUTBOX_COMPANY
const ROOM = { kind: 'webhook', limit: 64, perCompany: 16 } as const

interface Case {
  name: string
  run: (db: Db) => Promise<unknown>
  /** What it changed is taken back before the next run. */
  undo?: (db: Db) => Promise<unknown>
}

const idOf = async (db: Db, expression: string): Promise<string> => {
  const { rows } = await inSystem(db, (tx) => sql<{ id: string }>`select ${sql.raw(expression)} as id`.execute(tx))
  return rows[0]?.id ?? ''
}

async function listCases(db: Db, messages: number): Promise<Case[]> {
  const busy = await idOf(db, receiverId(1))
  const quiet = await idOf(db, receiverId(RECEIVERS))
  const { rows } = await inSystem(db, (tx) =>
    sql<{ alarm_id: string }>`select alarm_id from delivery where receiver_id = ${busy} order by id limit 1`.execute(
      tx,
    ),
  )
  const own = rows[0]?.alarm_id ?? ''
  const foreign = await idOf(db, alarmIdOf(messages + 1))
  const cases: Case[] = []
  for (const [name, id] of [
    ['busiest receiver', busy],
    ['quietest receiver', quiet],
  ] as const) {
    const of = { receiverId: id, companyId: company }
    const list = (what: string, filter: Parameters<typeof countDeliveries>[2], page = 1) =>
      cases.push({
        name: `${name}: ${what}`,
        run: (handle) => inTenant(handle, company, (tx) => findDeliveries(tx, of, { ...filter, page, limit: 20 })),
      })
    const count = (what: string, filter: Parameters<typeof countDeliveries>[2]) =>
      cases.push({
        name: `${name}: number of ${what}`,
        run: (handle) => inTenant(handle, company, (tx) => countDeliveries(tx, of, filter)),
      })
    for (const state of ['all', 'waiting', 'retrying', 'sent', 'given-up'] as const) {
      list(state, { state })
      count(state, { state })
    }
    list('all, page 500', { state: 'all' }, 500)
    list('search, the oldest alarm', { state: 'all', search: own })
    count('search, the oldest alarm', { state: 'all', search: own })
    list('search, an alarm of nobody', { state: 'sent', search: foreign })
  }
  return cases
}

const releaseLeases = (db: Db) =>
  inSystem(db, (tx) =>
    sql`update delivery set lease_until = null where lease_until is not null and state = 'pending'`.execute(tx),
  )

const outboxCases: readonly Case[] = [
  { name: 'claim, all receivers wait', run: (db) => claimDeliveries(db, ROOM, new Date()), undo: releaseLeases },
  {
    name: 'claim, of a kind for which nothing waits',
    run: (db) => claimDeliveries(db, { ...ROOM, kind: 'mqtt' }, new Date()),
  },
  {
    name: "Home's receivers",
    run: (db) =>
      inTenant(db, company, (tx) => findReceivers(tx, company, { all: true, permission: 'read' }, new Date())),
  },
  {
    name: 'a message by its id (baseline)',
    run: (db) =>
      inTenant(db, company, (tx) =>
        sql`select * from delivery where id = (select id from delivery order by id desc limit 1)`.execute(tx),
      ),
  },
]

async function measureTable(
  messages: number,
  { explain: isExplained }: Pick<BenchOptions, 'explain'>,
): Promise<{ name: string; p50: number; p95: number }[]> {
  const database: Database = await openBenchDatabase(outboxSeed(messages))
  try {
    const figures: { name: string; p50: number; p95: number }[] = []
    for (const { name, run, undo } of [...(await listCases(database.runtime, messages)), ...outboxCases]) {
      const before = async (): Promise<void> => void (await undo?.(database.owner))
      const { p50, p95 } = await measure(TIMES, () => run(database.runtime), 2, before)
      figures.push({ name, p50, p95 })
      if (isExplained) await explain(database.runtimePool, company, name, run)
      await before()
    }
    await printTriggers(database, messages)
    return figures
  } finally {
    await database.close()
  }
}

/** The outbox with many messages: its lists, searches and counts, claiming, and what its triggers cost. */
export const bench: Bench = async ({ size, explain: isExplained }) => {
  const [fewer, more] = MESSAGES[size]
  const smaller = await measureTable(fewer, { explain: false })
  const larger = await measureTable(more, { explain: isExplained })
  const number = (count: number): string => count.toLocaleString('en')
  printTable(
    ['query', `${number(fewer)} p50 ms`, 'p95 ms', `${number(more)} p50 ms`, 'p95 ms', 'grows by (p50)'],
    larger.map(({ name, p50, p95 }, at) => {
      const before = smaller[at]
      if (before?.name !== name) throw new Error('the cases differ')
      return [name, before.p50, before.p95, p50, p95, p50 / before.p50]
    }),
  )
}
