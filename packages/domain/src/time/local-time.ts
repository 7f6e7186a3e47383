import * as Calendar from 'temporal-polyfill/fns/Calendar'
import * as Instant from 'temporal-polyfill/fns/Instant'
import * as PlainDate from 'temporal-polyfill/fns/PlainDate'
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime'
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime'

// This file imports the functions of the polyfill, not its classes: the console then loads only a third of the bytes.

const MINUTES = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/
const SECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/

/**
 * Returns the local time of a zone at an instant, cut to the minute: `2026-11-20T08:30`.
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
 * Returns the instant at which a zone has a local time, given as `2026-11-20T08:30`; undefined if the text is not such a time. A local time
 * that is skipped when clocks are put forward is shifted by the length of the gap, so half past two becomes half past three. For a local
 * time that occurs twice in autumn, the first instant is returned.
 * @param zone IANA name, such as `Europe/Berlin`
 * @throws RangeError for a zone that the runtime does not know
 */
export function fromLocalTime(text: string, zone: string): Date | undefined {
  return placeLocalTime(text, zone, MINUTES)
}

/**
 * Does the same as {@link fromLocalTime} for a text that may also have seconds and up to nine decimals: `2026-11-20T08:30:15.5`. The instant
 * is cut to the millisecond.
 */
export function fromLocalSeconds(text: string, zone: string): Date | undefined {
  return placeLocalTime(text, zone, SECONDS)
}

function placeLocalTime(text: string, zone: string, form: RegExp): Date | undefined {
  const local = parseLocalTime(text, form)
  if (local === undefined) return undefined
  return new Date(PlainDateTime.toZonedDateTime(local, zone, { disambiguation: 'compatible' }).epochMilliseconds)
}

function parseLocalTime(text: string, form: RegExp): PlainDateTime.Record | undefined {
  if (!form.test(text)) return undefined
  try {
    return PlainDateTime.fromString(text, Calendar.getISO)
  } catch {
    // The day or the hour does not exist, as in `2026-02-30T08:30`.
    return undefined
  }
}

/** Returns the date of a zone at an instant, as `2026-11-20`. Throws a RangeError for a zone that the runtime does not know. */
export function localDay(at: Date, zone: string): string {
  return PlainDate.toString(ZonedDateTime.toPlainDate(zoned(at, zone)))
}

/** Returns the day before a day, both as `2026-11-20`. Throws a RangeError for a text that is not a date. */
export function previousDay(day: string): string {
  return PlainDate.toString(PlainDate.subtractDays(PlainDate.fromString(day, Calendar.getISO), 1))
}

/** Returns the day after a day, both as `2026-11-20`. Throws a RangeError for a text that is not a date. */
export function nextDay(day: string): string {
  return PlainDate.toString(PlainDate.addDays(PlainDate.fromString(day, Calendar.getISO), 1))
}
