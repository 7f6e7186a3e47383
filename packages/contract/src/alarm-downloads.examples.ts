import { downloadAlarm } from './alarm-downloads.ts'
import { example } from './example.ts'

export const alarmDownloadsExamples = [example(downloadAlarm, { query: { token: 'dG9rZW4' } })]
