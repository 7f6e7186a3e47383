import type { Database } from '@winnow/server/src/platform/db/open-database.ts'
import { inSystem, type Db } from '@winnow/server/src/platform/db/transaction.ts'
import { sql } from 'kysely'
import type { Bench, Size } from '../bench.ts'
import { explain } from '../lists/explain.ts'
import { OUTBOX_COMPANY, outboxSeed, RECEIVERS, receiverId } from '../outbox/outbox-seed.ts'
import { measure } from '../samples.ts'
import { openBenchDatabase } from '../seed/bench-database.ts'
import { nodeId } from '../seed/tree.ts'
import { printTable } from '../table.ts'
import { rawCases, responseCases, sendingCases, type Ids } from './delivery-cases.ts'
import { planOf } from './plan-of.ts'

/** Numbers of messages. They are those of the outbox, so both benches use the same data. */
const MESSAGES: Record<Size, number> = { small: 500_000, full: 10_000_000 }
const TIMES = 30
const { company } = OUTBOX_COMPANY

const findIds = (db: Db): Promise<Ids> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<Ids>`
      select ${company} as company, p.id as client, s.id as site, r.id as busy, ${sql.raw(receiverId(RECEIVERS))} as quiet,
        (select alarm_id from delivery where receiver_id = r.id order by id limit 1) as alarm
      from receiver r join site s on s.id = r.site_id join project p on p.id = s.project_id where r.id = ${sql.raw(receiverId(1))}`.execute(
      tx,
    )
    const [ids] = rows
    if (!ids) throw new Error(`there is no site ${nodeId(company, 'site', 1)}`)
    return ids
  })

async function measureAll({ runtime, runtimePool }: Database, isExplained: boolean): Promise<void> {
  const ids = await findIds(runtime)
  const rows: (string | number)[][] = []
  for (const { name, run, times = TIMES } of [...responseCases(ids), ...sendingCases(ids), ...rawCases(ids)]) {
    const { p50, p95 } = await measure(times, () => run(runtime))
    if (isExplained) await explain(runtimePool, company, name, run)
    rows.push([name, p50, p95, await planOf(runtimePool, company, run)])
  }
  printTable(['query', 'p50 ms', 'p95 ms', 'read by'], rows)
}

/** What is asked of the messages to receivers beside their lists: response times, breaches, sending again, and by which index. */
export const bench: Bench = async ({ size, explain: isExplained }) => {
  const database = await openBenchDatabase(outboxSeed(MESSAGES[size]))
  try {
    await measureAll(database, isExplained)
  } finally {
    await database.close()
  }
}
