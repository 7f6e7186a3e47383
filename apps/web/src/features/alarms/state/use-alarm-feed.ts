import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useLive } from '../../../lib/live/live.ts'
import type { FeedSnapshot } from '../model/alarm-feed.ts'
import { filtersKey, type AlarmFilters } from '../model/alarm-filters.ts'
import { openList, type OpenList } from './feed-cache.ts'

/** The list for these filters, kept up to date while it is on screen. `around` is the alarm in the address when the list is opened. */
export function useAlarmFeed(filters: AlarmFilters, around: string | null): { list: OpenList; snapshot: FeedSnapshot } {
  const key = filtersKey(filters)
  // oxlint-disable-next-line react/exhaustive-deps -- the key represents the filters, which each render creates anew
  const list = useMemo(() => openList(filters), [key])
  const snapshot = useSyncExternalStore(list.feed.subscribe, list.feed.snapshot)
  useEffect(() => {
    // A list that the user had left has missed messages. A new list is still empty.
    if (list.feed.snapshot().phase === 'ready') void list.feed.resync()
    else void list.feed.load(around)
    // oxlint-disable-next-line react/exhaustive-deps -- only the alarm named when the list opens sets where the list starts
  }, [list])
  useLive(['alarm.created', 'alarm.changed'], (event) => list.feed.hear(event))
  useLive('alarms.changed', (event) => list.feed.hearMany(event))
  useLive('resync', () => void list.feed.resync())
  return { list, snapshot }
}
