export type DateFormat = 'utc' | 'offset' | 'day-first' | 'month-first'

/** The parts of a time in a zone; in UTC where the zone is not known. */
function partsOf(at: Date, timeZone: string): Readonly<Record<string, string>> {
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  } as const
  const format = (zone: string) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone }).formatToParts(at)
  const read = (zone: string) => Object.fromEntries(format(zone).map(({ type, value }) => [type, value]))
  try {
    return read(timeZone)
  } catch {
    return read('UTC')
  }
}

/** A time in the form that a station's server expects. */
export function alarmTime(iso: string, timeZone: string, format: DateFormat): string {
  const at = new Date(iso)
  if (format === 'utc') return `${at.toISOString().slice(0, 19)}Z`
  const { year, month, day, hour, minute, second, timeZoneName = '' } = partsOf(at, timeZone)
  const time = `${hour}:${minute}:${second}`
  if (format === 'day-first') return `${day}/${month}/${year} ${time}`
  if (format === 'month-first') return `${month}/${day}/${year} ${time}`
  return `${year}-${month}-${day}T${time}${timeZoneName.replace('GMT', '') || '+00:00'}`
}
