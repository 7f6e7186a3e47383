import type { Home } from './use-home.ts'

const HOUR_MS = 3_600_000

export interface Hour {
  /** Start, as an ISO instant. */
  hour: string
  received: number
  filtered: number
  passed: number
  unverified: number
  outside: number
}

/**
 * Returns one entry per hour of the window, including hours without alarms, which a chart must show. Hours start when the server's hours
 * start. In some time zones these are not full hours of UTC.
 */
export function fillHours({ since, now, byHour }: Pick<Home, 'since' | 'now' | 'byHour'>): Hour[] {
  const known = new Map(byHour.map((hour) => [Date.parse(hour.hour), hour]))
  const [anchor] = known.keys()
  const offset = (anchor ?? 0) % HOUR_MS
  const startOf = (time: number) => Math.floor((time - offset) / HOUR_MS) * HOUR_MS + offset
  const hours: Hour[] = []
  for (let at = startOf(Date.parse(since)); at <= Date.parse(now); at += HOUR_MS) {
    const hour = new Date(at).toISOString()
    hours.push({ received: 0, filtered: 0, passed: 0, unverified: 0, outside: 0, ...known.get(at), hour })
  }
  return hours
}

/** Returns the half-open window of an hour, in the format of the alarm list's address. */
export function windowOf(hour: string): { since: string; till: string } {
  return { since: hour, till: new Date(Date.parse(hour) + HOUR_MS).toISOString() }
}

/** Returns the number of analysed alarms, which is the base of the filtered share. */
export function analysedOf({
  filtered,
  passed,
  filteredShare,
}: Pick<Home, 'filtered' | 'passed' | 'filteredShare'>): number {
  return filteredShare ? Math.round(filtered / filteredShare) : filtered + passed
}
