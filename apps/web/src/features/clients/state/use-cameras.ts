import { type CameraRow, type CameraSelection, type CameraSort, countViews, listCameras } from '@winnow/contract'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLive } from '../../../lib/live/live.ts'
import { callAcrossLogin, operationKey, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { throttle } from '../../../lib/throttle.ts'
import type { TreeFilter } from '../model/tree-filter.ts'

const ROWS_PER_PAGE = 100
/** The maximum number of loaded pages of a list that is reloaded automatically. With more pages, a reload would need too many requests. */
const MOST_REFRESHED = 3
const LIVE_MS = 5_000

/** The cameras of a list: all of the company, or those of a client or site. */
export interface CameraPlace {
  projectId?: string
  siteId?: string
}

export interface CameraOrder {
  sort: CameraSort
  order: 'asc' | 'desc'
}

const camerasQuery = (place: CameraPlace, order: CameraOrder, filter: TreeFilter) => {
  const query = { ...place, ...order, ...filter, limit: ROWS_PER_PAGE }
  return infiniteQueryOptions({
    queryKey: operationKey(listCameras, query),
    queryFn: ({ pageParam, signal }) =>
      callAcrossLogin(listCameras, { query: { ...query, ...(pageParam ? { after: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: { errors: 'inline' as const },
  })
}

const hasPages = (data: unknown): data is { pages: readonly unknown[] } =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)

/** The cameras of a place that match a filter, as a selection for other calls. */
export function selectionIn({ siteId, projectId }: CameraPlace, filter: TreeFilter): CameraSelection {
  const below = siteId ?? projectId
  return { ...filter, ...(below ? { below: [below] } : {}) }
}

/** Loads the matching cameras of a place page by page in this order, with their number. Other users' changes appear automatically. */
export function useCameras(place: CameraPlace, order: CameraOrder, filter: TreeFilter) {
  const queries = useQueryClient()
  const pages = useInfiniteQuery(camerasQuery(place, order, filter))
  const count = useOperationQuery(
    countViews,
    { query: selectionIn(place, filter) },
    { quiet: true, keepPrevious: true },
  )
  const refresh = useMemo(
    () =>
      throttle(() => {
        void queries.invalidateQueries({ queryKey: operationKey(countViews) })
        void queries.invalidateQueries({
          queryKey: operationKey(listCameras),
          predicate: ({ state }) => !hasPages(state.data) || state.data.pages.length <= MOST_REFRESHED,
        })
      }, LIVE_MS),
    [queries],
  )
  useEffect(() => refresh.cancel, [refresh])
  // A picture that somebody uploads is an alarm of a test. Alarms of cameras do not refresh the list: there is always one more.
  useLive(['tree.changed', 'alarm.created', 'resync'], (event) => {
    if (event.type !== 'alarm.created' || event.isTest) refresh()
  })
  const rows: readonly CameraRow[] = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data])
  return { pages, rows, total: count.data?.count }
}
