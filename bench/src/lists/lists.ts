import { inTenant, type Db } from '@winnow/server/src/platform/db/transaction.ts'
import { sql } from 'kysely'
import type { Bench, BenchOptions, Size } from '../bench.ts'
import { alarmSeed, COMPANY } from '../seed/alarm-seed.ts'
import { openBenchDatabase } from '../seed/bench-database.ts'
import { measureViewer, type Measured } from './measure-viewer.ts'
import { printLists } from './print-lists.ts'
import { listViewers } from './viewers.ts'

/** Numbers of alarms of the two tables. The second has ten times as many, to show which durations grow with the number. */
const ALARMS: Record<Size, readonly [number, number]> = { small: [100_000, 1_000_000], full: [1_000_000, 10_000_000] }
const { company } = COMPANY
/** The end of the data, from which time windows and Home reach back. The data may be days old. */
async function newestAlarm(db: Db): Promise<Date> {
  const { rows } = await inTenant(db, company, (tx) =>
    sql<{
      at: Date
    }>`select received_at as at from alarm where company_id = ${company} order by id desc limit 1`.execute(tx),
  )
  if (!rows[0]) throw new Error('no alarms have been seeded')
  return rows[0].at
}

async function measureTable(
  alarms: number,
  options: BenchOptions & { baseline: boolean },
): Promise<Map<string, Measured>> {
  const database = await openBenchDatabase(alarmSeed(alarms))
  try {
    const now = await newestAlarm(database.runtime)
    const measured = new Map<string, Measured>()
    for (const viewer of await listViewers(database.runtime)) {
      const began = performance.now()
      measured.set(viewer.name, await measureViewer(database, viewer, now, options))
      console.log(
        `  ${alarms.toLocaleString('en')} alarms, ${viewer.name}: ${((performance.now() - began) / 1000).toFixed(0)} s`,
      )
    }
    return measured
  } finally {
    await database.close()
  }
}

/** The alarm list, its counts and Home, for users who may see many alarms and for users who may see few. */
export const bench: Bench = async (options) => {
  const sizes = ALARMS[options.size]
  const smaller = await measureTable(sizes[0], { ...options, explain: false, baseline: false })
  const larger = await measureTable(sizes[1], { ...options, baseline: true })
  printLists(sizes, smaller, larger)
}
