import { getReviewState, leaveReview, nextReview, renewReview, type ReviewState } from '@winnow/contract'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../../lib/api/call.ts'
import { useLive } from '../../../lib/live/live.ts'
import { isSomeoneThere } from '../../../lib/presence.ts'
import { operationKey, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { schedule } from '../../../lib/schedule.ts'
import { beforeLeaving } from '../../../lib/session/before-leaving.ts'
import { throttle } from '../../../lib/throttle.ts'
import { pictureOrder } from '../model/prefetch-plan.ts'
import { pictures } from '../state/pictures.ts'
import { alarmQuery, findAlarm } from '../state/use-alarm.ts'
import { type DeskSnapshot, ReviewDesk } from './review-desk.ts'

const TAB_BYTES = 12
/** Messages after which the queue may have changed. */
const CHANGES = ['alarm.created', 'alarm.changed', 'alarms.changed', 'review.changed', 'resync'] as const
const STATE_EVERY_MS = 20_000
/** A change is shown at once; a burst of changes asks at most this often. */
const STATE_GAP_MS = 2_000

/** A name for this visit. `crypto.randomUUID` exists only on secure pages. */
const newTab = () =>
  `tab-${Array.from(crypto.getRandomValues(new Uint8Array(TAB_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

const desk = new ReviewDesk({
  next: (tab, ask) => call(nextReview, { body: { tab, ...ask } }),
  renew: async (tab, alarm) => (await call(renewReview, { body: { tab, ...(alarm ? { alarm } : {}) } })).status,
  // The answer is of no use: without it, the claim runs out by itself.
  leave: (tab) => {
    leaving = call(leaveReview, { body: { tab }, keepalive: true }).then(
      () => undefined,
      () => undefined,
    )
  },
  newTab,
  schedule,
  now: () => performance.now(),
  isVisible: () => document.visibilityState === 'visible',
  isUsed: () => isSomeoneThere(),
  random: Math.random,
})
let leaving: Promise<void> = Promise.resolve()

// A logout gives the alarm back before the session ends.
beforeLeaving(() => {
  desk.leave()
  return leaving
})

/** Takes part in the review queue while the screen is open. */
export function useReviewDesk(): { desk: ReviewDesk; shown: DeskSnapshot } {
  const shown = useSyncExternalStore(desk.subscribe, desk.snapshot)
  useEffect(() => {
    const leave = desk.enter()
    const onVisible = () => document.visibilityState === 'visible' && desk.returned()
    // A page that the browser restores takes its seat again.
    const onShow = (event: PageTransitionEvent) => event.persisted && desk.enter()
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('pagehide', leave)
    addEventListener('pageshow', onShow)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', onShow)
      leave()
    }
  }, [])
  useLive(CHANGES, () => desk.wake())
  return { desk, shown }
}

/** The state of the queue, kept up to date. */
export function useReviewState(): UseQueryResult<ReviewState> {
  const queries = useQueryClient()
  const [refresh] = useState(() =>
    throttle(() => void queries.invalidateQueries({ queryKey: operationKey(getReviewState) }), STATE_GAP_MS),
  )
  useEffect(() => () => refresh.cancel(), [refresh])
  useLive(CHANGES, refresh)
  return useOperationQuery(getReviewState, {}, { refetchInterval: STATE_EVERY_MS, quiet: true })
}

/** Loads the alarms that are likely to come next, with their first pictures. */
export function useAhead(ahead: readonly string[]): void {
  const queries = useQueryClient()
  const list = ahead.join()
  useEffect(() => {
    const ids = list === '' ? [] : list.split(',')
    let left = false
    const want = () =>
      pictures.want(
        ids.flatMap((id) => {
          const alarm = findAlarm(queries, id)
          return alarm === undefined ? [] : pictureOrder(alarm).slice(0, 1)
        }),
      )
    const load = async (id: string) => {
      await queries.prefetchQuery(alarmQuery(id))
      if (!left) want()
    }
    for (const id of ids) void load(id)
    return () => {
      left = true
    }
  }, [list, queries])
}
