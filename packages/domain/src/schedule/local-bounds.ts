import { offsetPeriods, type OffsetPeriod } from '../time/zone-offsets.ts'

// Local times are numbers here: milliseconds from 1970-01-01T00:00 of the zone, as if its clocks never changed.

/** No zone is further from UTC than 14 hours; the rest allows for a change of clocks. */
const FURTHEST_MS = 16 * 3_600_000
/** Further than any change of clocks has an effect. */
export const NEAR_MS = 6 * 3_600_000

/** The periods in which a local time can lie. `ahead`: an offset of the zone in the days around it, with which fewer are read. */
const periodsAround = (local: number, zone: string, ahead: number | undefined): readonly OffsetPeriod[] =>
  ahead === undefined
    ? offsetPeriods(local - FURTHEST_MS, local + FURTHEST_MS, zone)
    : offsetPeriods(local - ahead - NEAR_MS, local - ahead + NEAR_MS, zone)

/**
 * The instant at which a window that starts at a local time begins. A time that clocks skip means the end of the gap; of a time that occurs
 * twice, the first is meant.
 * @param near an offset of the zone, in milliseconds, that differs from that at the local time by changes of clocks only
 * @throws RangeError for a zone that the runtime does not know
 */
export function startInstant(local: number, zone: string, near?: number): number {
  for (const { from, to, ahead } of periodsAround(local, zone, near)) {
    const at = Math.max(from, local - ahead)
    if (at < to) return at
  }
  throw new RangeError('a local time without an instant')
}

/**
 * The instant at which a window that ends at a local time is over. A time that clocks skip means the end of the gap; of a time that occurs
 * twice, the second is meant.
 * @param near as for {@link startInstant}
 * @throws RangeError for a zone that the runtime does not know
 */
export function endInstant(local: number, zone: string, near?: number): number {
  const periods = periodsAround(local, zone, near)
  for (let index = periods.length - 1; index >= 0; index -= 1) {
    const period = periods[index]
    if (!period) break
    const at = Math.min(period.to, local - period.ahead)
    if (at > period.from) return at
  }
  throw new RangeError('a local time without an instant')
}

/** The local times around an instant. They differ only next to a change of clocks. */
export interface LocalRange {
  /** The latest local time that there has been up to the instant: windows that start no later have begun. */
  latest: number
  /** The earliest local time that there will be from the instant on: windows that end later are not over. */
  earliest: number
  at: number
  /** The offset at the instant, in milliseconds. */
  ahead: number
}

/** @throws RangeError for a zone that the runtime does not know */
export function localRange(at: number, zone: string): LocalRange {
  let [latest, earliest, aheadNow] = [-Infinity, Infinity, 0]
  for (const { from, to, ahead } of offsetPeriods(at - NEAR_MS, at + NEAR_MS, zone)) {
    if (from <= at && to > at) aheadNow = ahead
    if (from <= at) latest = Math.max(latest, Math.min(at, to - 1) + ahead)
    if (to > at) earliest = Math.min(earliest, Math.max(at, from) + ahead)
  }
  return { latest, earliest, at, ahead: aheadNow }
}
