import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import { inTenant, type Db } from '@winnow/server/src/platform/db/transaction.ts'
import { COMPANY } from '../seed/alarm-seed.ts'
import { nodeId } from '../seed/tree.ts'

/** A user who views alarms: the nodes they may see, and the nodes they filter by. */
export interface Viewer {
  name: string
  grants: Grants
  project: string
  site: string
  view: string
}

interface Node {
  view: string
  site: string
  project: string
}

/** Finds sites by the numbers of their busiest cameras: view n is at site 1 + n mod sites, and views of low numbers send the most. */
async function nodes(db: Db, numbers: readonly number[]): Promise<Node[]> {
  const { rows } = await inTenant(db, COMPANY.company, (tx) =>
    sql<Node>`select v.id as view, v.site_id as site, v.project_id as project
      from unnest(${[...numbers]}::int[]) with ordinality n(n, place) join view v on v.id = ${sql.raw(nodeId(COMPANY.company, 'view', 'n.n'))}
      order by place`.execute(tx),
  )
  return rows
}

const siteGrants = (sites: readonly string[]): Grants => ({
  all: false,
  projects: new Map(),
  sites: new Map(sites.map((site) => [site, 'read'])),
  views: new Map(),
})

async function viewer(db: Db, name: string, numbers: readonly number[], all = false): Promise<Viewer> {
  const found = await nodes(db, numbers)
  const first = found[0]
  if (!first) throw new Error('the tree has not been seeded')
  return {
    name,
    grants: all ? { all: true, permission: 'read' } : siteGrants(found.map((node) => node.site)),
    ...first,
  }
}

/**
 * The viewers: an administrator, a user with every second site, a user with three sites of which one is busy, and a user with three of the
 * quietest sites. For the last one, every plan that scans the company's newest alarms takes the longest.
 */
export function listViewers(db: Db): Promise<Viewer[]> {
  const { sites } = COMPANY
  return Promise.all([
    viewer(db, 'admin', [300], true),
    viewer(
      db,
      '5,000 sites',
      Array.from({ length: sites / 2 }, (_, index) => 300 + index * 2),
    ),
    viewer(db, '3 sites', [300, 7_000, 9_500]),
    viewer(db, '3 quiet sites', [9_990, 9_991, 9_992]),
  ])
}
