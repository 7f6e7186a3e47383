import { labelAlarm, labelAlarms, labelHour, undoLabels } from './alarm-labels.ts'
import { example } from './example.ts'

const ALARM = '01990000-0000-7000-8000-000000000001'
const ACT = '01990000-0000-7000-8000-0000000000a1'

export const alarmLabelsExamples = [
  example(labelAlarm, { body: { groundTruth: true, reason: 'person', expected: null, act: ACT } }),
  example(labelAlarms, { body: { alarms: [ALARM], groundTruth: false, reason: 'wind', act: ACT } }),
  example(labelHour, { body: { groundTruth: false, reason: 'headlights', act: ACT } }),
  example(undoLabels, { body: { act: ACT } }),
]
