import type { ViewFilter } from '@winnow/contract'
import { companyOf, type Scenario } from '@winnow/server/src/commands/seed/write-scenario.ts'
import { listCameras } from '@winnow/server/src/modules/pictures/list-cameras.ts'
import { listMatchingProjects } from '@winnow/server/src/modules/tree/matching-projects.ts'
import { countNodes } from '@winnow/server/src/modules/tree/node-counts.ts'
import { listProjects } from '@winnow/server/src/modules/tree/project-queries.ts'
import { searchNodes } from '@winnow/server/src/modules/tree/search-nodes.ts'
import { listSitePage } from '@winnow/server/src/modules/tree/site-queries.ts'
import { viewFits, type Asker } from '@winnow/server/src/modules/access/view-filter.ts'
import { listViewPage } from '@winnow/server/src/modules/tree/view-queries.ts'
import type { Database } from '@winnow/server/src/platform/db/open-database.ts'
import { inTenant, type Tx } from '@winnow/server/src/platform/db/transaction.ts'
import type { Grants } from '@winnow/domain'
import { sql, type SqlBool } from 'kysely'
import type { BenchOptions } from '../bench.ts'
import { explain } from '../lists/explain.ts'
import { measure } from '../samples.ts'
import { figure, printTable } from '../table.ts'
import { findNodes, findViewers } from './nodes.ts'

const REPEATS = 20
const PAGE = { page: 1, limit: 100 }

const askerOf = (companyId: string, grants: Grants): Asker => ({
  companyId,
  grants,
  permissions: new Set(['alarm.read']),
})

interface Look {
  name: string
  work: (tx: Tx, grants: Grants) => Promise<unknown>
  /** The baseline, a simple first implementation without access checks. */
  flat: (tx: Tx) => Promise<unknown>
}

const searchFor = (company: string, search: string, what: string): Look => ({
  name: `search: ${what}`,
  work: (tx, grants) => searchNodes(tx, company, grants, { search, limit: 20 }),
  flat: (tx) =>
    sql`select id, name from view where name ilike ${`%${search}%`}
      union all select id, name from site where name ilike ${`%${search}%`}
      union all select id, name from project where name ilike ${`%${search}%`} limit 20`.execute(tx),
})

const pageOf = (company: string, page: number): Look => ({
  name: `clients, page ${page}`,
  work: (tx, grants) => listProjects(tx, company, grants, { page, limit: 100 }),
  flat: (tx) =>
    sql`select id, name from project where deleted_at is null order by lower(name) limit 100 offset ${(page - 1) * 100}`.execute(
      tx,
    ),
})

/** A page of cameras with its count, and a page of the clients above them. `flat`: the same filter in SQL. */
const filterBy = (company: string, what: string, filter: ViewFilter, flat: string): Look[] => [
  {
    name: `cameras: ${what}`,
    work: (tx, grants) =>
      listViewPage(tx, company, grants, { ...PAGE, fits: viewFits(askerOf(company, grants), filter) }),
    flat: (tx) => sql`select count(*) from view where ${sql.raw(flat)}`.execute(tx),
  },
  {
    name: `clients above: ${what}`,
    work: (tx, grants) => listMatchingProjects(tx, askerOf(company, grants), filter, PAGE),
    flat: (tx) => sql`select count(distinct project_id) from view where ${sql.raw(flat)}`.execute(tx),
  },
]

/** The counters of a page of clients: active, paused and silent cameras. */
const countsOf = (company: string, projects: readonly string[]): Look => ({
  name: `counts of ${projects.length} clients`,
  work: (tx, grants) =>
    countNodes(tx, askerOf(company, grants), { column: 'project_id', ids: projects, now: new Date() }),
  flat: (tx) =>
    sql`select project_id, count(*) from view where project_id = any(${[...projects]}::uuid[]) group by 1`.execute(tx),
})

/** Filters with the same in SQL: each flag, and combinations that few or no cameras match. */
const FILTERS: readonly (readonly [what: string, filter: ViewFilter, flat: string])[] = [
  ['all', {}, 'true'],
  ['active', { activeOn: true }, 'active'],
  ['inactive', { activeOff: true }, 'not active'],
  ['masked', { masked: true }, 'masked'],
  ['not masked', { unmasked: true }, 'not masked'],
  ['thermal', { thermal: true }, 'thermal'],
  ['not thermal', { nonthermal: true }, 'not thermal'],
  ['detect on', { objectDetectionOn: true }, `products @> '{detect}'`],
  ['detect off', { objectDetectionOff: true }, `not products @> '{detect}'`],
  ['tampering on', { sceneDetectionOn: true }, 'tampering_detection'],
  ['tampering off', { sceneDetectionOff: true }, 'not tampering_detection'],
  ['protect on', { advancedMomentDetectionOn: true }, `products @> '{protect}'`],
  ['protect off', { advancedMomentDetectionOff: true }, `not products @> '{protect}'`],
  ['investigate on', { investigateOn: true }, `products @> '{investigate}'`],
  ['investigate off', { investigateOff: true }, `not products @> '{investigate}'`],
  ['RTSP active', { rtspIsActiveOn: true }, `integration = 'rtsp' and active`],
  ['RTSP not active', { rtspIsActiveOff: true }, `not (integration = 'rtsp' and active)`],
  ['RTSP configured', { rtspIsConfiguredOn: true }, `integration = 'rtsp'`],
  ['RTSP not configured', { rtspIsConfiguredOff: true }, `integration <> 'rtsp'`],
  ['without attached footage', { hideAttachedFootage: true }, 'true'],
  ['with schedules', { hasSchedulesInTree: true }, 'true'],
  ['alarms visible to me', { isCheckSiteRuleViewAlarm: true }, 'true'],
  ['thermal, masked', { thermal: true, masked: true }, 'thermal and masked'],
  ['RTSP', { integrations: ['rtsp'] }, `integration = 'rtsp'`],
  [
    'thermal, masked, RTSP',
    { thermal: true, masked: true, integrations: ['rtsp'] },
    `thermal and masked and integration = 'rtsp'`,
  ],
  [
    'thermal, masked, inactive, RTSP',
    { thermal: true, masked: true, activeOff: true, integrations: ['rtsp'] },
    `thermal and masked and not active and integration = 'rtsp'`,
  ],
  ['Pelco, none', { integrations: ['pelco'] }, `integration = 'pelco'`],
  ['named gate', { search: 'gate' }, `name ilike '%gate%'`],
  ['named zürich upper quay', { search: 'zürich upper quay' }, `name ilike '%zürich upper quay%'`],
  ['named nothing', { search: 'no such name' }, `name ilike '%no such name%'`],
]

