import { example, SOME_ID } from './example.ts'
import {
  drawAlarms,
  getSampledAlarm,
  getSampledFrame,
  labelSampledAlarm,
  listRandomAlarms,
  listReviewed,
  setQualityReview,
} from './quality-review.ts'

/** Only supervisors may call these, and they need no company's permission beside. */
const nothing = { status: 403, body: { code: 'FORBIDDEN' } } as const

export const qualityReviewExamples = [
  example(setQualityReview, { body: { on: true } }),
  example(listReviewed, { nothing }),
  example(drawAlarms, { body: { companyId: SOME_ID, count: 20 }, nothing }),
  example(listRandomAlarms, { body: { cameras: [SOME_ID] }, nothing }),
  example(getSampledAlarm, { nothing }),
  example(getSampledFrame, { params: { position: '0' }, nothing }),
  example(labelSampledAlarm, { body: { groundTruth: false, reason: 'wind' }, nothing }),
]
