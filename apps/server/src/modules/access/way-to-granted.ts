import type { Grants, NodePath } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { projectInGrants, siteInGrants } from './grant-filter.ts'

/** Whether something that was granted stands below a client or site, so that whoever goes there must pass it. */
export async function isWayToGranted(tx: Tx, grants: Grants, path: NodePath): Promise<boolean> {
  if (path.viewId !== undefined) return false
  const { rows } =
    path.siteId === undefined
      ? await sql`select 1 from project where id = ${path.projectId} and ${projectInGrants(grants, 'project')}`.execute(
          tx,
        )
      : await sql`select 1 from site where id = ${path.siteId} and ${siteInGrants(grants, 'site')}`.execute(tx)
  return rows.length > 0
}
