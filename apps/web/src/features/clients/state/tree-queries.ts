import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  countNodes,
  type DetailedSite,
  getLastChange,
  getProject,
  getSite,
  getView,
  listTreeSites,
  type LiveEvent,
  type Project,
  type View,
} from '@winnow/contract'
import { callAcrossLogin, operationKey } from '../../../lib/query/use-operation.ts'
import type { NodeKind } from '../model/selection.ts'
import { ROOT } from '../model/tree-levels.ts'
import { refreshLevels } from './tree-pages.ts'

const DETAILS = { project: getProject, site: getSite, view: getView } as const
interface Details {
  project: Project
  site: DetailedSite
  view: View
}
type FetchOne = { [K in NodeKind]: (id: string, signal: AbortSignal) => Promise<Details[K]> }

const fetchOne: FetchOne = {
  project: (id, signal) => callAcrossLogin(getProject, { params: { id }, signal }),
  site: (id, signal) => callAcrossLogin(getSite, { params: { id }, signal }),
  view: (id, signal) => callAcrossLogin(getView, { params: { id }, signal }),
}

/** Returns the query of a pane's main data. */
export function nodeQuery<K extends NodeKind>(kind: K, id: string) {
  return queryOptions<Details[K]>({
    queryKey: operationKey(DETAILS[kind], { params: { id } }),
    queryFn: ({ signal }) => fetchOne[kind](id, signal),
  })
}

type Changed = Pick<Extract<LiveEvent, { type: 'tree.changed' }>, 'projectId' | 'siteId' | 'viewId'>

/** Marks all queries as stale that a change in the tree affects. Those on screen are reloaded at once. */
export async function refreshNode(queries: QueryClient, { projectId, siteId, viewId }: Changed): Promise<void> {
  const stale = (queryKey: readonly unknown[]) => queries.invalidateQueries({ queryKey })
  await Promise.all([
    refreshLevels([ROOT, projectId, ...(siteId ? [siteId] : [])]),
    stale(operationKey(countNodes)),
    stale(operationKey(getLastChange)),
    stale(nodeQuery('project', projectId).queryKey),
    ...(siteId ? [stale(nodeQuery('site', siteId).queryKey)] : []),
    ...(viewId ? [stale(nodeQuery('view', viewId).queryKey)] : []),
    // A new name of a client or site is part of the path of all its cameras.
    ...(viewId ? [] : [stale(operationKey(getView)), stale(operationKey(listTreeSites)), stale(operationKey(getSite))]),
  ])
}

/** Reloads everything on screen, after events were missed or when too much has changed to reload nodes one by one. */
export async function refreshTree(queries: QueryClient): Promise<void> {
  const all = [listTreeSites, getProject, getSite, getView, countNodes, getLastChange]
  await Promise.all([
    refreshLevels(),
    ...all.map((operation) => queries.invalidateQueries({ queryKey: operationKey(operation) })),
  ])
}
