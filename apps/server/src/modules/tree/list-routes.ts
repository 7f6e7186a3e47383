import {
  checkRename,
  countViews,
  getViewWithSite,
  countCompanyViews,
  countDetectViews,
  listCompanyProjects,
  listCompanySites,
  listCompanyViews,
  listProjectTree,
  listTreeSites,
  listTreeViews,
  PRODUCTS,
  type ReplyOf,
  type ViewFilter,
} from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { hasProduct, leavesOut, nodeFits, viewFits, withSchedules, type Asker } from '../access/index.ts'
import { listMatchingProjects } from './matching-projects.ts'
import { findProject } from './project-queries.ts'
import { findSite, listSitePage } from './site-queries.ts'
import { findView, listViewPage } from './view-queries.ts'

interface Page {
  page: number
  limit: number
}

/** The reply to a page of a list. */
const paged = <Row>(found: { rows: Row[]; count: number }, { page, limit }: Page) => ({
  ...found,
  countIsExact: true,
  page,
  limit,
})

const pageOfViews = async <Row extends { id: string }>(
  tx: Tx,
  { rows, count }: { rows: Row[]; count: number },
  { query, now }: { query: ViewFilter & Page; now: Date },
) => paged({ rows: await withSchedules(tx, { filter: query, now }, rows), count }, query)

/** Adds to each site the number of its cameras that match the filter. `projectId`: the client of all of them. */
async function withMatches<Row extends { id: string; viewCount: number }>(
  tx: Tx,
  asker: Asker,
  { filter, projectId }: { filter: ViewFilter; projectId?: string },
  rows: readonly Row[],
): Promise<(Row & { matchCount: number })[]> {
  // Every camera matches, so the number of cameras, which is known, is the result.
  if (!leavesOut(asker, filter)) return rows.map((row) => ({ ...row, matchCount: row.viewCount }))
  const ids = rows.map(({ id }) => id)
  const fits = viewFits(asker, filter, projectId === undefined ? undefined : { projectId })
  const counted = await sql<{ id: string; n: number }>`
    select view.site_id as id, count(*)::int as n from view
    where view.site_id = any(${ids}::uuid[]) and ${fits} group by 1`.execute(tx)
  const counts = new Map(counted.rows.map(({ id, n }) => [id, n]))
  return rows.map((row) => ({ ...row, matchCount: counts.get(row.id) ?? 0 }))
}

const pageOfProjects = async (tx: Tx, asker: Asker, query: ViewFilter & Page & { groupId?: string | undefined }) =>
  paged(await listMatchingProjects(tx, asker, query, query), query)

async function mayRename(tx: Tx, asker: Actor, kind: 'client' | 'site' | 'camera', id: string): Promise<boolean> {
  const find = { client: findProject, site: findSite, camera: findView }[kind]
  const node = await find(tx, asker.companyId, asker.grants, id)
  if (node && 'createdByApi' in node && node.createdByApi && asker.kind !== 'token') return false
  return node?.permission === 'write' && asker.permissions.has('node.write')
}

/** Returns a node to which the gate has granted access. @throws AppError NOT_FOUND if it does not exist */
async function required<T>(looking: Promise<T | undefined>): Promise<T> {
  const node = await looking
  if (!node) throw notFound()
  return node
}

/** Registers the filtered lists of clients, sites and cameras, and the read of a camera with its site. */
export function registerLists(register: Register): void {
  register.read(listCompanyProjects, ({ tx, actor, query }) => pageOfProjects(tx, actor, query))
  register.read(listProjectTree, ({ tx, actor, query }) => pageOfProjects(tx, actor, query))

  register.read(listTreeSites, async ({ tx, actor, params, query }) => {
    const { page, limit } = query
    const wanted = { projectId: params.id, fits: nodeFits(actor, query, 'site', params.id), page, limit }
    const { rows, count } = await listSitePage(tx, actor.companyId, actor.grants, wanted)
    return paged({ rows: await withMatches(tx, actor, { filter: query, projectId: params.id }, rows), count }, query)
  })

  register.read(listCompanySites, async ({ tx, actor, query }) => {
    const { page, limit } = query
    const { rows, count } = await listSitePage(tx, actor.companyId, actor.grants, {
      fits: nodeFits(actor, query, 'site'),
      page,
      limit,
    })
    return paged({ rows: await withMatches(tx, actor, { filter: query }, rows), count }, query)
  })

  register.read(listTreeViews, async ({ tx, actor, params, query, now }) => {
    const fits = viewFits(actor, query, { siteId: params.id })
    return pageOfViews(tx, await listViewPage(tx, actor.companyId, actor.grants, { ...query, fits }), { query, now })
  })

  register.read(listCompanyViews, async ({ tx, actor, query, now }) =>
    pageOfViews(tx, await listViewPage(tx, actor.companyId, actor.grants, { ...query, fits: viewFits(actor, query) }), {
      query,
      now,
    }),
  )

  register.read(countViews, async ({ tx, actor, query }) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from view where ${viewFits(actor, query)}`.execute(tx)
    return { count: rows[0]?.n ?? 0 }
  })

  register.read(countDetectViews, async ({ tx, actor, query }) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from view where ${viewFits(actor, query)} and ${hasProduct('detect')}`.execute(tx)
    return { count: rows[0]?.n ?? 0 }
  })

  register.read(countCompanyViews, async ({ tx, actor }) => {
    const products = PRODUCTS.map((each) => sql`${sql.lit(each)}, count(*) filter (where ${hasProduct(each)})`)
    const { rows } = await sql<ReplyOf<typeof countCompanyViews>>`
      select count(*)::int as count, (count(*) filter (where view.active))::int as active,
        jsonb_build_object(${sql.join(products)}) as products
      from view where ${viewFits(actor, {})}`.execute(tx)
    return rows[0]!
  })

  register.read(getViewWithSite, async ({ tx, actor: { companyId, grants }, params: { id } }) => {
    const view = await required(findView(tx, companyId, grants, id))
    return { ...view, site: await required(findSite(tx, companyId, grants, view.siteId)) }
  })

  register.read(checkRename, ({ tx, actor, params }) => mayRename(tx, actor, params.objectType, params.objectId))
}
