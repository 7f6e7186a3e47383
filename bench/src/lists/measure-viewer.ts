import type { Grants } from '@winnow/domain'
import type { AlarmBody, AlarmQuery } from '@winnow/server/src/modules/alarms/alarm-filter.ts'
import { MODULES } from '@winnow/server/src/modules.ts'
import { countAlarms, listAlarms } from '@winnow/server/src/modules/alarms/list-alarms.ts'
import { countFaults, listFaulty } from '@winnow/server/src/modules/home/camera-health.ts'
import { createCameraCounts } from '@winnow/server/src/modules/home/camera-counts.ts'
import { addUpAhead } from '@winnow/server/src/modules/home/count-granted.ts'
import { readFigures } from '@winnow/server/src/modules/home/home-figures.ts'
import { createKeptRankings } from '@winnow/server/src/modules/home/kept-rankings.ts'
import { readHomeFigures, readRanking } from '@winnow/server/src/modules/home/read-figures.ts'
import { createScopeSums } from '@winnow/server/src/modules/home/scope-sums.ts'
import { allCameraSystems } from '@winnow/server/src/platform/connect/camera-systems.ts'
import type { Database } from '@winnow/server/src/platform/db/open-database.ts'
import { inTenant, type Db, type Tx } from '@winnow/server/src/platform/db/transaction.ts'
import { NOTHING } from '@winnow/server/src/platform/http/gate.ts'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { BenchOptions } from '../bench.ts'
import { measure, summarise, type Samples } from '../samples.ts'
import { COMPANY, DAYS } from '../seed/alarm-seed.ts'
import { fullQuery, listCases } from './cases.ts'
import { explain } from './explain.ts'
import { flatCount, flatPage } from './flat-query.ts'
import type { Viewer } from './viewers.ts'

const REPEATS = 20
/** Time limit of the baseline. The baseline is slow, so it is measured once only. */
export const BASELINE_MS = 5_000
/** SQLSTATE of a statement that took longer than allowed. */
const QUERY_CANCELED = '57014'
const { company } = COMPANY

type Query = (tx: Tx, companyId: string, grants: Grants, query: AlarmQuery, body: AlarmBody) => Promise<unknown>

/** Measurements of one viewer by operation: "filter|page", "filter|count", the same with "flat", and other queries. */
export type Measured = Map<string, Samples>

/** Measures every operation of one viewer repeatedly. */
export async function measureViewer(
  database: Database,
  viewer: Viewer,
  now: Date,
  options: BenchOptions & { baseline: boolean },
): Promise<Measured> {
  const { runtime } = database
  const measured: Measured = new Map()
  const record = async (
    name: string,
    work: (db: Db, index: number) => Promise<unknown>,
    before?: () => Promise<void>,
  ) => {
    measured.set(name, await measure(REPEATS, (index) => work(runtime, index), 1, before))
    if (options.explain) await explain(database.runtimePool, company, `${viewer.name}: ${name}`, (db) => work(db, 0))
  }
  const recordBaseline = async (name: string, work: (tx: Tx) => Promise<unknown>) => {
    if (options.baseline) measured.set(name, await measureOnce(runtime, work))
  }
  const ask = (query: Query, filter: Partial<AlarmQuery>, body: AlarmBody) => (tx: Tx) =>
    query(tx, company, viewer.grants, fullQuery(filter), body)
  const run = (query: Query, filter: Partial<AlarmQuery>, body: AlarmBody) => (db: Db) =>
    inTenant(db, company, ask(query, filter, body))

  for (const { name, query, body } of listCases(viewer, now)) {
    await record(`${name}|page`, run(listAlarms, query, body))
    await record(`${name}|count`, run(countAlarms, query, body))
    await recordBaseline(`${name}|flat page`, ask(flatPage, query, body))
    await recordBaseline(`${name}|flat count`, ask(flatCount, query, body))
  }
  const keys = await pageKeys(database, viewer, now)
  await record('page by key', (db, index) => run(listAlarms, { before: keys[index % keys.length] }, {})(db))
  await record('page 20 by number', run(listAlarms, { page: 20 }, {}))
  await record('page 200 by number', run(listAlarms, { page: 200 }, {}))
  for (const hours of [24, 168]) {
    const since = new Date(now.getTime() - hours * 3_600_000)
    const first = (db: Db) => readFigures(db, company, justRead(viewer.grants), { since, now }, createScopeSums())
    await record(`Home, ${hours} h, the first look after the grants changed`, first, async () => {
      await forgetSums(runtime)
      await makeSums(runtime, viewer.grants, now)
      await touchQuarter(runtime, now)
    })
    await record(`Home, ${hours} h, the first look before the sums are made`, first, () => forgetSums(runtime))
    await record(`Home, ${hours} h, the first look after a start`, first, () => touchQuarter(runtime, now))
    const sums = createScopeSums()
    await record(
      `Home, ${hours} h`,
      (db) => readFigures(db, company, viewer.grants, { since, now }, sums),
      () => touchQuarter(runtime, now),
    )
  }
  for (const [name, work] of Object.entries(homeQueries(viewer.grants, now)))
    await record(
      name,
      (db) => inTenant(db, company, work),
      () => touchQuarter(runtime, now),
    )
  return measured
}

