import { example, SOME_ID } from './example.ts'
import {
  applySchedule,
  createScheduleTemplate,
  getScheduleUtilisation,
  setScheduleIntervals,
  setSiteSchedule,
  setViewSchedule,
  updateScheduleTemplate,
} from './schedules.ts'

const weekly = [{ day: 1, start: '18:00', end: '06:00' }]

export const schedulesExamples = [
  example(setSiteSchedule, { body: { deviceType: 1, weekly } }),
  example(setViewSchedule, { body: { weekly } }),
  example(applySchedule, { body: { viewIds: [SOME_ID], overwrite: false } }),
  example(getScheduleUtilisation, { query: { ids: SOME_ID }, nothing: { status: 200, body: [] } }),
  example(createScheduleTemplate, {
    body: { name: 'Nights', weekly, holidays: { regionId: 'DE-BY', types: ['public'], unticked: [], renew: false } },
  }),
  example(updateScheduleTemplate, { body: { name: 'Nights and weekends' } }),
  example(setScheduleIntervals, { body: { templateIds: [SOME_ID], intervals: weekly } }),
]
