import { CACHE_CAPACITY, CapacityCache } from '../capacity-cache.ts'

export type DateFormat = 'international' | 'american'

/** How a user reads dates and times. */
export interface DateStyle {
  format: DateFormat
  /** Twelve hours with AM and PM. */
  is12h: boolean
}

// Creating a formatter costs more than a hundred uses of one, and lists format thousands of times. Sites may have many zones.
const formatters = new CapacityCache<string, Intl.DateTimeFormat>(CACHE_CAPACITY)

const formatter = (key: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  formatters.get(key, () => new Intl.DateTimeFormat(locale, options))

const NUMERIC_DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const NUMERIC_TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
/** British and American English have the two date formats of the console. */
const DATE_LOCALE = { international: 'en-GB', american: 'en-US' } as const

/** Medium date: dd/MM/yyyy, American MM/dd/yyyy. */
export function formatDate(date: Date, zone: string, style: DateFormat): string {
  return formatter(`${style} ${zone}`, DATE_LOCALE[style], { timeZone: zone, ...NUMERIC_DATE }).format(date)
}

/** Time of day in 24 hours, or in 12 hours with AM and PM. */
export function formatTime(date: Date, zone: string, is12h: boolean, { seconds = true } = {}): string {
  const full = formatter(`time ${zone}`, 'en-GB', { timeZone: zone, ...NUMERIC_TIME }).format(date)
  const text = seconds ? full : full.slice(0, 'hh:mm'.length)
  if (!is12h) return text
  // Browsers use different spaces before AM and PM.
  const hour = Number(text.slice(0, 2))
  return `${hour % 12 === 0 ? 12 : hour % 12}${text.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Medium date and time. */
export function formatDateTime(
  date: Date,
  zone: string,
  { format, is12h }: DateStyle,
  options: { seconds?: boolean } = {},
): string {
  return `${formatDate(date, zone, format)} ${formatTime(date, zone, is12h, options)}`
}

// Joins the parts itself, since every language puts its own words and dots between them. No time is computed from these parts.
function named(date: Date, zone: string, locale: string, options: Intl.DateTimeFormatOptions, key: string): string {
  const value: Record<string, string> = {}
  for (const part of formatter(`${key} ${locale} ${zone}`, locale, { timeZone: zone, ...options }).formatToParts(date))
    value[part.type] = part.value
  return [value['weekday'], value['day'], value['month'], value['year']].filter(Boolean).join(' ')
}

/** Long date: dd MMM yyyy, the month in the language of the console. */
export function formatLongDate(date: Date, zone: string, locale: string): string {
  return named(date, zone, locale, { day: '2-digit', month: 'short', year: 'numeric' }, 'long')
}

/** Full date: eeee dd MMMM yyyy, weekday and month in the language of the console. */
export function formatFullDate(date: Date, zone: string, locale: string): string {
  return named(date, zone, locale, { weekday: 'long', day: '2-digit', month: 'long', year: 'numeric' }, 'full')
}

/** Name of the weekday of a date in UTC, in the language of the console: Monday, or Mon. */
export function formatWeekday(date: Date, locale: string, weekday: 'long' | 'short'): string {
  return formatter(`weekday ${weekday} ${locale}`, locale, { weekday, timeZone: 'UTC' }).format(date)
}

// Each locale has only the short names of its region: British English has BST but not EST, American English has EST but not BST.
const NAMING = ['en-GB', 'en-US', 'en-AU'] as const

function nameIn(date: Date, zone: string, locale: string): string {
  const format = formatter(`zone ${locale} ${zone}`, locale, { timeZone: zone, timeZoneName: 'short' })
  return format.formatToParts(date).find((part) => part.type === 'timeZoneName')?.value ?? zone
}

/** Clocks are changed at a quarter of an hour of UTC, in every zone. */
const QUARTER_MS = 15 * 60_000
/** A day of quarters for ten zones. */
const names = new CapacityCache<string, string>(1_000)

/** Short name of a zone at an instant, e.g. BST or EST, else its offset (GMT+9); summer and winter differ. */
export function zoneName(date: Date, zone: string, locale = 'en'): string {
  // Finding a name takes up to four formatters, and a list asks for the same few names in each row.
  return names.get(`${locale} ${zone} ${Math.floor(date.getTime() / QUARTER_MS)}`, () => {
    const own = nameIn(date, zone, locale)
    if (!isOffset(own)) return own
    return NAMING.map((each) => nameIn(date, zone, each)).find((name) => !isOffset(name)) ?? own
  })
}

function isOffset(name: string): boolean {
  return /^(GMT|UTC)[+\-−]/.test(name)
}

let zoneOfDevice: string | undefined

/** The device's time zone when the page was loaded. Cached, since asking takes a millisecond, and every displayed time needs it. */
export function deviceZone(): string {
  zoneOfDevice ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return zoneOfDevice
}
