import {
  getProjectWithSites,
  getSiteWithViews,
  listSites,
  listViews,
  type Operation,
  type Site,
  type View,
} from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Outside } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import type { NextPage, RowSender } from '../../platform/http/send-rows.ts'
import { findProject } from './project-queries.ts'
import { findSite, listSiteIds, listSitesById } from './site-queries.ts'
import { listViewIds, listViewsById } from './view-queries.ts'

/** The number of rows that are read in one transaction. Most clients and sites have fewer, and are answered at once. */
const FULL_PAGE = 500

/** How the rows of a list are read: all ids first, which are light, then the rows of some ids. */
interface LongList<Row> {
  ids: (tx: Tx) => Promise<string[]>
  rows: (tx: Tx, ids: readonly string[]) => Promise<Row[]>
}

/**
 * The rows of the ids, a page in each transaction. A page by "after this name" would read all rows before it again, since row-level security
 * allows no index for a comparison of texts.
 */
function pagesOf<Row>(read: Outside<Operation>['read'], ids: readonly string[], list: LongList<Row>): NextPage<Row> {
  let from = 0
  return async () => {
    let found: Row[] = []
    // If all rows of a page have been deleted meanwhile, the next page follows. An empty page would end the list.
    while (found.length === 0 && from < ids.length) {
      const page = ids.slice(from, from + FULL_PAGE)
      from += FULL_PAGE
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      found = await read((tx) => list.rows(tx, page))
    }
    return found
  }
}

/**
 * Registers the lists of a client's sites and a site's cameras that have no pages. They are as long as the client or site is large, so long
 * ones are streamed.
 */
export function registerLongLists(register: Register, sender: RowSender): void {
  async function send<O extends Operation, Row>(
    { read, reply, actor }: Outside<O>,
    list: LongList<Row>,
    within?: { node: object; field: string },
  ): Promise<never> {
    const ids = await read(list.ids)
    const isLong = ids.length > FULL_PAGE
    return sender.sendList(reply, actor.companyId, pagesOf(read, ids, list), { isLong, ...(within ? { within } : {}) })
  }
  const sitesOf = ({ companyId, grants }: Actor, projectId: string): LongList<Site> => ({
    ids: (tx) => listSiteIds(tx, companyId, grants, projectId),
    rows: (tx, ids) => listSitesById(tx, companyId, grants, ids),
  })
  const viewsOf = ({ companyId, grants }: Actor, siteId: string): LongList<View> => ({
    ids: (tx) => listViewIds(tx, companyId, grants, siteId),
    rows: (tx, ids) => listViewsById(tx, companyId, grants, ids),
  })

  register.read(listSites, { reply: (asked) => send(asked, sitesOf(asked.actor, asked.params.id)) })
  register.read(listViews, { reply: (asked) => send(asked, viewsOf(asked.actor, asked.params.id)) })

  register.read(getProjectWithSites, {
    async reply(asked) {
      const { companyId, grants } = asked.actor
      const node = await asked.read((tx) => findProject(tx, companyId, grants, asked.params.id))
      if (!node) throw notFound()
      return send(asked, sitesOf(asked.actor, node.id), { node, field: 'sites' })
    },
  })

  register.read(getSiteWithViews, {
    async reply(asked) {
      const { companyId, grants } = asked.actor
      const node = await asked.read((tx) => findSite(tx, companyId, grants, asked.params.id))
      if (!node) throw notFound()
      return send(asked, viewsOf(asked.actor, node.id), { node, field: 'views' })
    },
  })
}
