import { example, SOME_ID } from './example.ts'
import { handOverReview, leaveReview, nextReview, renewReview, setReviewSettings } from './review-queue.ts'

const TAB = 'tab-3f9c2a71'

export const reviewQueueExamples = [
  example(nextReview, { body: { tab: TAB, takeOver: true } }),
  example(renewReview, { body: { tab: TAB } }),
  example(leaveReview, { body: { tab: TAB } }),
  example(handOverReview, {
    body: { tab: TAB, alarm: SOME_ID, to: null, note: 'Waiting for the key holder to call back.' },
  }),
  example(setReviewSettings, { body: { trueSeconds: 60, unverifiedSeconds: 300, hours: 24 } }),
]
