import { countNodes, type NodeCounts } from '@winnow/contract'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLive } from '../../../lib/live/live.ts'
import { callAcrossLogin, operationKey } from '../../../lib/query/use-operation.ts'
import { throttle } from '../../../lib/throttle.ts'
import type { Levels, NeededPage } from '../model/tree-levels.ts'

/** A node falls silent without an event, so counts are read again now and then. */
const AGAIN_MS = 60_000
/** A busy company sends events all the time. */
const LIVE_MS = 10_000

/** The counts of the nodes on shown pages, kept up to date. */
export function useNodeCounts(levels: Levels, pages: readonly NeededPage[]): ReadonlyMap<string, NodeCounts> {
  const queries = useQueryClient()
  const refresh = useMemo(
    () => throttle(() => void queries.invalidateQueries({ queryKey: operationKey(countNodes) }), LIVE_MS),
    [queries],
  )
  useEffect(() => refresh.cancel, [refresh])
  useLive(['tree.changed', 'signal.received', 'resync'], refresh)
  const asked = pages.flatMap(({ levelId, page }) => {
    const nodes = (levels.get(levelId)?.pages.get(page) ?? []).filter(({ kind }) => kind !== 'view')
    if (nodes.length === 0) return []
    const ids = nodes.map(({ id }) => id)
    return [nodes[0]?.kind === 'project' ? { projectIds: ids } : { siteIds: ids }]
  })
  return useQueries({
    queries: asked.map((query) => ({
      queryKey: operationKey(countNodes, query),
      queryFn: ({ signal }: { signal: AbortSignal }) => callAcrossLogin(countNodes, { query, signal }),
      staleTime: AGAIN_MS,
      refetchInterval: AGAIN_MS,
      // The tree works without them; they appear with the next try.
      meta: { errors: 'inline' as const },
    })),
    combine: (found) => new Map(found.flatMap(({ data }) => data ?? []).map((counts) => [counts.id, counts])),
  })
}
