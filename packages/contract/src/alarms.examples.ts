import { addNote, getAlarmCount, getFrameImage, getSignedFrame, labelAlarm, listAlarms } from './alarms.ts'
import { example, SOME_ID } from './example.ts'

export const alarmsExamples = [
  example(listAlarms, { body: { cameras: [SOME_ID] } }),
  example(getAlarmCount, { query: { from: '2026-01-01T00:00:00Z', to: '2026-01-08T00:00:00Z' } }),
  example(labelAlarm, { body: { groundTruth: true } }),
  example(addNote, { body: { content: 'The guard was called.' } }),
  example(getFrameImage, { params: { position: '0' } }),
  example(getSignedFrame, {
    params: { position: '0' },
    query: { expires: '4102444800', key: 'k1', signature: 'c2lnbmF0dXJl' },
  }),
]
