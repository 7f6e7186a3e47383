import { createAlarmLink, getSharedPicture, openAlarmLink } from './alarm-links.ts'
import { example } from './example.ts'

const token = 'q0C7n2XbqV4hV0G8n1r0l6T3m5J9d2K7x4Z8w1Y6u3s'

export const alarmLinksExamples = [
  example(createAlarmLink, { body: { days: 7, note: 'Police, case 4711' } }),
  example(openAlarmLink, { body: { token } }),
  example(getSharedPicture, { params: { position: '0' }, body: { token } }),
]
