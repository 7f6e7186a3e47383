import { CACHE_CAPACITY, CapacityCache } from '../capacity-cache.ts'

export type DateFormat = 'international' | 'american'

interface Parts {
  year: string
  month: string
  day: string
  hour: string
  minute: string
  second: string
}

// Making a formatter costs more than a hundred uses of one, and lists format thousands of times. Sites may be in many zones.
const formatters = new CapacityCache<string, Intl.DateTimeFormat>(CACHE_CAPACITY)

const formatter = (key: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  formatters.get(key, () => new Intl.DateTimeFormat(locale, options))

function partsOf(date: Date, zone: string): Parts {
  const format = formatter(`parts ${zone}`, 'en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const found = new Map<string, string>(format.formatToParts(date).map(({ type, value }) => [type, value]))
  const part = (type: string) => found.get(type) ?? ''
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  }
}

/** Medium date: dd/MM/yyyy, American MM/dd/yyyy. */
export function formatDate(date: Date, zone: string, style: DateFormat): string {
  const { day, month, year } = partsOf(date, zone)
  return style === 'american' ? `${month}/${day}/${year}` : `${day}/${month}/${year}`
}

/** Time of day: 24 hours, American 12 hours. */
export function formatTime(date: Date, zone: string, style: DateFormat, { seconds = true } = {}): string {
  const { hour, minute, second } = partsOf(date, zone)
  const tail = seconds ? `:${minute}:${second}` : `:${minute}`
  if (style === 'international') return `${hour}${tail}`
  const h = Number(hour)
  return `${h % 12 === 0 ? 12 : h % 12}${tail} ${h < 12 ? 'AM' : 'PM'}`
}

/** Medium date and time. */
export function formatDateTime(
  date: Date,
  zone: string,
  style: DateFormat,
  options: { seconds?: boolean } = {},
): string {
  return `${formatDate(date, zone, style)} ${formatTime(date, zone, style, options)}`
}

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

// Each language knows the short names of its own corner only: British English has BST and no EST, American English the reverse.
const NAMING = ['en-GB', 'en-US', 'en-AU'] as const

function nameIn(date: Date, zone: string, locale: string): string {
  const format = formatter(`zone ${locale} ${zone}`, locale, { timeZone: zone, timeZoneName: 'short' })
  return format.formatToParts(date).find((part) => part.type === 'timeZoneName')?.value ?? zone
}

/** Short name of a zone at an instant, e.g. BST or EST, else its offset (GMT+9); summer and winter differ. */
export function zoneName(date: Date, zone: string, locale = 'en'): string {
  const own = nameIn(date, zone, locale)
  if (!isOffset(own)) return own
  return NAMING.map((each) => nameIn(date, zone, each)).find((name) => !isOffset(name)) ?? own
}

function isOffset(name: string): boolean {
  return /^(GMT|UTC)[+\-−]/.test(name)
}

let zoneOfDevice: string | undefined

/** The zone of this device, as it was when the page was loaded: asking the browser costs a millisecond, and every time asks. */
export function deviceZone(): string {
  zoneOfDevice ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return zoneOfDevice
}

/** Whether this browser knows a zone. */
export function isKnownZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
