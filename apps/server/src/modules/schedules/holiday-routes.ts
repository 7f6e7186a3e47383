import {
  listHolidayRegions,
  listHolidays,
  listHolidaysOfComingYear,
  listHolidaysOfRegions,
  listHolidaysOfThisYear,
  type Holiday,
} from '@winnow/contract'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { holidaysOf, listRegions } from './holiday-library.ts'

/** @throws AppError NOT_FOUND for an unknown region, VALIDATION for a year without holidays, each naming the field */
async function getHolidays(region: string, year: number, field: 'region' | 'regionIds'): Promise<Holiday[]> {
  const found = await holidaysOf(region, year)
  if (!found) {
    const message = `No holidays are known of the region ${region}`
    throw new AppError('NOT_FOUND', message, { fields: [{ field, message }] })
  }
  if (found.length > 0) return [...found]
  const message = `No holidays are known of ${region} in ${year}`
  throw new AppError('VALIDATION', message, { fields: [{ field: 'year', message }] })
}

/** Operations on holidays. They need no database: what people choose of a list is kept in their schedule. */
export function registerHolidays(register: Register): void {
  register.read(listHolidays, {
    reply: ({ params, query, now }) => getHolidays(params.region, query.year ?? now.getUTCFullYear(), 'region'),
  })
  register.read(listHolidaysOfThisYear, {
    reply: ({ params, now }) => getHolidays(params.region, now.getUTCFullYear(), 'region'),
  })
  register.read(listHolidaysOfComingYear, {
    reply: ({ params, now }) => getHolidays(params.region, now.getUTCFullYear() + 1, 'region'),
  })
  register.read(listHolidaysOfRegions, {
    async reply({ query, now }) {
      const year = now.getUTCFullYear() + 1
      const lists: Holiday[][] = []
      for (const region of new Set(query.regionIds)) lists.push(await getHolidays(region, year, 'regionIds'))
      return lists.flat()
    },
  })
  register.read(listHolidayRegions, { reply: () => listRegions() })
}
