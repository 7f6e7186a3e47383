import { example } from './example.ts'
import { trySchedule } from './schedule-try.ts'

export const scheduleTryExamples = [
  example(trySchedule, { body: { weekly: [{ day: 1, start: '18:00', end: '06:00' }] } }),
]
