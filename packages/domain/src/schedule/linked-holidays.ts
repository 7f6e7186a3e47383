import { dateOf, dayNumber } from './civil-day.ts'

const DAY_MS = 86_400_000
/** Alarms of as many days back are tried, and messages of some days back are read. */
const DAYS_BACK = 31
/** The decision looks 400 days ahead; the rest is the time in which the list of a further year can be made. */
const DAYS_AHEAD = 430

/** A holiday in the list of a region and year. One of several days is in it once for each. */
export type ListedHoliday = readonly [date: string, name: string, type: string]

/** The holidays that a schedule is linked to, as they are stored with it. */
export interface StoredHolidays {
  /** Such as `DE-BY`. */
  region: string
  types: readonly string[]
  /** Holidays that are none for this schedule: on one date, or in every year (null). */
  unticked: readonly (readonly [name: string, date: string | null])[]
  /** The lists that were made, by year. They are kept: a later version of the library changes none. */
  lists: Readonly<Record<string, readonly ListedHoliday[]>>
}

/** The holidays of a link as the decision takes them: ranges of dates, and the first and last date for which they are known. */
export interface LinkedDays {
  days: readonly (readonly [from: string, to: string, name: string])[]
  from: string
  to: string
}

/** Whether a listed holiday is one for a schedule: its type is chosen, and it is not unticked. */
export const isTicked = (
  { types, unticked }: Pick<StoredHolidays, 'types' | 'unticked'>,
  [date, name, type]: ListedHoliday,
): boolean => types.includes(type) && !unticked.some(([of, on]) => of === name && (on === null || on === date))

/** The years whose lists a schedule needs: those of the days back for which alarms can be tried, and as far as the decision looks ahead. */
export function neededYears(now: Date): number[] {
  const yearAfter = (days: number) => new Date(now.getTime() + days * DAY_MS).getUTCFullYear()
  const [first, last] = [yearAfter(-DAYS_BACK), yearAfter(DAYS_AHEAD)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The years of a link for which no list could be made, although they are needed. */
export const missingYears = ({ lists }: Pick<StoredHolidays, 'lists'>, now: Date): number[] => {
  const [first = 0] = Object.keys(lists).map(Number)
  return neededYears(now).filter((year) => year >= first && lists[String(year)] === undefined)
}

/** The days of a link: dates in a row that have the same name are one range. */
export function linkedDays(link: StoredHolidays): LinkedDays {
  const years = Object.keys(link.lists)
    .map(Number)
    .toSorted((one, other) => one - other)
  const [first = 0] = years
  // What comes after a year without a list is not known either: that year has to be looked at first.
  const gap = years.findIndex((year, index) => year !== first + index)
  const known = gap === -1 ? years : years.slice(0, gap)
  const days: [from: string, to: string, name: string][] = []
  for (const holiday of known.flatMap((year) => link.lists[String(year)] ?? [])) {
    if (!isTicked(link, holiday)) continue
    const [date, name] = holiday
    const [last] = days.slice(-1)
    if (last?.[2] === name && dateOf((dayNumber(last[1]) ?? 0) + 1) === date) last[1] = date
    else days.push([date, date, name])
  }
  return { days, from: `${first}-01-01`, to: `${known.at(-1) ?? first}-12-31` }
}
