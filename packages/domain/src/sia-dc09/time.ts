const two = (number: number): string => String(number).padStart(2, '0')

/** A time in the form of the standard, in UTC: `12:00:05,03-01-2026`. */
export function formatTime(at: Date): string {
  const day = `${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}-${String(at.getUTCFullYear()).padStart(4, '0')}`
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())},${day}`
}

/** Reads a time in the form of the standard; undefined if it is none. */
export function parseTime(text: string): Date | undefined {
  const parts = /^(\d\d):(\d\d):(\d\d),(\d\d)-(\d\d)-(\d{4})$/.exec(text)?.slice(1).map(Number)
  if (!parts) return undefined
  const [hours = 0, minutes = 0, seconds = 0, month = 0, day = 0, year = 0] = parts
  const at = new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds))
  return formatTime(at) === text ? at : undefined
}
