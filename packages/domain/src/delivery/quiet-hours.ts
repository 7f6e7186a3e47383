import { fromLocalTime, localDay, nextDay, toLocalTime } from '../time/local-time.ts'

/** Quiet hours as `22:00-06:00`, which may go over midnight. The same time twice is the whole day, and is not allowed. */
const QUIET_HOURS = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/

/**
 * The end of the quiet hours in which an instant lies; undefined outside of them, and where the text is none.
 * @param zone IANA name, such as `Europe/Berlin`
 */
export function endOfQuiet(hours: string, zone: string, now: Date): Date | undefined {
  if (!QUIET_HOURS.test(hours)) return undefined
  const [from = '', until = ''] = hours.split('-')
  const time = toLocalTime(now, zone).slice(11)
  const isOverMidnight = from > until
  const isQuiet = isOverMidnight ? time >= from || time < until : time >= from && time < until
  if (!isQuiet) return undefined
  const today = localDay(now, zone)
  const day = isOverMidnight && time >= from ? nextDay(today) : today
  return fromLocalTime(`${day}T${until}`, zone)
}
