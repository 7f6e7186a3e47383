const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i
/** Offsets of all zones are multiples of this. */
const QUARTER_MS = 15 * 60_000
/** A message comes so long after its event at most. A clock that says more is wrong. */
const LATEST_MS = 120_000
/** Clocks of recorders that are set by the network are ahead by no more than this. */
const AHEAD_MS = 2_000

/**
 * The moment of an event by the time that its message names, if that can be believed; else that of its receipt. A time without a zone is read
 * in the zone in which it lies shortly before the receipt: only minutes and seconds of it count.
 */
export function eventTime(deviceTime: string | null, receivedAt: Date): Date {
  if (deviceTime === null) return receivedAt
  const hasZone = ZONE.test(deviceTime)
  const named = Date.parse(hasZone ? deviceTime : `${deviceTime}Z`)
  if (Number.isNaN(named)) return receivedAt
  const late = receivedAt.getTime() - named
  const lateHere = hasZone ? late : late - Math.floor((late + AHEAD_MS) / QUARTER_MS) * QUARTER_MS
  return lateHere >= -AHEAD_MS && lateHere <= LATEST_MS ? new Date(receivedAt.getTime() - lateHere) : receivedAt
}
