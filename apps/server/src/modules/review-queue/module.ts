import type { Module } from '../../platform/modules/module.ts'
import { registerReviewQueue } from './review-routes.ts'

const WITH_ALARM = { kind: 'with', table: 'alarm', column: 'alarm_id' } as const

export const reviewQueueModule: Module = {
  name: 'review-queue',
  tables: {
    review_seat: { rows: [{ kind: 'days', column: 'seen_until', days: 1 }] },
    review_claim: { rows: [{ kind: 'days', column: 'until', days: 1 }, WITH_ALARM] },
    review_handover: { rows: [{ kind: 'days', column: 'at', days: 8 }, WITH_ALARM] },
    review_skip: { rows: [{ kind: 'days', column: 'until', days: 1 }, WITH_ALARM] },
    review_setting: { rows: 'kept' },
  },
  routes: registerReviewQueue,
}
