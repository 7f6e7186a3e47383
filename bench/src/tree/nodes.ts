import type { Grants } from '@winnow/domain'
import { inTenant, type Db } from '@winnow/server/src/platform/db/transaction.ts'
import { sql } from 'kysely'

/** A node to open, and the number of nodes below it. */
export interface Opened {
  id: string
  below: number
}

/** A user who views the tree. */
export interface TreeViewer {
  name: string
  grants: Grants
}

/** The node with the most nodes below it, and a node with a median number. */
export async function findNodes(db: Db, company: string, kind: 'project' | 'site'): Promise<[Opened, Opened]> {
  const [child, parent] = kind === 'project' ? ['site', 'project_id'] : ['view', 'site_id']
  const { rows } = await inTenant(db, company, (tx) =>
    sql<Opened>`select ${sql.ref(parent)} as id, count(*)::int as below from ${sql.table(child)}
      group by 1 order by below desc, id`.execute(tx),
  )
  const [most, middle] = [rows[0], rows[Math.floor(rows.length / 2)]]
  if (!most || !middle) throw new Error('the tree has not been seeded')
  return [most, middle]
}

/** An administrator, a user with a twentieth of the clients, one with a tenth of the sites, each granted singly, and one with three sites. */
export async function findViewers(db: Db, company: string): Promise<TreeViewer[]> {
  const ids = async (table: 'project' | 'site', share: string) => {
    const { rows } = await inTenant(db, company, (tx) =>
      sql<{ id: string }>`select id from ${sql.table(table)} order by id limit ${sql.raw(share)}`.execute(tx),
    )
    return new Map(rows.map(({ id }) => [id, 'read' as const]))
  }
  const none = new Map<string, 'read'>()
  const sites = await ids('site', '(select count(*) / 10 from site)')
  const projects = await ids('project', '(select count(*) / 20 from project)')
  return [
    { name: 'admin', grants: { all: true, permission: 'write' } },
    { name: `${projects.size} clients`, grants: { all: false, projects, sites: none, views: none } },
    { name: `${sites.size} sites`, grants: { all: false, projects: none, sites, views: none } },
    { name: '3 sites', grants: { all: false, projects: none, sites: await ids('site', '3'), views: none } },
  ]
}
