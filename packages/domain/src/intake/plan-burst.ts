import { isSameStanding, type Standing } from '../standing/standing.ts'

/** The latest alarm of a camera, which a new signal may join. */
export interface OpenAlarm {
  id: string
  startedAt: Date
  lastSignalAt: Date
  /** The event in the device's own words. */
  event: string | null
  /** Whether the camera counted when the alarm was received. */
  standing: Standing
}

export interface BurstInput {
  /** The time of receipt of the new signal. */
  now: Date
  /** Signals of one camera at most this far apart are one alarm. 0: each signal is an alarm of its own. */
  windowMs: number
  openAlarm: OpenAlarm | null
  signal: {
    kind: 'alarm' | 'stop' | 'test' | 'unparsed'
    event: string | null
    /** It has pictures or clips, or had some that were lost. */
    hasPictures: boolean
    /** Whether the camera counted when the signal was received. */
    standing: Standing
  }
}

export type BurstPlan = { action: 'open' } | { action: 'join'; alarmId: string } | { action: 'ignore' }

/**
 * A burst ends after this time (or after one window, if that is longer), even if signals continue: a person who walks about for minutes
 * must cause another alarm.
 */
export const LONGEST_BURST_MS = 60_000
/** Devices send the stop of an event after its pictures. It joins the event's alarm if that is recent. */
const STOP_WITHIN_MS = 120_000

/**
 * Whether a signal opens an alarm, joins the camera's latest one, or does neither. Cameras send several messages for one event: start and
 * stop, one per picture, or one every second during movement. Joined, they are one alarm with more pictures.
 *
 * A message that could not be read opens its own alarm, since its content is unknown. Pictures that arrive with the end of an event are not
 * dropped either. A burst never goes on across a change of whether the camera counts: an alarm is judged as a whole, or not at all.
 */
export function planBurst({ now, windowMs, openAlarm: latest, signal }: BurstInput): BurstPlan {
  const openAlarm = latest && isSameStanding(latest.standing, signal.standing) ? latest : null
  if (signal.kind === 'test') return { action: 'ignore' }
  if (signal.kind === 'stop') {
    if (openAlarm && joinsAsStop(openAlarm, now, windowMs, signal.event))
      return { action: 'join', alarmId: openAlarm.id }
    return { action: signal.hasPictures ? 'open' : 'ignore' }
  }
  if (!openAlarm || signal.kind === 'unparsed' || windowMs <= 0) return { action: 'open' }
  const sinceLast = now.getTime() - openAlarm.lastSignalAt.getTime()
  const sinceStart = now.getTime() - openAlarm.startedAt.getTime()
  // A signal that was received earlier but filed later (after a crash) may be slightly older than the alarm's last one.
  const isClose = Math.abs(sinceLast) <= windowMs
  return isClose && sinceStart <= Math.max(LONGEST_BURST_MS, windowMs)
    ? { action: 'join', alarmId: openAlarm.id }
    : { action: 'open' }
}

/** Within the window a stop joins like any signal. Later it joins only the alarm that its own event opened. */
function joinsAsStop(alarm: OpenAlarm, now: Date, windowMs: number, event: string | null): boolean {
  const sinceLast = Math.abs(now.getTime() - alarm.lastSignalAt.getTime())
  if (sinceLast <= windowMs) return true
  return sinceLast <= STOP_WITHIN_MS && alarm.event !== null && event !== null && stem(alarm.event) === stem(event)
}

/** The event without its start or stop mark, so that `Motion Detection Start` and `motion_detection end` belong to one event. */
function stem(event: string): string {
  return event
    .toLowerCase()
    .replace(/[\s:_-]+(?:start|started|begin|stop|stopped|end|ended|active|inactive|cleared|on|off)[\s.!]*$/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim()
}
