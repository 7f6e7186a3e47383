import { getHome, type ReplyOf } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useFreshness } from '../../lib/connection/freshness.ts'
import { useLive } from '../../lib/live/live.ts'
import { operationKey, useOperationQuery } from '../../lib/query/use-operation.ts'
import { throttle } from '../../lib/throttle.ts'

export type Home = ReplyOf<typeof getHome>

/** Home counts over the whole company: on a busy night it would otherwise be asked for with every alarm. */
const LIVE_MS = 2000
/** The window moves on by itself, and the waiting alarms get their verdicts. */
const CLOCK_MS = 60_000
/** Without the live stream it is asked for more often. */
const WITHOUT_LIVE_MS = 15_000

/** What Home shows, kept up to date by the live stream. */
export function useHome(hours: number, timezone: string) {
  const queries = useQueryClient()
  const isLive = useFreshness() === 'live'
  const refresh = useMemo(
    () => throttle(() => void queries.invalidateQueries({ queryKey: operationKey(getHome) }), LIVE_MS),
    [queries],
  )
  useEffect(() => refresh.cancel, [refresh])
  useLive(['alarm.created', 'alarm.changed', 'tree.changed', 'delivery.changed', 'disk.changed'], refresh)
  const home = useOperationQuery(
    getHome,
    { query: { hours, timezone } },
    { keepPrevious: true, refetchInterval: isLive ? CLOCK_MS : WITHOUT_LIVE_MS },
  )
  return { ...home, isLive }
}