/** What Home asks for beside {@link readFigures}. Rankings are made anew, not those of a moment ago. */
function homeQueries(grants: Grants, now: Date): Record<string, (tx: Tx) => Promise<unknown>> {
  const [sums, cameras] = [createScopeSums(), createCameraCounts()]
  const asker = { companyId: company, grants }
  const health = { ...asker, now, systems: allCameraSystems(MODULES.parts) }
  const since = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
  const figures = (hours: number) => (tx: Tx) =>
    readHomeFigures(tx, asker, { query: { since: since(hours), timezone: 'Asia/Kathmandu' }, now, sums })
  const ranking = (hours: number) => (tx: Tx) =>
    readRanking(tx, asker, { query: { since: since(hours), limit: 10 }, now, kept: createKeptRankings(), cameras })
  return {
    'Home: figures, 24 h': figures(24),
    'Home: figures, 168 h': figures(168),
    'Home: rankings, 24 h': ranking(24),
    'Home: rankings, 168 h': ranking(168),
    'Home: health of cameras': (tx) => countFaults(tx, health),
    'Home: silent cameras': (tx) => listFaulty(tx, health, { fault: 'silent', page: 1, limit: 20 }),
    'Home: noisy cameras': (tx) => listFaulty(tx, health, { fault: 'noisy', page: 1, limit: 20 }),
  }
}

/** The grants as the first request that reads them gets them. Later requests share the object, which then caches data about the lists. */
function justRead(grants: Grants): Grants {
  if (grants.all) return grants
  return { all: false, projects: new Map(grants.projects), sites: new Map(grants.sites), views: new Map(grants.views) }
}

/** Simulates alarms that arrive between two queries: updates a row of the company of the newest quarter hour, here with its old values. */
async function touchQuarter(db: Db, now: Date): Promise<void> {
  await inTenant(db, company, (tx) =>
    sql`update alarm_quarter set version = version + 1
      where company_id = ${company} and site_id = ${NOTHING} and slot = 0
        and quarter = date_bin('15 minutes', ${now}::timestamptz, timestamptz '2000-01-01 00:00:00+00')`.execute(tx),
  )
}

/** Deletes the stored sums, as after a change of a user's grants. */
async function forgetSums(db: Db): Promise<void> {
  await inTenant(db, company, (tx) => tx.deleteFrom('scope_quarter').where('company_id', '=', company).execute())
}

/** Computes the sums, as the job after a change of grants does. */
async function makeSums(db: Db, grants: Grants, now: Date): Promise<void> {
  if (!grants.all)
    await inTenant(db, company, (tx) => addUpAhead(tx, company, grants, { now, sums: createScopeSums() }))
}

/** One run. It is cancelled when it takes too long, and the table then shows an infinite duration. */
async function measureOnce(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<Samples> {
  const began = performance.now()
  try {
    await inTenant(db, company, work, { statementTimeoutMs: BASELINE_MS })
    return summarise([performance.now() - began])
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === QUERY_CANCELED)) throw error
    return summarise([Number.POSITIVE_INFINITY])
  }
}

/** Page keys spread over the whole table, so that the measurement does not read the same cached page repeatedly. */
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
