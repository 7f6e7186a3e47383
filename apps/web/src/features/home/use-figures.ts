import { getHomeFigures, getHomeRanking, type ReplyOf } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useFreshness } from '../../lib/connection/freshness.ts'
import { useLive } from '../../lib/live/live.ts'
import { operationKey, useOperationQuery } from '../../lib/query/use-operation.ts'
import { throttle } from '../../lib/throttle.ts'

export type HomeFigures = ReplyOf<typeof getHomeFigures>
export type Ranking = ReplyOf<typeof getHomeRanking>
export type HomeHours = 24 | 168

/** Shortest interval between reloads by live events. Without it every alarm of a busy company would reload Home. */
const LIVE_MS = 2000
/** The same for rankings, which change slowly and read the counts of all cameras. */
const RANKING_MS = 20_000
const CLOCK_MS = 60_000
/** The interval at which a ranking is asked for again that is still being prepared. */
const PREPARING_MS = 1_000
const WITHOUT_LIVE_MS = 15_000

const QUARTER_MS = 900_000

/** The start of a window of whole quarter hours that ends with the current one. The server makes the window of a day by itself. */
function windowOf(hours: HomeHours, now: number): { since?: string } {
  if (hours === 24) return {}
  return { since: new Date(Math.ceil(now / QUARTER_MS) * QUARTER_MS - hours * 3_600_000).toISOString() }
}

/** The time, once a minute, so that a window moves on while Home stays open. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Reloads replies of an operation when alarms change, but not more often than once in an interval. */
function useReload(operation: typeof getHomeFigures | typeof getHomeRanking, everyMs: number): void {
  const queries = useQueryClient()
  const refresh = useMemo(
    () => throttle(() => void queries.invalidateQueries({ queryKey: operationKey(operation) }), everyMs),
    [queries, operation, everyMs],
  )
  useEffect(() => refresh.cancel, [refresh])
  useLive(['alarm.created', 'alarm.changed', 'tree.changed'], refresh)
}

/** The counts of the window, of the week before, and by step, in a zone. */
export function useFigures(hours: HomeHours, step: 'hour' | 'day', timezone: string) {
  const isLive = useFreshness() === 'live'
  const now = useNow()
  useReload(getHomeFigures, LIVE_MS)
  return useOperationQuery(
    getHomeFigures,
    { query: { ...windowOf(hours, now), step, timezone } },
    { keepPrevious: true, refetchInterval: isLive ? CLOCK_MS : WITHOUT_LIVE_MS, quiet: true },
  )
}

/** The number of sites and cameras in each ranking. */
const RANKED = 5

export function useRanking(hours: HomeHours, timezone: string) {
  const now = useNow()
  useReload(getHomeRanking, RANKING_MS)
  return useOperationQuery(
    getHomeRanking,
    { query: { ...windowOf(hours, now), limit: RANKED, timezone } },
    { keepPrevious: true, refetchInterval: (last) => (last?.preparing ? PREPARING_MS : CLOCK_MS), quiet: true },
  )
}
