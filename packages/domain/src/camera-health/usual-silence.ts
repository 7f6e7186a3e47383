const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** The days of which the silences of a camera are compared: four of each day of the week. */
export const RHYTHM_DAYS = 28
/** The days that must have passed since the first alarm of these days. Fewer hold too few weekends to call their silence usual. */
export const RHYTHM_LEAST_DAYS = 21
/**
 * Which silence counts as usual: the third longest. A camera that rests at weekends rests so four times in these days. The one or two times
 * that it was out of order are not called usual.
 */
export const USUAL_PLACE = 3
/** A silence is out of the usual when it lasts this much longer. */
const MARGIN = 1.5
/** The hours that a site can allow, which bound those of a camera too. */
const LEAST_HOURS = 2
const MOST_HOURS = 168

/** What is known of the alarms of a camera in the last {@link RHYTHM_DAYS} days. */
export interface Rhythm {
  firstAlarmAt: Date
  /** The {@link USUAL_PLACE}. longest time between two alarms, in milliseconds; null if there were fewer. The silence now does not count. */
  usualSilenceMs: number | null
}

/** After how many hours without messages a camera is silent by its own rhythm; null if too little is known of it. */
export function usualIdleHours({ firstAlarmAt, usualSilenceMs }: Rhythm, now: Date): number | null {
  if (usualSilenceMs === null || now.getTime() - firstAlarmAt.getTime() < RHYTHM_LEAST_DAYS * DAY_MS) return null
  return Math.min(MOST_HOURS, Math.max(LEAST_HOURS, Math.ceil((usualSilenceMs * MARGIN) / HOUR_MS)))
}
