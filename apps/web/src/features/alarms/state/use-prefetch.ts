import type { AlarmRow } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { insertionIndex } from '../model/feed.ts'
import { pictureOrder, prefetchPlan } from '../model/prefetch-plan.ts'
import { pictures } from './pictures.ts'
import { alarmQuery, findAlarm } from './use-alarm.ts'
import { schedule } from '../../../lib/schedule.ts'

/** The delay of prefetching, so that the data of the open alarm load first. */
const AFTER_MS = 90

/** Prefetches the alarms that will probably be opened next, with their pictures. */
export function usePrefetch(rows: readonly AlarmRow[], openId: string | null): void {
  const queries = useQueryClient()
  const last = useRef<string | null>(null)
  const direction = useRef<'next' | 'previous'>('previous')
  // Depends only on the neighbours of the open alarm, so that a row that arrives elsewhere has no effect.
  const at = openId === null ? 0 : insertionIndex(rows, openId)
  const around = rows
    .slice(Math.max(0, at - 5), at + 6)
    .map((row) => row.id)
    .join()

  useEffect(() => {
    if (openId !== null && last.current !== null && openId !== last.current)
      direction.current = openId > last.current ? 'next' : 'previous'
    last.current = openId
    let left = false
    const plan = prefetchPlan(rows, openId, direction.current)
    const wantPictures = () => {
      const own = openId === null ? undefined : findAlarm(queries, openId)
      const others = plan.map((id) => findAlarm(queries, id)).filter((alarm) => alarm !== undefined)
      // First comes the first picture of each alarm, then the further pictures for playing it.
      const orders = others.map(pictureOrder)
      pictures.want([
        ...(own ? pictureOrder(own) : []),
        ...orders.flatMap((urls) => urls.slice(0, 1)),
        ...orders.flatMap((urls) => urls.slice(1)),
      ])
    }
    const fetchAhead = async (id: string) => {
      await queries.prefetchQuery(alarmQuery(id))
      if (!left) wantPictures()
    }
    const cancel = schedule(() => {
      wantPictures()
      for (const id of plan) void fetchAhead(id)
    }, AFTER_MS)
    return () => {
      left = true
      cancel()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `around` contains the relevant part of the rows
  }, [around, openId, queries])
}
