import { example } from './example.ts'
import { setResponseGoal } from './response-times.ts'

export const responseTimesExamples = [example(setResponseGoal, { body: { seconds: 45 } })]
