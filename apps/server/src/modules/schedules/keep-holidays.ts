import type { NewHolidayLink } from '@winnow/contract'
import { neededYears, type ListedHoliday, type StoredHolidays } from '@winnow/domain'
import { AppError } from '../../platform/http/app-error.ts'
import { findRegion, holidaysOf } from './holiday-library.ts'

function refuse(message: string): AppError {
  return new AppError('VALIDATION', message, { fields: [{ field: 'holidays.regionId', message }] })
}

/** The list of a region and year as it is kept; undefined if the library knows none. */
async function makeList(region: string, year: number): Promise<ListedHoliday[] | undefined> {
  const found = await holidaysOf(region, year)
  return found && found.length > 0 ? found.map(({ date, name, type }) => [date, name, type]) : undefined
}

/**
 * Adds the lists that are needed by now, as far as the library knows them, and drops those of years long past. Lists that are there stay as
 * they are.
 */
export async function withNeededLists(holidays: StoredHolidays, now: Date): Promise<StoredHolidays> {
  const lists: Record<string, readonly ListedHoliday[]> = {}
  for (const year of neededYears(now)) {
    const list = holidays.lists[String(year)] ?? (await makeList(holidays.region, year))
    if (list) lists[String(year)] = list
  }
  return { ...holidays, lists }
}

/** Makes what a link will need, which takes up to a third of a second for each year, so that nothing that is locked afterwards waits for it. */
export async function makeListsOf(link: NewHolidayLink | null | undefined, now: Date): Promise<void> {
  if (link) for (const year of neededYears(now)) await makeList(link.regionId, year)
}

/**
 * What is stored of a link to the holidays of a region. Lists of the schedule that counted before are kept if it had the same region.
 * @throws AppError VALIDATION for a region that the library does not know, or whose holidays of this year it does not know
 */
export async function keepHolidays(
  link: NewHolidayLink | null,
  before: StoredHolidays | null | undefined,
  now: Date,
): Promise<StoredHolidays | null> {
  if (link === null) return null
  const region = link.regionId.toUpperCase()
  const isSame = before?.region === region && !link.renew
  // A region that a later version of the library dropped goes on with the lists that are there.
  if (!isSame && !(await findRegion(region))) throw refuse(`No holidays are known of the region ${region}`)
  const kept = await withNeededLists(
    {
      region,
      types: link.types,
      unticked: link.unticked.map(({ name, date }) => [name, date]),
      lists: isSame ? before.lists : {},
    },
    now,
  )
  const year = now.getUTCFullYear()
  if (!isSame && !kept.lists[String(year)]) throw refuse(`No holidays are known of ${region} in ${year}`)
  return kept
}
