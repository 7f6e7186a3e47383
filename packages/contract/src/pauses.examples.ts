import { example } from './example.ts'
import { pauseSite, pauseView } from './pauses.ts'

export const pausesExamples = [
  example(pauseSite, { body: { pauseEndTime: null } }),
  example(pauseView, { body: { pauseEndTime: null } }),
]
