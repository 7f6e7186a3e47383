import { listDetectionIds } from './alarm-lists.ts'
import { example } from './example.ts'

export const alarmListsExamples = [example(listDetectionIds, { nothing: { status: 200, body: { ids: [] } } })]
