import { example } from './example.ts'
import { listHolidays, listHolidaysOfComingYear, listHolidaysOfRegions, listHolidaysOfThisYear } from './holidays.ts'

const params = { region: 'DE-BY' }

export const holidaysExamples = [
  example(listHolidays, { params }),
  example(listHolidaysOfThisYear, { params }),
  example(listHolidaysOfComingYear, { params }),
  example(listHolidaysOfRegions, { query: { regionIds: 'DE-BY,GB-ENG' } }),
]
