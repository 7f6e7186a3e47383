import type { Database } from '@winnow/server/src/platform/db/open-database.ts'
import { inSystem, type Db } from '@winnow/server/src/platform/db/transaction.ts'
import { sql } from 'kysely'
import { summarise } from '../samples.ts'
import { printTable } from '../table.ts'

const TRIGGERS = ['delivery_timed', 'delivery_counted'] as const
const ROUNDS = 4
/** The most messages that are claimed and settled one by one in a round, and those that are acknowledged by one statement. */
const SINGLE = 200
const TOGETHER = 10_000

const switchTriggers = (owner: Db, how: 'enable' | 'disable') =>
  inSystem(owner, async (tx) => {
    for (const trigger of TRIGGERS)
      await sql`alter table delivery ${sql.raw(how)} trigger ${sql.id(trigger)}`.execute(tx)
  })

const settled = (now: Date) => sql`
  state = 'delivered', attempts = 1, lease_until = null, first_attempt_at = ${now}, sent_at = ${now}, next_at = null,
  planned_at = ${now}, finished_at = ${now}, last_status = 200`

type Figures = Record<'claimed' | 'settled' | 'together', number[]>

async function timed(into: number[], work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  into.push(performance.now() - began)
}

/** Where few messages wait, half of them are settled one by one. */
const singlesOf = (ids: readonly string[]): readonly string[] => ids.slice(0, Math.min(SINGLE, ids.length / 2))

/** Claims and settles messages as the dispatcher does, one by one, and acknowledges many as a station does. All is taken back at the end. */
async function measureRound(db: Db, ids: readonly string[], figures: Figures): Promise<void> {
  const now = new Date()
  const update = (what: ReturnType<typeof sql>, some: readonly string[]) =>
    inSystem(db, (tx) => sql`update delivery set ${what} where id = any(${some}::uuid[])`.execute(tx))
  for (const id of singlesOf(ids)) {
    await timed(figures.claimed, () => update(sql`lease_until = ${now}`, [id]))
    await timed(figures.settled, () => update(settled(now), [id]))
  }
  await timed(figures.together, () => update(settled(now), ids.slice(singlesOf(ids).length)))
}

const takeBack = (owner: Db, ids: readonly string[]) =>
  inSystem(owner, (tx) =>
    sql`update delivery set state = 'pending', attempts = 0, next_at = created_at, planned_at = null, finished_at = null,
      first_attempt_at = null, sent_at = null, acknowledged_at = null, breach = null, last_status = null
      where id = any(${ids}::uuid[])`.execute(tx),
  )

/** What the sums of response times cost the outbox: the same statements with their triggers and without, in turns. */
export async function printTriggers({ owner }: Database, messages: number): Promise<void> {
  const { rows } = await inSystem(owner, (tx) =>
    sql<{ id: string }>`select id from delivery where state = 'pending' order by id limit ${SINGLE + TOGETHER}`.execute(
      tx,
    ),
  )
  const ids = rows.map(({ id }) => id)
  const measured: Record<'enable' | 'disable', Figures> = {
    enable: { claimed: [], settled: [], together: [] },
    disable: { claimed: [], settled: [], together: [] },
  }
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const how of ['enable', 'disable'] as const) {
        await switchTriggers(owner, how)
        await measureRound(owner, ids, measured[how])
        await switchTriggers(owner, 'disable')
        await takeBack(owner, ids)
      }
  } finally {
    await switchTriggers(owner, 'enable')
  }
  const together = ids.length - singlesOf(ids).length
  console.log(`Outbox of ${messages.toLocaleString('en')} messages, statements with their commit:`)
  printTable(
    ['statement', 'with sums p50 ms', 'p95 ms', 'without p50 ms', 'p95 ms', 'of without (p50)'],
    (
      [
        ['claimed', 'a lease'],
        ['settled', 'a delivered message'],
        ['together', `${together.toLocaleString('en')} acknowledged at once`],
      ] as const
    ).map(([what, name]) => {
      const [having, lacking] = [summarise(measured.enable[what]), summarise(measured.disable[what])]
      return [name, having.p50, having.p95, lacking.p50, lacking.p95, having.p50 / lacking.p50]
    }),
  )
}
