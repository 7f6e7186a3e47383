const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** The number of a date (`2026-11-20`) since 1970-01-01; undefined for a text that is no date. */
export function dayNumber(date: string): number | undefined {
  if (!DATE.test(date)) return undefined
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) || dateOf(at / DAY_MS) !== date ? undefined : at / DAY_MS
}

/** The date of a number, as `2026-11-20`. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The day of the week of a date's number: 0 is Sunday, 1 Monday, 6 Saturday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7