/** A deep page of the table of cameras by name: the page after a given share of all names. */
async function tablePage({ runtime }: Database, company: string, share: number): Promise<Look> {
  const query = { sort: 'name', order: 'asc', limit: 100 } as const
  const { rows } = await inTenant(runtime, company, (tx) =>
    sql<{
      id: string
      key: string
    }>`select id, name_key as key from view where company_id = ${company} and deleted_at is null
      order by name_key, id
      offset (select (count(*) * ${share}::float8)::int from view where company_id = ${company} and deleted_at is null) limit 1`.execute(
      tx,
    ),
  )
  const [row] = rows
  const after = row && Buffer.from(JSON.stringify([row.key, row.id])).toString('base64url')
  return {
    name: `table of cameras by name, after ${share * 100} %`,
    work: (tx, grants) =>
      listCameras(tx, askerOf(company, grants), { ...query, ...(after === undefined ? {} : { after }) }, new Date()),
    flat: (tx) =>
      sql`select * from view where company_id = ${company} and deleted_at is null order by name_key, id limit 100
        offset (select (count(*) * ${share}::float8)::int from view where company_id = ${company} and deleted_at is null)`.execute(
        tx,
      ),
  }
}

/** The ids of the clients on the first page. */
async function firstClients({ runtime }: Database, company: string): Promise<string[]> {
  const { rows } = await inTenant(runtime, company, (tx) =>
    sql<{ id: string }>`select id from project where company_id = ${company} and deleted_at is null
      order by name_key, id limit ${PAGE.limit}`.execute(tx),
  )
  return rows.map(({ id }) => id)
}

async function looks(database: Database, company: string): Promise<Look[]> {
  const [mostSites, someSites] = await findNodes(database.runtime, company, 'project')
  const [mostViews, someViews] = await findNodes(database.runtime, company, 'site')
  return [
    pageOf(company, 1),
    pageOf(company, 9),
    ...[mostSites, someSites].map(({ id, below }) => ({
      name: `open a client of ${below} sites`,
      work: (tx: Tx, grants: Grants) =>
        listSitePage(tx, company, grants, { ...PAGE, projectId: id, fits: sql<SqlBool>`true` }),
      flat: (tx: Tx) => sql`select * from site where project_id = ${id} order by lower(name)`.execute(tx),
    })),
    ...[mostViews, someViews].map(({ id, below }) => ({
      name: `open a site of ${below} cameras`,
      work: (tx: Tx, grants: Grants) =>
        listViewPage(tx, company, grants, {
          ...PAGE,
          fits: sql<SqlBool>`view.site_id = ${id} and ${viewFits(askerOf(company, grants), {})}`,
        }),
      flat: (tx: Tx) => sql`select * from view where site_id = ${id} order by lower(name)`.execute(tx),
    })),
    searchFor(company, 'gate', 'a word of many cameras'),
    searchFor(company, 'zürich upper quay', 'a few sites'),
    searchFor(company, 'no such name', 'nothing'),
    ...FILTERS.flatMap(([what, filter, flat]) => filterBy(company, what, filter, flat)),
    await tablePage(database, company, 0),
    await tablePage(database, company, 0.5),
    await tablePage(database, company, 0.95),
    countsOf(company, await firstClients(database, company)),
  ]
}

/** Measures and prints reads of the tree in the server, for users who may see all of it and for users who may see little. */
export async function printInServer(
  database: Database,
  scenario: Scenario,
  { explain: isExplained }: BenchOptions,
): Promise<void> {
  const company = companyOf(scenario)
  const run = (work: (tx: Tx) => Promise<unknown>) => () =>
    inTenant(database.runtime, company, work, { readOnly: true })
  const all = await looks(database, company)
  const viewers = await findViewers(database.runtime, company)
  const rows: string[][] = []
  for (const { name, work, flat } of all) {
    const cells: string[] = []
    for (const viewer of viewers) {
      const { p50, p95 } = await measure(
        REPEATS,
        run((tx) => work(tx, viewer.grants)),
      )
      cells.push(`${figure(p50)} / ${figure(p95)}`)
      if (isExplained)
        await explain(database.runtimePool, company, `${viewer.name}: ${name}`, (db) =>
          inTenant(db, company, (tx) => work(tx, viewer.grants)),
        )
    }
    const baseline = await measure(REPEATS, run(flat))
    rows.push([name, ...cells, `${figure(baseline.p50)} / ${figure(baseline.p95)}`])
  }
  console.log(`\n${scenario.size.cameras.toLocaleString('en')} cameras, milliseconds in the server, p50 / p95`)
  printTable(['look', ...viewers.map(({ name }) => name), 'flat SQL'], rows)
}
