import { getWayIn, listViewSignals, type View } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLive } from '../../../lib/live/live.ts'
import { operationKey } from '../../../lib/query/use-operation.ts'
import { throttle } from '../../../lib/throttle.ts'
import { nodeQuery } from './tree-queries.ts'

/** The least time between two updates in milliseconds, because a noisy camera sends several messages a second. */
const LIVE_MS = 1000

/** Keeps a camera page's last messages up to date. */
export function useViewLive(view: View): void {
  const queries = useQueryClient()
  const refresh = useMemo(
    () =>
      throttle(() => {
        void queries.invalidateQueries({ queryKey: operationKey(listViewSignals) })
        void queries.invalidateQueries({ queryKey: operationKey(getWayIn) })
        void queries.invalidateQueries({ queryKey: nodeQuery('view', view.id).queryKey })
      }, LIVE_MS),
    [queries, view.id],
  )
  useEffect(() => refresh.cancel, [refresh])
  useLive(['signal.received', 'alarm.created', 'alarm.changed', 'tree.changed', 'resync'], (event) => {
    if (event.type === 'resync' || event.viewId === view.id) refresh()
  })
}
