import type { Project, ViewFilter } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { projectInGrants, fitsByName, leavesOut, viewFits, withNames, type Asker } from '../access/index.ts'
import { listProjects, listProjectsById } from './project-queries.ts'

type Matched = Project & { matchCount: number }

interface Wanted {
  page: number
  limit: number
  groupId?: string | undefined
}

interface Found {
  total: number
  id: string | null
  matches: number | null
}

/** Returns one page of clients by name that match the filter or contain a match, with the number of their cameras that match. */
export async function listMatchingProjects(
  tx: Tx,
  asker: Asker,
  filter: ViewFilter,
  { page, limit, groupId }: Wanted,
): Promise<{ rows: Matched[]; count: number }> {
  const { companyId, grants } = asker
  if (!leavesOut(asker, filter)) {
    const { rows, count } = await listProjects(tx, companyId, grants, { page, limit, groupId })
    return { rows: rows.map((row) => ({ ...row, matchCount: row.viewCount })), count }
  }
  const byName = fitsByName(asker, filter, 'project', 'named')
  const names = filter.search ? sql`${withNames(companyId, filter.search)},` : sql``
  // One pass over the cameras answers all three questions: which clients match, how many of their cameras do, and how many clients there are.
  const { rows: found } = await sql<Found>`
    with ${names} matched as materialized (
      select view.project_id as id, count(*)::int as matches from view where ${viewFits(asker, filter, 'named')} group by 1
    ), fitting as materialized (
      select project.id, project.name_key, coalesce(matched.matches, 0) as matches
      from project left join matched on matched.id = project.id
      where project.company_id = ${companyId} and project.deleted_at is null and ${projectInGrants(grants, 'project')}
        ${groupId ? sql`and project.id in (select m.project_id from client_group_member m where m.group_id = ${groupId})` : sql``}
        and (matched.id is not null ${byName ? sql`or ${byName}` : sql``})
    )
    select total.n as total, row.id, row.matches
    from (select count(*)::int as n from fitting) total
    left join (select * from fitting order by name_key, id limit ${limit} offset ${(page - 1) * limit}) row on true`.execute(
    tx,
  )
  const matches = new Map(found.flatMap(({ id, matches: n }) => (id === null ? [] : [[id, n ?? 0] as const])))
  const rows = await listProjectsById(tx, companyId, grants, [...matches.keys()])
  return { rows: rows.map((row) => ({ ...row, matchCount: matches.get(row.id) ?? 0 })), count: found[0]?.total ?? 0 }
}
