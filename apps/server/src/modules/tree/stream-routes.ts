import {
  streamFilteredViews,
  streamProjects,
  streamSites,
  streamTree,
  streamViews,
  streamViewsOfSites,
  type TreeRow,
  type ViewFilter,
} from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Register } from '../../platform/http/register.ts'
import { createRowSender, type NextPage } from '../../platform/http/send-rows.ts'
import { projectRows, siteRows, viewRows, type RowCut } from './row-pages.ts'
import type { Asker } from './view-filter.ts'

/** Rows of one short read. */
const LIMIT = 1_000

/** Reads in a transaction of its own. */
type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Has each page be read in a transaction of its own. */
const pagesOf =
  <Row extends { id: string }>(read: Read, rows: (tx: Tx, cut: RowCut) => Promise<Row[]>): NextPage<Row> =>
  (after) =>
    read((tx) => rows(tx, { after, limit: LIMIT }))

const projectsOf = (read: Read, asker: Asker) => pagesOf(read, (tx, cut) => projectRows(tx, asker, cut))
const sitesOf = (read: Read, asker: Asker) => pagesOf(read, (tx, cut) => siteRows(tx, asker, cut))
const viewsOf = (read: Read, asker: Asker, wanted: { filter: ViewFilter; siteIds?: readonly string[] }) =>
  pagesOf(read, (tx, cut) => viewRows(tx, asker, wanted, cut))

/** A list of one kind as a part of the tree. */
const asKind =
  <Row extends { id: string }, Kind extends TreeRow['kind']>(kind: Kind, next: NextPage<Row>) =>
  async (after: { id: string } | undefined): Promise<(Row & { kind: Kind })[]> =>
    (await next(after as Row | undefined)).map((row) => ({ ...row, kind }))

/** The calls that answer with everything. */
export function registerStreams(register: Register): void {
  const rows = createRowSender()

  register.read(streamProjects, {
    reply: ({ read, reply, actor }) => rows.send(reply, actor.companyId, [projectsOf(read, actor)]),
  })
  register.read(streamSites, {
    reply: ({ read, reply, actor }) => rows.send(reply, actor.companyId, [sitesOf(read, actor)]),
  })
  register.read(streamViews, {
    reply: ({ read, reply, actor }) => rows.send(reply, actor.companyId, [viewsOf(read, actor, { filter: {} })]),
  })
  register.read(streamFilteredViews, {
    reply: ({ read, reply, actor, query }) =>
      rows.send(reply, actor.companyId, [viewsOf(read, actor, { filter: query })]),
  })
  register.read(streamViewsOfSites, {
    reply: ({ read, reply, actor, query }) =>
      rows.send(reply, actor.companyId, [viewsOf(read, actor, { filter: {}, siteIds: query.siteIds })]),
  })
  register.read(streamTree, {
    reply: ({ read, reply, actor }) =>
      rows.send<TreeRow>(reply, actor.companyId, [
        asKind('project', projectsOf(read, actor)),
        asKind('site', sitesOf(read, actor)),
        asKind('view', viewsOf(read, actor, { filter: {} })),
      ]),
  })
}
