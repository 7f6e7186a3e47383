import type { ReplyOf, searchNodes as operation } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { projectInGrants, siteInGrants, viewInGrants, containsPattern } from '../access/index.ts'

type Found = ReplyOf<typeof operation>

/** Finds clients, sites and cameras by a part of their name, or by id, with their path. */
export async function searchNodes(
  tx: Tx,
  companyId: string,
  grants: Grants,
  wanted: { search: string; ids?: string[] | undefined; limit: number },
): Promise<Found> {
  const pattern = containsPattern(wanted.search)
  // Requested ids are all returned. The limit is for searches by name.
  const limit = wanted.ids ? wanted.ids.length : wanted.limit
  const matches = (table: string) =>
    wanted.ids
      ? sql`${sql.ref(`${table}.id`)} = any(${wanted.ids}::uuid[])`
      : sql`${sql.ref(`${table}.name_key`)} like lower(${pattern})`
  const { rows } = await sql<Found[number]>`
    (select 'project' as kind, project.id, project.name, project.name as path from project
      where project.company_id = ${companyId} and project.deleted_at is null and ${matches('project')}
        and ${projectInGrants(grants, 'project')} order by project.name_key limit ${limit})
    union all
    (select 'site', site.id, site.name, project.name || ' / ' || site.name from site join project on project.id = site.project_id
      where site.company_id = ${companyId} and site.deleted_at is null and ${matches('site')}
        and ${siteInGrants(grants, 'site')} order by site.name_key limit ${limit})
    union all
    (select 'view', view.id, view.name, project.name || ' / ' || site.name || ' / ' || view.name from view
      join site on site.id = view.site_id join project on project.id = view.project_id
      where view.company_id = ${companyId} and view.deleted_at is null and ${matches('view')}
        and ${viewInGrants(grants, 'view')} order by view.name_key limit ${limit})
    limit ${limit}`.execute(tx)
  return rows
}
