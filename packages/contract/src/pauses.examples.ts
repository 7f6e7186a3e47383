import { example, SOME_ID } from './example.ts'
import { pauseSite, pauseView, pauseViews } from './pauses.ts'

export const pausesExamples = [
  example(pauseSite, { body: { pauseEndTime: null } }),
  example(pauseViews, { body: { viewIds: [SOME_ID], pauseEndTime: null } }),
  example(pauseView, { body: { pauseEndTime: null } }),
]
