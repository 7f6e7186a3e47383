import * as Calendar from 'temporal-polyfill/fns/Calendar'
import * as Instant from 'temporal-polyfill/fns/Instant'
import * as PlainDate from 'temporal-polyfill/fns/PlainDate'
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime'
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime'

// The functions of the polyfill rather than its classes: the console then loads a third of the bytes.

const MINUTES = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/**
 * Local time of a zone at an instant, to the minute: `2026-11-20T08:30`.
 * @param zone IANA name, such as `Europe/Berlin`
 * @throws RangeError for a zone that the runtime does not know
 */
export function toLocalTime(at: Date, zone: string): string {
  return PlainDateTime.toString(ZonedDateTime.toPlainDateTime(zoned(at, zone)), { smallestUnit: 'minute' })
}

function zoned(at: Date, zone: string): ZonedDateTime.Record {
  return Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(at.getTime()), zone)
}

/**
 * The instant at which a zone has a local time, given as `2026-11-20T08:30`; undefined where the text is no such time.
 * A local time that summer time skips counts from the offset before it, so half past two becomes half past three. Of a local
 * time that comes twice in autumn it is the first.
 * @param zone IANA name, such as `Europe/Berlin`
 * @throws RangeError for a zone that the runtime does not know
 */
export function fromLocalTime(text: string, zone: string): Date | undefined {
  const local = parseLocalTime(text)
  if (local === undefined) return undefined
  return new Date(PlainDateTime.toZonedDateTime(local, zone, { disambiguation: 'compatible' }).epochMilliseconds)
}

function parseLocalTime(text: string): PlainDateTime.Record | undefined {
  if (!MINUTES.test(text)) return undefined
  try {
    return PlainDateTime.fromString(text, Calendar.getISO)
  } catch {
    // A day or an hour that no calendar has.
    return undefined
  }
}

/** The day of a zone at an instant, `2026-11-20`. Throws a RangeError for a zone that the runtime does not know. */
export function localDay(at: Date, zone: string): string {
  return PlainDate.toString(ZonedDateTime.toPlainDate(zoned(at, zone)))
}

/** The day before a day, both as `2026-11-20`. Throws a RangeError for a text that is no day. */
export function previousDay(day: string): string {
  return PlainDate.toString(PlainDate.subtractDays(PlainDate.fromString(day, Calendar.getISO), 1))
}
