import { countNodes, type NodeCounts } from '@winnow/contract'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLive } from '../../../lib/live/live.ts'
import { callAcrossLogin, operationKey } from '../../../lib/query/use-operation.ts'
import { throttle } from '../../../lib/throttle.ts'
import type { Levels, NeededPage } from '../model/tree-levels.ts'

/** The interval at which counts are loaded again in milliseconds, because there is no event when a camera becomes silent. */
const AGAIN_MS = 60_000
/** How long after a pause or window ends its node is counted again in milliseconds, since clocks differ a little. */
const LATER_MS = 500
/** The least time between two loads after live events in milliseconds, because a busy company causes events all the time. */
const LIVE_MS = 10_000

type Ends = Pick<NodeCounts, 'nextPauseEnd' | 'nextScheduleChange'>

/** In how many milliseconds counts are loaded again: when the next pause ends or a schedule changes, or after the usual interval. */
export function againIn(counts: readonly Ends[], now: number): number {
  const ends = counts
    .flatMap(({ nextPauseEnd, nextScheduleChange }) => [nextPauseEnd, nextScheduleChange])
    .flatMap((end) => (end === null ? [] : [Date.parse(end) - now]))
  // What ended by this clock is still there by that of the server, so it is not asked for at once again and again.
  return Math.min(AGAIN_MS, ...ends.filter((left) => left > 0).map((left) => left + LATER_MS))
}

/** Returns the counts of the nodes on the displayed pages, kept up to date. */
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
      refetchInterval: ({ state }: { state: { data?: NodeCounts[] | undefined } }) =>
        againIn(state.data ?? [], Date.now()),
      // The tree works without counts, so an error is not shown. They appear with the next attempt.
      meta: { errors: 'inline' as const },
    })),
    combine: byNode,
  })
}

/** The counts of all pages by node. One function for all renders, so that the result is kept until counts change. */
const byNode = (found: readonly { data: NodeCounts[] | undefined }[]): ReadonlyMap<string, NodeCounts> =>
  new Map(found.flatMap(({ data }) => data ?? []).map((counts) => [counts.id, counts]))
