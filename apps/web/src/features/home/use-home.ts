import { getHome, type ReplyOf } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useFreshness } from '../../lib/connection/freshness.ts'
import { useLive } from '../../lib/live/live.ts'
import { operationKey, useOperationQuery } from '../../lib/query/use-operation.ts'
import { throttle } from '../../lib/throttle.ts'

export type Home = ReplyOf<typeof getHome>

/** Shortest interval between reloads by live events. Without it every alarm of a busy company would reload Home. */
const LIVE_MS = 2000
/** Interval of reloads without live events. The time window moves, and waiting alarms get their verdicts. */
const CLOCK_MS = 60_000
/** The polling interval without the live stream. */
const WITHOUT_LIVE_MS = 15_000

/** The data of Home, kept up to date by the live stream. */
export function useHome(hours: number, timezone: string) {
  const queries = useQueryClient()
  const isLive = useFreshness() === 'live'
  const refresh = useMemo(
    () => throttle(() => void queries.invalidateQueries({ queryKey: operationKey(getHome) }), LIVE_MS),
    [queries],
  )
  useEffect(() => refresh.cancel, [refresh])
  useLive(
    ['alarm.created', 'alarm.changed', 'tree.changed', 'delivery.changed', 'receiver.changed', 'disk.changed'],
    refresh,
  )
  const home = useOperationQuery(
    getHome,
    { query: { hours, timezone } },
    { keepPrevious: true, refetchInterval: isLive ? CLOCK_MS : WITHOUT_LIVE_MS },
  )
  return { ...home, isLive }
}
