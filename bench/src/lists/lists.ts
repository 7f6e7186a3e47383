import type { Grants } from '@winnow/domain'
import type { AlarmBody, AlarmQuery } from '@winnow/server/src/modules/alarms/alarm-filter.ts'
import { countAlarms, listAlarms } from '@winnow/server/src/modules/alarms/list-alarms.ts'
import { readFigures } from '@winnow/server/src/modules/home/home-figures.ts'
import type { Database } from '@winnow/server/src/platform/db/open-database.ts'
import { inTenant, type Tx } from '@winnow/server/src/platform/db/transaction.ts'
import type { Bench, BenchOptions, Size } from '../bench.ts'
import { measure, type Samples } from '../samples.ts'
import { COMPANY, alarmSeed, DAYS } from '../seed/alarm-seed.ts'
import { openBenchDatabase } from '../seed/bench-database.ts'
import { figure, printTable } from '../table.ts'
import { fullQuery, listCases } from './cases.ts'
import { explain } from './explain.ts'
import { flatCount, flatPage } from './flat-query.ts'
import { listViewers, type Viewer } from './viewers.ts'

/** Alarms of both tables: the second is ten times the first, so that what is not flat shows. */
const ALARMS: Record<Size, readonly [number, number]> = { small: [100_000, 1_000_000], full: [1_000_000, 10_000_000] }
const REPEATS = 20
/** The baseline is slow by nature; a few tries tell. */
const BASELINE_REPEATS = 3
const { company } = COMPANY

type Query = (tx: Tx, companyId: string, grants: Grants, query: AlarmQuery, body: AlarmBody) => Promise<unknown>

/** What was measured of one table, by viewer and by what they did. */
type Measured = Map<string, Samples>

async function measureViewer(database: Database, viewer: Viewer, options: BenchOptions): Promise<Measured> {
  const { runtime } = database
  const now = new Date()
  const measured: Measured = new Map()
  const record = async (name: string, work: (tx: Tx, index: number) => Promise<unknown>, repeats = REPEATS) => {
    measured.set(name, await measure(repeats, (index) => inTenant(runtime, company, (tx) => work(tx, index)), 1))
    if (options.explain) await explain(database.runtimePool, company, `${viewer.name}: ${name}`, (tx) => work(tx, 0))
  }
  const run = (query: Query, filter: Partial<AlarmQuery>, body: AlarmBody) => (tx: Tx) =>
    query(tx, company, viewer.grants, fullQuery(filter), body)

  for (const { name, query, body } of listCases(viewer, now)) {
    await record(`${name}|page`, run(listAlarms, query, body))
    await record(`${name}|count`, run(countAlarms, query, body))
    await record(`${name}|flat page`, run(flatPage, query, body), BASELINE_REPEATS)
    await record(`${name}|flat count`, run(flatCount, query, body), BASELINE_REPEATS)
  }
  const keys = await pageKeys(database, viewer, now)
  await record('page by key', (tx, index) =>
    listAlarms(tx, company, viewer.grants, fullQuery({ before: keys[index % keys.length] }), {}),
  )
  await record('page 20 by number', run(listAlarms, { page: 20 }, {}))
  await record('page 200 by number', run(listAlarms, { page: 200 }, {}))
  for (const hours of [24, 168])
    await record(`Home, ${hours} h`, (tx) =>
      readFigures(tx, company, viewer.grants, new Date(now.getTime() - hours * 3_600_000)),
    )
  return measured
}

/** Alarms all over the table to page from, so that not one warm page is read again and again. */
async function pageKeys(database: Database, viewer: Viewer, now: Date): Promise<string[]> {
  const days = Array.from({ length: REPEATS }, (_, index) => ((index + 1) * DAYS) / (REPEATS + 2))
  const found = await Promise.all(
    days.map((day) =>
      inTenant(database.runtime, company, (tx) =>
        listAlarms(
          tx,
          company,
          viewer.grants,
          fullQuery({ limit: 1, till: new Date(now.getTime() - day * 86_400_000).toISOString() }),
          {},
        ),
      ),
    ),
  )
  return found.flatMap(({ rows }) => rows.map(({ id }) => id))
}

async function measureTable(alarms: number, options: BenchOptions): Promise<Map<string, Measured>> {
  const database = await openBenchDatabase(alarmSeed(alarms))
  try {
    const measured = new Map<string, Measured>()
    for (const viewer of await listViewers(database.runtime))
      measured.set(viewer.name, await measureViewer(database, viewer, options))
    return measured
  } finally {
    await database.close()
  }
}

const cells = (samples: Samples | undefined): string =>
  samples ? `${figure(samples.p50)} / ${figure(samples.p95)}` : '–'

/** The alarm list, its counts and Home, as those who see much and those who see little look at them. */
export const bench: Bench = async (options) => {
  const sizes = ALARMS[options.size]
  const [smaller, larger] = [await measureTable(sizes[0], options), await measureTable(sizes[1], options)]
  const [tenth, whole] = sizes.map((alarms) => alarms.toLocaleString('en'))
  for (const [viewer, measured] of larger) {
    const before = smaller.get(viewer)
    const names = [...new Set([...measured.keys()].map((name) => name.split('|')[0] ?? name))]
    console.log(`\n${viewer}: milliseconds in the server, p50 / p95, at ${tenth} and ${whole} alarms`)
    printTable(
      ['filter', `page ${tenth}`, `page ${whole}`, 'flat SQL', `count ${tenth}`, `count ${whole}`, 'flat count'],
      names
        .filter((name) => measured.has(`${name}|page`))
        .map((name) => [
          name,
          cells(before?.get(`${name}|page`)),
          cells(measured.get(`${name}|page`)),
          cells(measured.get(`${name}|flat page`)),
          cells(before?.get(`${name}|count`)),
          cells(measured.get(`${name}|count`)),
          cells(measured.get(`${name}|flat count`)),
        ]),
    )
    printTable(
      ['look', tenth ?? '', whole ?? ''],
      names
        .filter((name) => measured.has(name))
        .map((name) => [name, cells(before?.get(name)), cells(measured.get(name))]),
    )
  }
}
