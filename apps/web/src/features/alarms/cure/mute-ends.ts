import { fromLocalTime, localDay, localTimeInDays, nextDay } from '@winnow/domain'

/** How long a camera can be muted with one press. */
export const MUTES = ['hour', 'today', 'day'] as const
export type Mute = (typeof MUTES)[number]

const HOUR_MS = 3_600_000

/** The beginning of the next day at the site. Where clocks skip midnight, the first time of that day. */
function endOfDay(now: Date, zone: string): Date {
  const day = nextDay(localDay(now, zone))
  const at = fromLocalTime(`${day}T00:00`, zone)
  if (at === undefined) throw new RangeError(`no midnight on ${day} in ${zone}`)
  return at
}

/** The end of a pause that begins now, as an instant. Days are those of the site. */
export function endOfMute(mute: Mute, now: Date, zone: string): Date {
  if (mute === 'hour') return new Date(now.getTime() + HOUR_MS)
  if (mute === 'today') return endOfDay(now, zone)
  return fromLocalTime(localTimeInDays(1, now, zone), zone) ?? new Date(now.getTime() + 24 * HOUR_MS)
}

/** The body of a pause that begins now. */
export const muteBody = (mute: Mute, zone: string, reason: string) => ({
  pauseEndTime: endOfMute(mute, new Date(), zone).toISOString(),
  reason,
})
