import { example, SOME_ID } from './example.ts'
import { ingestAlarm } from './intake.ts'

export const intakeExamples = [example(ingestAlarm, { query: { view: SOME_ID } })]
