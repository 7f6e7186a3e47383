import {
  getAlarm,
  getReviewState,
  handOverReview,
  leaveReview,
  nextReview,
  renewReview,
  setReviewSettings,
  type Alarm,
  type ReviewState,
} from '@winnow/contract'
import type { FakeApi } from '../../../testing/fake-api.ts'
import { toRow } from '../model/matches-filters.ts'

const COLLEAGUE = { userId: '01900000-0000-7000-8000-0000000000c1', name: 'Ben Bright', mayTake: true }
const SETTINGS = { trueSeconds: 60, unverifiedSeconds: 300, hours: 24 }

/** Lets a fake server hand out these alarms one after the other, as the review queue does. Returns what was asked for. */
export function serveQueue(api: FakeApi, alarms: readonly Alarm[], state: Partial<ReviewState> = {}) {
  const waiting = [...alarms]
  let status: 'held' | 'lost' | 'elsewhere' = 'held'
  api
    .on(getReviewState, () => ({
      settings: SETTINGS,
      waiting: waiting.length,
      waitingIsExact: true,
      late: 0,
      skipped: 0,
      lastAt: null,
      held: [],
      people: [COLLEAGUE],
      ...state,
    }))
    .on(nextReview, ({ body }) => {
      const [first] = waiting
      if (first && (body.done === first.id || body.skip === first.id)) waiting.shift()
      const [held, ...ahead] = waiting
      if (!held) return { status: 'empty' as const, item: null, ahead: [] }
      const { receivedAt } = held
      const item = { alarm: toRow(held), since: receivedAt, dueAt: receivedAt, handOver: null }
      return { status: 'held' as const, item, ahead: ahead.map(({ id }) => id) }
    })
    .on(renewReview, () => ({ status }))
    .on(leaveReview, () => ({ success: true as const }))
    .on(handOverReview, () => {
      waiting.shift()
      return { success: true as const }
    })
    .on(setReviewSettings, ({ body }) => body)
    .on(getAlarm, ({ params }) => alarms.find(({ id }) => id === params.id) ?? new Response(null, { status: 404 }))
  return { waiting, set: (next: typeof status) => (status = next) }
}
