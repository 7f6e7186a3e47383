import { localDay, previousDay } from '@winnow/domain'

export type RelativeDay = 'today' | 'yesterday' | 'earlier'

/** How the day of an instant relates to today, both in the same zone. Compares calendar days, so a day of 23 hours is one day, too. */
export function relativeDay(at: Date, now: Date, zone: string): RelativeDay {
  const day = localDay(at, zone)
  const today = localDay(now, zone)
  if (day === today) return 'today'
  return day === previousDay(today) ? 'yesterday' : 'earlier'
}
