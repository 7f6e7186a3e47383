import type { AlarmCamera } from '@winnow/contract'

const DAY_MS = 86_400_000
/** Days before the last 24 hours that say what is usual. */
const USUAL_DAYS = 7

interface Sums {
  /** Alarms of the last 24 hours, and of the week before them. */
  day: number
  before: number
  judged: number
  filtered: number
}

/**
 * How noisy a camera is today, and how much is filtered. What is usual is the mean of the week before the last 24 hours, or of as much of
 * it as the camera has existed.
 */
export function noiseOf(
  { day, before, judged, filtered }: Sums,
  createdAt: Date,
  now: Date,
): Pick<AlarmCamera, 'day' | 'week'> {
  const days = Math.min(USUAL_DAYS, (now.getTime() - createdAt.getTime()) / DAY_MS - 1)
  return {
    // Less than a day of history says nothing of a day.
    day: { count: day, usual: days < 1 ? null : before / days },
    week: { judged, filtered, reduction: judged === 0 ? null : filtered / judged },
  }
}
