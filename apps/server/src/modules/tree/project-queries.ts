import type { Project } from '@winnow/contract'
import { nodePermission, type Grants } from '@winnow/domain'
import { sql } from 'kysely'
import { KEEP_PLAN } from '../../platform/db/joined-trips.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { projectInGrants, siteInGrants, viewInGrants, containsPattern } from '../access/index.ts'
import { presentKey } from './present-key.ts'

function select(tx: Tx, companyId: string, grants: Grants) {
  return tx
    .selectFrom('project')
    .select((eb) => [
      'project.id',
      'project.name',
      'project.external_key',
      sql<
        string[]
      >`array(select m.group_id from client_group_member m where m.project_id = project.id order by m.group_id)`.as(
        'groupIds',
      ),
      eb
        .selectFrom('site')
        .select((count) => count.fn.countAll<string>().as('n'))
        .whereRef('site.project_id', '=', 'project.id')
        .where('site.deleted_at', 'is', null)
        .where(siteInGrants(grants, 'site'))
        .as('siteCount'),
      eb
        .selectFrom('view')
        .select((count) => count.fn.countAll<string>().as('n'))
        .whereRef('view.project_id', '=', 'project.id')
        .where('view.deleted_at', 'is', null)
        .where(viewInGrants(grants, 'view'))
        .as('viewCount'),
    ])
    .where('project.company_id', '=', companyId)
    .where('project.deleted_at', 'is', null)
    .where(projectInGrants(grants, 'project'))
}

type Row = {
  id: string
  name: string
  external_key: string | null
  groupIds: string[]
  siteCount: string | null
  viewCount: string | null
}

const present = (row: Row, grants: Grants): Project => ({
  id: row.id,
  name: row.name,
  groupIds: row.groupIds,
  permission: nodePermission(grants, { projectId: row.id }) ?? 'read',
  siteCount: Number(row.siteCount ?? 0),
  viewCount: Number(row.viewCount ?? 0),
  ...presentKey(row),
})

/** One page of clients by name. */
export async function listProjects(
  tx: Tx,
  companyId: string,
  grants: Grants,
  page: {
    search?: string | undefined
    groupId?: string | undefined
    page: number
    limit: number
  },
): Promise<{ rows: Project[]; count: number }> {
  const pattern = page.search ? containsPattern(page.search) : undefined
  const matching = tx
    .selectFrom('project')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where(projectInGrants(grants, 'project'))
    .$if(pattern !== undefined, (query) => query.where(sql<boolean>`name_key like lower(${pattern})`))
    .$if(page.groupId !== undefined, (query) =>
      query.where(sql<boolean>`id in (select project_id from client_group_member where group_id = ${page.groupId})`),
    )
  // The page is selected before counting. Otherwise, the sites and cameras of all earlier pages would be counted too.
  const ids = matching
    .select('project.id')
    .orderBy('project.name_key')
    .orderBy('project.id')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
  const rows = await select(tx, companyId, grants)
    .where('project.id', 'in', ids)
    .orderBy('project.name_key')
    .orderBy('project.id')
    .execute()
  const { n } = await matching.select((eb) => eb.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
  return { rows: rows.map((row) => present(row, grants)), count: Number(n) }
}

/** The clients with these ids, by name. */
export async function listProjectsById(
  tx: Tx,
  companyId: string,
  grants: Grants,
  ids: readonly string[],
): Promise<Project[]> {
  const rows = await select(tx, companyId, grants)
    .where('project.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('project.name_key')
    .orderBy('project.id')
    .execute()
  return rows.map((row) => present(row, grants))
}

export async function findProject(tx: Tx, companyId: string, grants: Grants, id: string): Promise<Project | undefined> {
  const row = await select(tx, companyId, grants).modifyFront(KEEP_PLAN).where('project.id', '=', id).executeTakeFirst()
  return row && present(row, grants)
}
