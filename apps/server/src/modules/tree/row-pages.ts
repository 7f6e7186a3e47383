import type { ProjectRow, SiteRow, ViewFilter, ViewRow } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { projectInGrants, siteInGrants, viewFits, withSchedules, type Asker } from '../access/index.ts'

/** The start and length of a page. Rows are ordered by id, so rows that are added or deleted meanwhile do not shift the other rows. */
export interface RowCut {
  after: { id: string } | undefined
  limit: number
}

const behind = (table: string, { after }: RowCut) => (after ? sql`and ${sql.ref(`${table}.id`)} > ${after.id}` : sql``)

export async function projectRows(tx: Tx, { companyId, grants }: Asker, cut: RowCut): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select project.id, project.name from project
    where project.company_id = ${companyId} and project.deleted_at is null and ${projectInGrants(grants, 'project')}
      ${behind('project', cut)} order by project.id limit ${cut.limit}`.execute(tx)
  return rows
}

export async function siteRows(tx: Tx, { companyId, grants }: Asker, cut: RowCut): Promise<SiteRow[]> {
  const { rows } = await sql<Omit<SiteRow, 'status'> & { active: boolean }>`
    select site.id, site.name, site.project_id as "projectId", site.active from site
    where site.company_id = ${companyId} and site.deleted_at is null and ${siteInGrants(grants, 'site')}
      ${behind('site', cut)} order by site.id limit ${cut.limit}`.execute(tx)
  return rows.map(({ active, ...row }) => ({ ...row, status: { active } }))
}

/** Reads one page of cameras. @param wanted the filter of the cameras, and the ids of sites unless cameras of all sites are read; `now` for their state */
export async function viewRows(
  tx: Tx,
  asker: Asker,
  wanted: { filter: ViewFilter; siteIds?: readonly string[]; now: Date },
  cut: RowCut,
): Promise<ViewRow[]> {
  const { filter, siteIds, now } = wanted
  const ofSites = siteIds ? sql`and view.site_id = any(${[...siteIds]}::uuid[])` : sql``
  const { rows } = await sql<Omit<ViewRow, 'status'> & { active: boolean }>`
    select view.id, view.name, view.site_id as "siteId", view.project_id as "clientId", view.integration, view.active, view.thermal,
      view.ptz, view.masked
    from view where ${viewFits(asker, filter)} ${ofSites} ${behind('view', cut)} order by view.id limit ${cut.limit}`.execute(
    tx,
  )
  return withSchedules(
    tx,
    { filter, now },
    rows.map(({ active, ...row }) => ({ ...row, status: { active } })),
  )
}
