import { getAlarmCount, listAlarms } from './alarms.ts'
import { example, SOME_ID } from './example.ts'

export const alarmsExamples = [
  example(listAlarms, { body: { cameras: [SOME_ID] } }),
  example(getAlarmCount, { query: { from: '2026-01-01T00:00:00Z', to: '2026-01-08T00:00:00Z' } }),
]
