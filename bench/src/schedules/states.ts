import type { Grants } from '@winnow/domain'
import { companyOf, type Scenario } from '@winnow/server/src/commands/seed/write-scenario.ts'
import { viewFits, withSchedules, type Asker } from '@winnow/server/src/modules/access/index.ts'
import { countStates } from '@winnow/server/src/modules/schedules/count-states.ts'
import { findSiteSchedule } from '@winnow/server/src/modules/schedules/node-schedules.ts'
import { countNodes } from '@winnow/server/src/modules/tree/node-counts.ts'
import { listViewPage } from '@winnow/server/src/modules/tree/view-queries.ts'
import type { Database } from '@winnow/server/src/platform/db/open-database.ts'
import { inTenant, type Tx } from '@winnow/server/src/platform/db/transaction.ts'
import { sql } from 'kysely'
import type { BenchOptions } from '../bench.ts'
import { explain } from '../lists/explain.ts'
import { measure, type Samples } from '../samples.ts'
import { figure, printTable } from '../table.ts'
import { findNodes } from '../tree/nodes.ts'

const REPEATS = 10
const ALL: Grants = { all: true, permission: 'write' }

/** Somebody who sees the whole company. */
export const adminOf = (companyId: string): Asker => ({ companyId, grants: ALL, permissions: new Set() })

interface Look {
  name: string
  work: (tx: Tx) => Promise<unknown>
}

/** Schedule states as lists ask for them, each with the same rows read by plain SQL, without anybody's rights and without any decision. */
function looksOf(companyId: string, siteId: string): { look: Look; flat: Look['work'] }[] {
  const asker = adminOf(companyId)
  const now = new Date()
  const ofSite = sql`from view join site on site.id = view.site_id where view.site_id = ${siteId} and view.deleted_at is null`
  const ofAll = sql`from view join site on site.id = view.site_id where view.company_id = ${companyId} and view.deleted_at is null`
  return [
    {
      look: { name: 'a site: what decides', work: (tx) => findSiteSchedule(tx, siteId, now) },
      flat: (tx) => sql`select * from site where id = ${siteId}`.execute(tx),
    },
    {
      look: {
        name: 'a site: its cameras with their states',
        work: async (tx) => {
          const fits = viewFits(asker, {}, { siteId })
          const { rows } = await listViewPage(tx, companyId, ALL, { page: 1, limit: 200, fits })
          return withSchedules(tx, { filter: { hasSchedulesInTree: true }, now }, rows)
        },
      },
      flat: (tx) => sql`select view.* ${ofSite} order by view.name_key limit 200`.execute(tx),
    },
    {
      look: {
        name: 'a site: counts for the tree',
        work: (tx) => countNodes(tx, asker, { column: 'site_id', ids: [siteId], now }),
      },
      flat: (tx) => sql`select count(*) ${ofSite}`.execute(tx),
    },
    {
      look: { name: 'all cameras: how many count, and why', work: (tx) => countStates(tx, asker, now) },
      flat: (tx) => sql`select count(*), count(site.schedule_id) ${ofAll}`.execute(tx),
    },
  ]
}

const cell = ({ p50, p95 }: Samples): string => `${figure(p50)} / ${figure(p95)}`

export async function printStates(
  database: Database,
  scenario: Scenario,
  { explain: isExplained }: Pick<BenchOptions, 'explain'>,
): Promise<void> {
  const companyId = companyOf(scenario)
  const [largest] = await findNodes(database.runtime, companyId, 'site')
  const run = (work: Look['work']) => () => inTenant(database.runtime, companyId, work, { readOnly: true })
  const rows: string[][] = []
  for (const { look, flat } of looksOf(companyId, largest.id)) {
    const began = performance.now()
    await run(look.work)()
    const first = performance.now() - began
    rows.push([
      look.name,
      figure(first),
      cell(await measure(REPEATS, run(look.work), 1)),
      cell(await measure(REPEATS, run(flat), 1)),
    ])
    if (isExplained)
      await explain(database.runtimePool, companyId, look.name, (db) => inTenant(db, companyId, look.work))
  }
  const { cameras } = scenario.size
  console.log(
    `\nStates of ${cameras.toLocaleString('en')} cameras, the site has ${largest.below}; milliseconds in the server, p50 / p95`,
  )
  printTable(['look', 'the first time', 'then', 'flat SQL'], rows)
}
