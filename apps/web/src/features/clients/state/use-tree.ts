import { useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from '../../../lib/create-store.ts'
import { handleError } from '../../../lib/errors/error-handler.ts'
import { useLive } from '../../../lib/live/live.ts'
import { projectsOf } from '../model/project-pages.ts'
import { buildRows, type Children } from '../model/tree-rows.ts'
import { projectsQuery, refreshNode, refreshTree, sitesQuery, viewsQuery } from './tree-queries.ts'
import { expandedStore } from './tree-store.ts'

const refresh = (work: Promise<void>) => void work.catch((error: unknown) => handleError(error, { level: 'warning' }))
const NONE: Children<never> = { data: undefined, error: null }

/**
 * The rows of the tree. Children load when their node is opened for the first time; the live stream updates them.
 * @param wantedProject a client that must be in the list: pages load until it is
 */
export function useTree(wantedProject: string | undefined) {
  const queries = useQueryClient()
  const expanded = useStore(expandedStore)
  const pages = useInfiniteQuery(projectsQuery)
  const projects = useMemo(() => projectsOf(pages.data?.pages ?? []), [pages.data])
  const openProjects = projects.filter((project) => expanded.has(project.id))
  const sites = useQueries({ queries: openProjects.map((project) => sitesQuery(project.id)) })
  const openSites = sites.flatMap((query) => query.data ?? []).filter((site) => expanded.has(site.id))
  const views = useQueries({ queries: openSites.map((site) => viewsQuery(site.id)) })

  useLive(['tree.changed', 'resync'], (event) =>
    refresh(event.type === 'resync' ? refreshTree(queries) : refreshNode(queries, event)),
  )

  const { hasNextPage, isFetching, isError, fetchNextPage } = pages
  const [wantsAll, setWantsAll] = useState(false)
  useEffect(() => {
    const missing = wantsAll || (wantedProject !== undefined && !projects.some(({ id }) => id === wantedProject))
    if (missing && hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false })
    // Depends on the clients, not on the loading state: a page that arrives at once never shows as loading.
  }, [wantsAll, wantedProject, projects, hasNextPage, isFetching, isError, fetchNextPage])

  const siteAt = new Map(openProjects.map((project, at) => [project.id, sites[at]]))
  const viewAt = new Map(openSites.map((site, at) => [site.id, views[at]]))
  const total = pages.data?.pages[0]?.count ?? projects.length
  return {
    rows: buildRows(projects, total, expanded, {
      sites: (id) => siteAt.get(id) ?? NONE,
      views: (id) => viewAt.get(id) ?? NONE,
    }),
    pages,
    /** The number of clients, loaded or not. */
    total,
    /** Loads the missing pages, one after another. */
    loadAll: () => setWantsAll(true),
    retry: (parentId: string) => void (siteAt.get(parentId) ?? viewAt.get(parentId))?.refetch(),
  }
}

export type Tree = ReturnType<typeof useTree>
