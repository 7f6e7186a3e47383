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
import type { NextPage, RowSender } from '../../platform/http/send-rows.ts'
import type { Asker } from '../access/index.ts'
import { projectRows, siteRows, viewRows, type RowCut } from './row-pages.ts'

/** The number of rows that are read in one transaction, so that each transaction is short. */
const LIMIT = 1_000

/** Runs a read in a separate transaction. */
type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Returns a function that reads the next page in a separate transaction. */
const pagesOf =
  <Row extends { id: string }>(read: Read, rows: (tx: Tx, cut: RowCut) => Promise<Row[]>): NextPage<Row> =>
  (after) =>
    read((tx) => rows(tx, { after, limit: LIMIT }))

const projectsOf = (read: Read, asker: Asker) => pagesOf(read, (tx, cut) => projectRows(tx, asker, cut))
const sitesOf = (read: Read, asker: Asker) => pagesOf(read, (tx, cut) => siteRows(tx, asker, cut))
const viewsOf = (read: Read, asker: Asker, wanted: { filter: ViewFilter; siteIds?: readonly string[]; now: Date }) =>
  pagesOf(read, (tx, cut) => viewRows(tx, asker, wanted, cut))

/** Adds the kind to the rows of a list, as the stream of the whole tree needs it. */
const asKind =
  <Row extends { id: string }, Kind extends TreeRow['kind']>(kind: Kind, next: NextPage<Row>) =>
  async (after: { id: string } | undefined): Promise<(Row & { kind: Kind })[]> =>
    (await next(after as Row | undefined)).map((row) => ({ ...row, kind }))

/** Registers the operations that return all rows without pages. */
export function registerStreams(register: Register, rows: RowSender): void {
  register.read(streamProjects, {
    reply: ({ read, reply, actor }) => rows.send(reply, actor.companyId, [projectsOf(read, actor)]),
  })
  register.read(streamSites, {
    reply: ({ read, reply, actor }) => rows.send(reply, actor.companyId, [sitesOf(read, actor)]),
  })
  register.read(streamViews, {
    reply: ({ read, reply, actor, now }) =>
      rows.send(reply, actor.companyId, [viewsOf(read, actor, { filter: {}, now })]),
  })
  register.read(streamFilteredViews, {
    reply: ({ read, reply, actor, query, now }) =>
      rows.send(reply, actor.companyId, [viewsOf(read, actor, { filter: query, now })]),
  })
  register.read(streamViewsOfSites, {
    reply: ({ read, reply, actor, query, now }) =>
      rows.send(reply, actor.companyId, [viewsOf(read, actor, { filter: {}, siteIds: query.siteIds, now })]),
  })
  register.read(streamTree, {
    reply: ({ read, reply, actor, now }) =>
      rows.send<TreeRow>(reply, actor.companyId, [
        asKind('project', projectsOf(read, actor)),
        asKind('site', sitesOf(read, actor)),
        asKind('view', viewsOf(read, actor, { filter: {}, now })),
      ]),
  })
}
