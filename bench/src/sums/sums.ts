import { createScopeSums } from '@winnow/server/src/modules/home/scope-sums.ts'
import { addUpAhead } from '@winnow/server/src/modules/home/count-granted.ts'
import { createCameraCounts } from '@winnow/server/src/modules/home/camera-counts.ts'
import { createKeptRankings } from '@winnow/server/src/modules/home/kept-rankings.ts'
import { readHomeFigures, readRanking } from '@winnow/server/src/modules/home/read-figures.ts'
import { readStats } from '@winnow/server/src/modules/stats/node-stats.ts'
import type { Database } from '@winnow/server/src/platform/db/open-database.ts'
import { inTenant, type Tx } from '@winnow/server/src/platform/db/transaction.ts'
import { sql } from 'kysely'
import type { Bench, Size } from '../bench.ts'
import { listViewers, type Viewer } from '../lists/viewers.ts'
import { measure, summarise, type Samples } from '../samples.ts'
import { COMPANY } from '../seed/alarm-seed.ts'
import { openBenchDatabase } from '../seed/bench-database.ts'
import { figure, printTable } from '../table.ts'
import { sumsSeed } from './sums-seed.ts'

/** Numbers of alarms behind the sums. The largest one shows that 50 million alarms cost what one million does. */
const ALARMS: Record<Size, readonly number[]> = {
  small: [100_000, 1_000_000],
  full: [1_000_000, 10_000_000, 50_000_000],
}
const REPEATS = 20
/** What is kept in memory is made anew for each first look, which takes seconds. */
const FIRST_LOOKS = 3
const { company: companyId } = COMPANY

type Work = (tx: Tx) => Promise<unknown>

/** What is measured of a viewer. Each run gets the current quarter hour changed before it, as by arriving alarms. */
export function cases({ grants }: Viewer, now: Date): Record<string, Work> {
  const [sums, cameras] = [createScopeSums(), createCameraCounts()]
  const since = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
  const asker = { companyId, grants }
  const figures =
    (hours: number, make = () => sums) =>
    (tx: Tx) =>
      readHomeFigures(tx, asker, { query: { since: since(hours), timezone: 'Asia/Kathmandu' }, now, sums: make() })
  // A ranking that was shown a moment ago is not shown again: this measures how it is made.
  const ranking =
    (hours: number, make = () => cameras) =>
    (tx: Tx) =>
      readRanking(tx, asker, {
        query: { since: since(hours), limit: 10 },
        now,
        kept: createKeptRankings(),
        cameras: make(),
      })
  const window = (hours: number) => ({ since: new Date(since(hours)), till: now })
  const sites = (sort: 'name' | '-alarms') => (tx: Tx) =>
    readStats(tx, asker, { kind: 'site', window: window(24), query: { sort, page: 1, limit: 50 } })
  return {
    'figures, 24 h': figures(24),
    'figures, 7 days': figures(168),
    'figures, 7 days, first look': figures(168, createScopeSums),
    'figures, 31 days': figures(744),
    'ranking, 24 h': ranking(24),
    'ranking, 7 days': ranking(168),
    'ranking, 7 days, first look': ranking(168, createCameraCounts),
    'sitestats by name': sites('name'),
    'sitestats by alarms': sites('-alarms'),
  }
}

/** The same window by plain SQL over the counts of cameras, as somebody would write it without the sums of sites and companies. */
const baseline = (now: Date) => (tx: Tx) =>
  sql`select quarter, sum(received), sum(passed), sum(filtered), sum(unverified), sum(outside), sum(true_passed), sum(true_filtered)
    from view_quarter where company_id = ${companyId} and quarter >= ${new Date(now.getTime() - 168 * 3_600_000)} group by quarter`.execute(
    tx,
  )

/** Raises a version of the current quarter hour, as an arriving alarm does. */
const touch = (database: Database, now: Date) => () =>
  inTenant(database.runtime, companyId, async (tx) => {
    await sql`update alarm_quarter set version = version + 1 where company_id = ${companyId}
      and site_id = '00000000-0000-0000-0000-000000000000'
      and quarter = (select max(quarter) from alarm_quarter where company_id = ${companyId} and quarter <= ${now})`.execute(
      tx,
    )
  })

async function measureSize(alarms: number): Promise<Map<string, Samples>> {
  const database = await openBenchDatabase(sumsSeed(alarms))
  const measured = new Map<string, Samples>()
  try {
    const { rows } = await inTenant(database.runtime, companyId, (tx) =>
      sql<{ newest: Date }>`select max(quarter) as newest from alarm_quarter where company_id = ${companyId}`.execute(
        tx,
      ),
    )
    const now = new Date((rows[0]?.newest ?? new Date()).getTime() + 600_000)
    for (const viewer of await listViewers(database.runtime)) {
      console.log(`  ${alarms.toLocaleString('en')} alarms, ${viewer.name}`)
      const { grants } = viewer
      if (!grants.all)
        await inTenant(database.runtime, companyId, (tx) =>
          addUpAhead(tx, companyId, grants, { now, sums: createScopeSums() }),
        )
      for (const [name, work] of Object.entries(cases(viewer, now))) {
        const [repeats, before] = name.includes('first look') ? [FIRST_LOOKS, 0] : [REPEATS, 3]
        const run = () => inTenant(database.runtime, companyId, work, { statementTimeoutMs: 0 })
        const samples = await measure(repeats, run, before, touch(database, now))
        console.log(`    ${name}: ${figure(samples.p50)} / ${figure(samples.p95)}`)
        measured.set(`${viewer.name}|${name}`, samples)
      }
    }
    const began = performance.now()
    await inTenant(database.runtime, companyId, baseline(now), { statementTimeoutMs: 0 })
    measured.set('baseline|plain SQL over cameras, 7 days', summarise([performance.now() - began]))
    return measured
  } finally {
    await database.close()
  }
}

/** The figures of Home and the statistics from the sums alone, at sizes that show whether they grow with the number of alarms. */
export const bench: Bench = async ({ size }) => {
  const sizes = ALARMS[size]
  const all: Map<string, Samples>[] = []
  for (const alarms of sizes) all.push(await measureSize(alarms))
  const names = [...(all[0]?.keys() ?? [])]
  printTable(
    ['user', 'what', ...sizes.map((alarms) => `p95 in ms, ${alarms / 1_000_000} M`), 'last ÷ first'],
    names.map((name) => {
      const [user = '', what = ''] = name.split('|')
      const p95 = all.map((measured) => measured.get(name)?.p95 ?? Number.NaN)
      return [user, what, ...p95, figure((p95.at(-1) ?? Number.NaN) / (p95[0] ?? Number.NaN))]
    }),
  )
}
