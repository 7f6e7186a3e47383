import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { stepsFrom, type Lines } from '../model/lines.ts'
import { pictureOrder, prefetchPlan } from '../model/prefetch-plan.ts'
import { pictures } from './pictures.ts'
import { alarmQuery, findAlarm } from './use-alarm.ts'
import { schedule } from '../../../lib/schedule.ts'

/** The delay of prefetching, so that the data of the open alarm load first. */
const AFTER_MS = 90

/** The number of steps in each direction whose change leads to a new plan. */
const AROUND = 5

/** Prefetches the alarms that will probably be opened next, with their pictures. */
export function usePrefetch(lines: Lines, openId: string | null): void {
  const queries = useQueryClient()
  const last = useRef<string | null>(null)
  const direction = useRef<'next' | 'previous'>('previous')
  // Depends only on the neighbours of the open alarm, so that a line that arrives elsewhere has no effect.
  const at = openId ?? lines.neighbour(null, 'next')?.id
  const around =
    at === undefined
      ? ''
      : [...stepsFrom(lines, at, 'next', AROUND), at, ...stepsFrom(lines, at, 'previous', AROUND)]
          .map((step) => (typeof step === 'string' ? step : step.id))
          .join()

  useEffect(() => {
    if (openId !== null && last.current !== null && openId !== last.current)
      direction.current = openId > last.current ? 'next' : 'previous'
    last.current = openId
    let left = false
    const plan = prefetchPlan(lines, openId, direction.current)
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
    // oxlint-disable-next-line react/exhaustive-deps -- `around` contains the relevant part of the lines
  }, [around, openId, queries])
}
