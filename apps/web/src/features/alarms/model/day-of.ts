/** Offsets of all zones are multiples of 15 minutes, so every day starts at one. */
const QUARTER_MS = 15 * 60_000

/** Returns the day of an ISO instant, cached by quarter of an hour. Thousands of rows need it with each change of the list. */
export function createDayOf(dateOf: (at: Date) => string): (at: string) => string {
  const known = new Map<number, string>()
  return (at) => {
    const quarter = Math.floor(Date.parse(at) / QUARTER_MS)
    const day = known.get(quarter) ?? dateOf(new Date(quarter * QUARTER_MS))
    known.set(quarter, day)
    return day
  }
}
