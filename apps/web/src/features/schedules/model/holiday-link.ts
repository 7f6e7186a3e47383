import { HOLIDAY_TYPES, type Holiday, type LinkedHolidays, type NewHolidayLink, type Unticked } from '@winnow/contract'
import { isTicked, type StoredHolidays } from '@winnow/domain'

/** A holiday of a list. */
export type Listed = Pick<Holiday, 'date' | 'name' | 'type'>

/** What a new link begins with: days on which most people do not work. */
export const newLink = (regionId: string): NewHolidayLink => ({
  regionId,
  types: ['public', 'bank'],
  unticked: [],
  renew: false,
})

/** A link as a form edits it. */
export const asLink = (holidays: LinkedHolidays | null): NewHolidayLink | null =>
  holidays && { regionId: holidays.regionId, types: holidays.types, unticked: holidays.unticked, renew: false }

/** Linked holidays as the decision reads them. */
export const toStoredHolidays = ({ regionId, types, unticked, lists }: LinkedHolidays): StoredHolidays => ({
  region: regionId,
  types,
  unticked: unticked.map(({ name, date }) => [name, date]),
  lists: Object.fromEntries(
    lists.map(({ year, holidays }) => [year, holidays.map(({ date, name, type }) => [date, name, type] as const)]),
  ),
})

const isAbout = (of: Unticked, { name, date }: Listed): boolean =>
  of.name === name && (of.date === null || of.date === date)

/** What unticks a holiday; undefined if it is ticked. */
export const untickedBy = (link: NewHolidayLink, holiday: Listed): Unticked | undefined =>
  link.unticked.find((each) => isAbout(each, holiday))

/** Whether a holiday is one for a schedule. */
export const isChosen = ({ types, unticked }: NewHolidayLink, { date, name, type }: Listed): boolean =>
  isTicked({ types, unticked: unticked.map((each) => [each.name, each.date]) }, [date, name, type])

/** Unticks a holiday in every year, or on its date. */
export const untick = (link: NewHolidayLink, holiday: Listed, inEveryYear: boolean): NewHolidayLink => ({
  ...link,
  unticked: [
    ...link.unticked.filter((each) => !isAbout(each, holiday)),
    { name: holiday.name, date: inEveryYear ? null : holiday.date },
  ],
})

export const tick = (link: NewHolidayLink, holiday: Listed): NewHolidayLink => ({
  ...link,
  unticked: link.unticked.filter((each) => !isAbout(each, holiday)),
})

/** Chooses the holidays of a type, or leaves them out. The order is that of all types. */
export const withType = (link: NewHolidayLink, type: Holiday['type'], chosen: boolean): NewHolidayLink => ({
  ...link,
  types: HOLIDAY_TYPES.filter((each) => (each === type ? chosen : link.types.includes(each))),
})

const keysOf = (list: readonly Listed[]): string =>
  list.map(({ date, name, type }) => `${date} ${name} ${type}`).join('\n')

/** Whether two lists of a year are the same. */
export const isSameList = (one: readonly Listed[], other: readonly Listed[]): boolean => keysOf(one) === keysOf(other)
