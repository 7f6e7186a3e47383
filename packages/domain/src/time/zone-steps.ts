import { fromLocalTime, localDay, nextDay, toLocalTime } from './local-time.ts'

/** The lengths of the steps of a time series. Quarters and hours begin at full quarters and hours of the local time. */
export const STEPS = ['quarter', 'hour', 'day'] as const
export type Step = (typeof STEPS)[number]

export const QUARTER_MS = 900_000
const HOUR_MS = 3_600_000

/** The beginning of the quarter hour of an instant. Zones differ from UTC by whole quarter hours, so it is the same in all of them. */
export const quarterOf = (at: Date): Date => new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS)

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
const offsetAt = (at: number, zone: string): number => {
  const minute = Math.floor(at / 60_000) * 60_000
  return Date.parse(`${toLocalTime(new Date(minute), zone)}Z`) - minute
}

/** The instants in a period at which the zone's clocks are put forward or back, found by bisection between days. */
function changes(since: number, till: number, zone: string): number[] {
  const found: number[] = []
  let from = since
  while (from < till) {
    const to = Math.min(from + 86_400_000, till)
    const before = offsetAt(from, zone)
    if (offsetAt(to, zone) !== before) {
      let [low, high] = [Math.floor(from / QUARTER_MS), Math.ceil(to / QUARTER_MS)]
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2)
        if (offsetAt(middle * QUARTER_MS, zone) === before) low = middle
        else high = middle
      }
      found.push(high * QUARTER_MS)
    }
    from = to
  }
  return found
}

/** The starts of hours: full hours of the local time, and the instants at which the clocks change. */
function hourStarts(since: number, till: number, zone: string): number[] {
  const starts: number[] = []
  let from = since
  for (const end of [...changes(since, till, zone), till]) {
    const ahead = offsetAt(from, zone)
    for (let at = from; at < end; at = (Math.floor((at + ahead) / HOUR_MS) + 1) * HOUR_MS - ahead) starts.push(at)
    from = end
  }
  return starts
}

function dayStarts(since: number, till: number, zone: string): number[] {
  const starts = [since]
  for (let day = nextDay(localDay(new Date(since), zone)); ; day = nextDay(day)) {
    const at = fromLocalTime(`${day}T00:00`, zone)?.getTime() ?? till
    if (at >= till) return starts
    // A zone that skips a whole day has two days that begin at one instant.
    if (at > (starts.at(-1) ?? since)) starts.push(at)
  }
}

/**
 * Divides a period into the quarter hours, hours or days of a zone. The first step begins at `since`, also if that is within an hour or a
 * day, and each step ends where the next begins, the last at `till`. An hour that occurs twice in autumn is two steps; a day on which the
 * clocks change has 23 or 25 hours.
 * @param since start of a quarter hour
 * @returns the starts of the steps, in order
 * @throws RangeError for a zone that the runtime does not know
 */
export function zoneSteps(since: Date, till: Date, zone: string, step: Step): Date[] {
  const [from, to] = [since.getTime(), till.getTime()]
  if (from >= to) return []
  if (step === 'quarter')
    return Array.from({ length: Math.ceil((to - from) / QUARTER_MS) }, (_, n) => new Date(from + n * QUARTER_MS))
  const starts = step === 'hour' ? hourStarts(from, to, zone) : dayStarts(from, to, zone)
  return starts.map((at) => new Date(at))
}

/**
 * The instant that has the same local time a number of days earlier or later. A local time that the clocks skip there is shifted by the
 * length of the gap.
 * @throws RangeError for a zone that the runtime does not know
 */
export function sameTimeDaysAway(at: Date, days: number, zone: string): Date {
  const local = toLocalTime(at, zone)
  const moved = new Date(Date.parse(`${local}Z`) + days * 86_400_000).toISOString().slice(0, 16)
  const found = fromLocalTime(moved, zone)
  if (found === undefined) throw new RangeError(`${moved} is not a time`)
  return found
}
