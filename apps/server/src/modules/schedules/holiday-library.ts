import { setImmediate } from 'node:timers/promises'
import { HOLIDAY_TYPES, type Holiday } from '@winnow/contract'
import type HolidayLibrary from 'date-holidays'

/** A country, a state in it, or a region in that. */
export interface HolidayRegion {
  /** Such as `DE-BY`. */
  id: string
  name: string
  /** The name with those of what it belongs to. */
  label: string
}

type Library = typeof HolidayLibrary
const DAY_MS = 86_400_000

let loaded: Promise<Library> | undefined
let known: Promise<ReadonlyMap<string, HolidayRegion>> | undefined

/** Loads the library at its first use: it takes a third of a second and a few megabytes, which no alarm waits for. */
const loadLibrary = (): Promise<Library> => (loaded ??= import('date-holidays').then((library) => library.default))

async function readRegions(): Promise<ReadonlyMap<string, HolidayRegion>> {
  const library = new (await loadLibrary())()
  const found = new Map<string, HolidayRegion>()
  const add = (ids: readonly string[], names: readonly string[]) => {
    const id = ids.join('-')
    found.set(id, { id, name: names.at(-1) ?? id, label: names.join(', ') })
  }
  const entries = (names: Record<string, string> | undefined) => Object.entries(names ?? {})
  for (const [country, countryName] of entries(library.getCountries('en'))) {
    add([country], [countryName])
    for (const [state, stateName] of entries(library.getStates(country, 'en'))) {
      add([country, state], [countryName, stateName])
      for (const [region, regionName] of entries(library.getRegions(country, state, 'en')))
        add([country, state, region], [countryName, stateName, regionName])
    }
  }
  return found
}

const regionsById = (): Promise<ReadonlyMap<string, HolidayRegion>> => (known ??= readRegions())

/** Loads all that is needed to find holidays, so that nothing that is locked afterwards waits for it. */
export const loadHolidays = async (): Promise<void> => void (await regionsById())

/** @param id in any case, as `de-by` */
export const findRegion = async (id: string): Promise<HolidayRegion | undefined> =>
  (await regionsById()).get(id.toUpperCase())

/** All regions, by their label. */
export const listRegions = async (): Promise<HolidayRegion[]> =>
  [...(await regionsById()).values()].toSorted((one, other) => one.label.localeCompare(other.label, 'en'))

const PRETTY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** The dates of a holiday, from its first one on. Some last several days, and one over a change of clocks is an hour short or long. */
function datesOf({ date, start, end }: { date: string; start: Date; end: Date }): string[] {
  const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS))
  const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
  return Array.from({ length: days }, (_, day) => new Date(first + day * DAY_MS).toISOString().slice(0, 10))
}

/** The number of lists that are kept. Each has some ten kilobytes. If there are more, all are forgotten and made again. */
const MOST_LISTS = 500

/** The lists that were made, by region and year. */
const lists = new Map<string, Promise<readonly Holiday[]>>()
/** The list that is made last. Each takes up to a tenth of a second without a break, so others take their turn between two. */
let last: Promise<unknown> = Promise.resolve()

async function makeList(region: HolidayRegion, year: number): Promise<Holiday[]> {
  const library = new (await loadLibrary())()
  const [country = '', ...below] = region.id.split('-')
  library.init(country, below[0], below[1])
  return library
    .getHolidays(year, 'en')
    .flatMap((found) =>
      datesOf(found).map((date) => ({
        regionId: region.id,
        date,
        prettyDate: PRETTY.format(new Date(`${date}T00:00:00Z`)),
        name: found.name,
        type: HOLIDAY_TYPES.find((type) => type === found.type) ?? 'observance',
        isSubstitute: found.substitute === true,
      })),
    )
    .toSorted((one, other) => one.date.localeCompare(other.date) || one.name.localeCompare(other.name, 'en'))
}

/**
 * The holidays of a region in a year, by date. Holidays that begin on the evening before have the date of their day. A list is made once.
 * @param id in any case, as `de-by`
 * @returns undefined for a region that the library does not know
 */
export async function holidaysOf(id: string, year: number): Promise<readonly Holiday[] | undefined> {
  const region = await findRegion(id)
  if (!region) return undefined
  const key = `${region.id} ${year}`
  const kept = lists.get(key)
  if (kept) return kept
  const made = last.then(() => setImmediate()).then(() => makeList(region, year))
  last = made.catch(() => lists.delete(key))
  if (lists.size >= MOST_LISTS) lists.clear()
  lists.set(key, made)
  return made
}
