import * as Instant from 'temporal-polyfill/fns/Instant'
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime'

/** A time during which a zone does not change its clocks. All numbers are milliseconds; `from` and `to` are UTC, `to` is exclusive. */
export interface OffsetPeriod {
  from: number
  to: number
  /** How far local time is ahead of UTC. */
  ahead: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** No zone changes its clocks twice within a week, so a week with the same offset at both ends has no change. */
const WEEK_MS = 7 * 86_400_000
/** The weeks of about a hundred zones in ten years. If there are more, all are forgotten and read again. */
const MOST_WEEKS = 50_000

/** What was read of a zone, by the number of the week since 1970. */
interface ReadZone {
  offsets: Map<number, number>
  weeks: Map<number, readonly OffsetPeriod[]>
  /** See {@link steadyPeriod}. */
  steady: OffsetPeriod | undefined
}

let zones = new Map<string, ReadZone>()
let weeksRead = 0

function readZone(zone: string): ReadZone {
  const known = zones.get(zone)
  if (known) return known
  const fresh: ReadZone = { offsets: new Map(), weeks: new Map(), steady: undefined }
  zones.set(zone, fresh)
  return fresh
}

function offsetAt(at: number, zone: string): number {
  const zoned = Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(at), zone)
  return ZonedDateTime.offsetNanoseconds(zoned) / 1_000_000
}

/** The offset at the beginning of a week. */
function offsetOfWeek(week: number, zone: string, { offsets }: ReadZone): number {
  const known = offsets.get(week)
  if (known !== undefined) return known
  const ahead = offsetAt(week * WEEK_MS, zone)
  offsets.set(week, ahead)
  return ahead
}

/** Halves the time between two instants, to steps of a length, until the offset changes within one step. Returns the end of that step. */
function stepOfChange(
  from: number,
  to: number,
  before: number,
  { step, zone }: { step: number; zone: string },
): number {
  let [low, high] = [from / step, to / step]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * step, zone) === before) low = middle
    else high = middle
  }
  return high * step
}

/**
 * The first minute between two instants at which the offset is not that of the first any more. Both are full hours. Nearly all changes are
 * at full hours, so a minute within an hour is only looked for if the minute before the full hour has changed already.
 */
function changeBetween(from: number, to: number, before: number, zone: string): number {
  const hour = stepOfChange(from, to, before, { step: HOUR_MS, zone })
  if (offsetAt(hour - MINUTE_MS, zone) === before) return hour
  return stepOfChange(hour - HOUR_MS, hour - MINUTE_MS, before, { step: MINUTE_MS, zone })
}

function readWeek(week: number, zone: string, read: ReadZone): readonly OffsetPeriod[] {
  const [from, to] = [week * WEEK_MS, (week + 1) * WEEK_MS]
  const [before, after] = [offsetOfWeek(week, zone, read), offsetOfWeek(week + 1, zone, read)]
  if (before === after) return [{ from, to, ahead: before }]
  const change = changeBetween(from, to, before, zone)
  const first = { from, to: change, ahead: before }
  return change === to ? [first] : [first, { from: change, to, ahead: after }]
}

function periodsOfWeek(week: number, zone: string): readonly OffsetPeriod[] {
  const known = zones.get(zone)?.weeks.get(week)
  if (known) return known
  if (weeksRead >= MOST_WEEKS) {
    zones = new Map()
    weeksRead = 0
  }
  const read = readZone(zone)
  const periods = readWeek(week, zone, read)
  read.weeks.set(week, periods)
  weeksRead += 1
  return periods
}

/**
 * The periods without a change of clocks that cover a time, in order. They reach beyond its ends. What was read of a zone is kept, so that
 * a call usually converts nothing.
 * @param from milliseconds since 1970
 * @throws RangeError for a zone that the runtime does not know
 */
export function offsetPeriods(from: number, to: number, zone: string): readonly OffsetPeriod[] {
  const [first, last] = [Math.floor(from / WEEK_MS), Math.floor(to / WEEK_MS)]
  if (first === last) return periodsOfWeek(first, zone)
  const periods: OffsetPeriod[] = []
  for (let week = first; week <= last; week += 1)
    for (const period of periodsOfWeek(week, zone)) {
      const previous = periods.at(-1)
      if (previous?.ahead === period.ahead) periods[periods.length - 1] = { ...previous, to: period.to }
      else periods.push(period)
    }
  return periods
}

/**
 * A period that covers a time whole; undefined if clocks change within it. The last one of each zone is kept and grows, so that nothing is made
 * for most instants.
 * @param from milliseconds since 1970
 * @throws RangeError for a zone that the runtime does not know
 */
export function steadyPeriod(from: number, to: number, zone: string): OffsetPeriod | undefined {
  const known = zones.get(zone)?.steady
  if (known && known.from <= from && to < known.to) return known
  const found = offsetPeriods(from, to, zone).find((period) => period.from <= from && to < period.to)
  if (!found) return undefined
  const touches = known?.ahead === found.ahead && found.from <= known.to && known.from <= found.to
  const steady = touches
    ? { ...found, from: Math.min(found.from, known.from), to: Math.max(found.to, known.to) }
    : found
  readZone(zone).steady = steady
  return steady
}
