type Order = 'dmy' | 'mdy' | 'ymd'

/** The beginnings of the names of the months in English, German, Spanish, French, Italian and Portuguese, without accents. */
const MONTHS = [
  /^(jan|ene|gen)/,
  /^f[ae][bv]/,
  /^(mar|maer|mrz)/,
  /^(apr|avr|abr)/,
  /^(may|mai|mag)/,
  /^(jun|giu|juin)/,
  /^(jul|lug|juil)/,
  /^(aug|ago|aou)/,
  /^(sep|set)/,
  /^(oct|okt|ott|out)/,
  /^nov/,
  /^(dec|dez|dic)/,
]
/** The orders of day, month and year. `T/M/J`, `J/M/A` and `G/M/A` are German, French and Italian for `D/M/Y`. */
const ORDERS: Readonly<Record<string, Order>> = {
  dmy: 'dmy',
  tmj: 'dmy',
  jma: 'dmy',
  gma: 'dmy',
  dma: 'dmy',
  mdy: 'mdy',
  mtj: 'mdy',
  mja: 'mdy',
  mga: 'mdy',
  mda: 'mdy',
  ymd: 'ymd',
  jmt: 'ymd',
  amj: 'ymd',
  amg: 'ymd',
  amd: 'ymd',
}
const ZONE = String.raw`\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?`
const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?\s*([AaPp][Mm])?`
const YEAR_FIRST = new RegExp(String.raw`(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[\sT,]+${CLOCK}${ZONE}`)
const YEAR_LAST = new RegExp(String.raw`(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})[\sT,]+${CLOCK}${ZONE}`)
const NAMED_DAY_FIRST = new RegExp(
  String.raw`(?<!\d)(\d{1,2})\.?(?:[\s-]+de)?[\s-]+([A-Za-z]{3,12})\.?(?:\s+de)?[\s,-]+(\d{4})[\sT,]+${CLOCK}${ZONE}`,
)
const NAMED_MONTH_FIRST = new RegExp(
  String.raw`(?<![A-Za-z])([A-Za-z]{3,12})\s+(\d{1,2})[\s,]+(\d{4})[\sT,]+${CLOCK}${ZONE}`,
)
const COMPACT = /(?<!\d)(20\d{2})(\d{2})(\d{2})[T_ -]?(\d{2})(\d{2})(\d{2})(\d{3})?(?!\d)/

/** What is known about an ambiguous date. */
export interface TimeHint {
  /** A format such as `D/M/Y H:M:S`, which some devices write into the key. */
  hint?: string | null
  /** The time of the receipt. It decides whether 03/04 is in March or in April. */
  near: Date
}

/**
 * Finds a date with a time in the text of a device. Returns it as ISO 8601, with a zone only if the device wrote one. Returns null when
 * there is no date or the date does not exist.
 */
export function readDeviceTime(text: string | null, { hint, near }: TimeHint): string | null {
  const line = (text ?? '').slice(0, 300).normalize('NFD').replace(/\p{M}/gu, '')
  let m = YEAR_FIRST.exec(line)
  if (m) return iso(m, 1, 2, 3)
  m = YEAR_LAST.exec(line)
  if (m) return yearLast(m, orderOf(hint), near)
  m = NAMED_DAY_FIRST.exec(line)
  if (m) return iso(m, 3, monthOf(m[2]), 1)
  m = NAMED_MONTH_FIRST.exec(line)
  if (m) return iso(m, 3, monthOf(m[1]), 2)
  m = COMPACT.exec(line)
  if (!m) return null
  const [, year, month, day, hour, minute, second, millis] = m
  return build([year, month, day, hour, minute, second], millis ?? null, null)
}

function orderOf(hint: string | null | undefined): Order | null {
  const words = (hint ?? '').toLowerCase().match(/[a-z]+/g) ?? []
  const letters = words.slice(0, 3).map((word) => word[0])
  return ORDERS[letters.join('')] ?? null
}

/**
 * Reads a date with the year last. The order of day and month is that of the device's hint, else the only valid order, else the order whose
 * date is nearer to the receipt.
 */
function yearLast(m: RegExpExecArray, order: Order | null, near: Date): string | null {
  const dayFirst = iso(m, 3, 2, 1)
  const monthFirst = iso(m, 3, 1, 2)
  if (order === 'dmy') return dayFirst ?? monthFirst
  if (order === 'mdy') return monthFirst ?? dayFirst
  if (dayFirst === null || monthFirst === null) return dayFirst ?? monthFirst
  return distance(monthFirst, near) < distance(dayFirst, near) ? monthFirst : dayFirst
}

function distance(written: string, near: Date): number {
  // A time without a zone is read as UTC. An error of half a day does not matter, since the two dates are in different months.
  const zoned = /(Z|[+-]\d{2}:\d{2})$/.test(written) ? written : `${written}Z`
  return Math.abs(new Date(zoned).getTime() - near.getTime())
}

function monthOf(name: string | undefined): string {
  return String(MONTHS.findIndex((month) => month.test((name ?? '').toLowerCase())) + 1)
}

/**
 * Makes an ISO 8601 time from the groups of a match. `year`, `month` and `day` are numbers of groups; a text is the month
 * itself. The clock and the zone are always in groups 4 to 9. Returns null for a date that does not exist.
 */
function iso(m: RegExpExecArray, year: number, month: number | string, day: number): string | null {
  const monthText = typeof month === 'string' ? month : m[month]
  return build([m[year], monthText, m[day], hour24(m[4], m[8]), m[5], m[6]], m[7] ?? null, m[9] ?? null)
}

function hour24(hour: string | undefined, half: string | undefined): string {
  const value = Number(hour)
  if (!half || value > 12) return String(value)
  return String((value % 12) + (half.toLowerCase() === 'pm' ? 12 : 0))
}

function build(fields: (string | undefined)[], fraction: string | null, zone: string | null): string | null {
  const numbers = fields.map((field) => Number(field ?? 0))
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers
  if (year < 1970 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null
  const millis = fraction ? `.${fraction.slice(0, 3).padEnd(3, '0')}` : ''
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${millis}${isoZone(zone)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

function isoZone(zone: string | null): string {
  if (!zone) return ''
  if (/^[A-Z]/i.test(zone)) return 'Z'
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
}
