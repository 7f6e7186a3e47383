import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  getProject,
  getSite,
  getView,
  listProjects,
  listSites,
  listViews,
  type LiveEvent,
  type Project,
  type ReplyOf,
  type Site,
  type View,
} from '@winnow/contract'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { callAcrossLogin, operationKey } from '../../../lib/query/use-operation.ts'
import { replaceProject } from '../model/project-pages.ts'
import type { NodeKind } from '../model/selection.ts'

/** The server's maximum. A client far down the list is reached by loading all pages before it. */
const PROJECTS_PER_PAGE = 200

// Loaded nodes stay until the live stream reports a change.
const KEPT = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

/** The clients, page by page. */
export const projectsQuery = infiniteQueryOptions({
  queryKey: operationKey(listProjects, 'pages'),
  queryFn: ({ pageParam, signal }) =>
    callAcrossLogin(listProjects, { query: { page: pageParam, limit: PROJECTS_PER_PAGE }, signal }),
  initialPageParam: 1,
  getNextPageParam: (last) => (last.page * last.limit < last.count ? last.page + 1 : undefined),
  ...KEPT,
})

/** Sites of a client. Repeated after a new login if the session has expired. */
export const sitesQuery = (projectId: string) =>
  queryOptions<Site[]>({
    queryKey: operationKey(listSites, { params: { id: projectId } }),
    queryFn: ({ signal }) => callAcrossLogin(listSites, { params: { id: projectId }, signal }),
    ...KEPT,
  })

/** Cameras of a site. */
export const viewsQuery = (siteId: string) =>
  queryOptions<View[]>({
    queryKey: operationKey(listViews, { params: { id: siteId } }),
    queryFn: ({ signal }) => callAcrossLogin(listViews, { params: { id: siteId }, signal }),
    ...KEPT,
  })

const DETAILS = { project: getProject, site: getSite, view: getView } as const
interface Details {
  project: Project
  site: Site
  view: View
}
type FetchOne = { [K in NodeKind]: (id: string, signal: AbortSignal) => Promise<Details[K]> }

const fetchOne: FetchOne = {
  project: (id, signal) => callAcrossLogin(getProject, { params: { id }, signal }),
  site: (id, signal) => callAcrossLogin(getSite, { params: { id }, signal }),
  view: (id, signal) => callAcrossLogin(getView, { params: { id }, signal }),
}

/** The query of a pane's main data. */
export function nodeQuery<K extends NodeKind>(kind: K, id: string) {
  return queryOptions<Details[K]>({
    queryKey: operationKey(DETAILS[kind], { params: { id } }),
    queryFn: ({ signal }) => fetchOne[kind](id, signal),
  })
}

type Changed = Pick<Extract<LiveEvent, { type: 'tree.changed' }>, 'projectId' | 'siteId' | 'viewId'>

/** Reloads the counts and the name of one client. All pages are reloaded only if its position changed. */
async function refreshProject(queries: QueryClient, projectId: string): Promise<void> {
  const pages = queries.getQueryData<InfiniteData<ReplyOf<typeof listProjects>, number>>(projectsQuery.queryKey)
  if (!pages) return
  try {
    // Bypasses the cache, so that a deleted client causes no error message.
    const project = await callAcrossLogin(getProject, { params: { id: projectId } })
    queries.setQueryData(nodeQuery('project', projectId).queryKey, project)
    const patched = replaceProject(pages.pages, project)
    if (patched) queries.setQueryData(projectsQuery.queryKey, { ...pages, pages: patched })
    else await queries.invalidateQueries({ queryKey: projectsQuery.queryKey })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    await queries.invalidateQueries({ queryKey: projectsQuery.queryKey })
  }
}

/** Reloads what a change in the tree affects, of what is on screen or cached. */
export async function refreshNode(queries: QueryClient, { projectId, siteId, viewId }: Changed): Promise<void> {
  const stale = (queryKey: readonly unknown[]) => queries.invalidateQueries({ queryKey })
  await Promise.all([
    refreshProject(queries, projectId),
    stale(sitesQuery(projectId).queryKey),
    ...(siteId ? [stale(viewsQuery(siteId).queryKey), stale(nodeQuery('site', siteId).queryKey)] : []),
    ...(viewId ? [stale(nodeQuery('view', viewId).queryKey)] : []),
    // A new name of a client or site is part of the path of all its cameras.
    ...(viewId ? [] : [stale(operationKey(getView)), stale(operationKey(listViews)), stale(operationKey(getSite))]),
  ])
}

/** Marks everything as outdated after events were missed. */
export async function refreshTree(queries: QueryClient): Promise<void> {
  const all = [listProjects, listSites, listViews, getProject, getSite, getView]
  await Promise.all(all.map((operation) => queries.invalidateQueries({ queryKey: operationKey(operation) })))
}
