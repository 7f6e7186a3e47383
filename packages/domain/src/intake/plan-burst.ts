import { isSameStanding, type Standing } from '../standing/standing.ts'

/** The latest alarm of a camera, which a new signal may join. */
export interface OpenAlarm {
  id: string
  startedAt: Date
  lastSignalAt: Date
  /** The name of the event as the device sent it; null if the device sent none. */
  event: string | null
  /** The standing of the camera when the alarm was received; null if the camera counted (its alarms are analysed and delivered). */
  standing: Standing
  /** Whether the alarm is delivered without being analysed. */
  isUnfiltered: boolean
  /** Whether the standing of the camera did not change between the alarm's last signal and the new one. */
  isSteady: boolean
}

export interface BurstInput {
  /** The time of receipt of the new signal. */
  now: Date
  /** The maximum time between two signals of one alarm, in milliseconds. With 0, each signal opens its own alarm; only a stop joins. */
  windowMs: number
  openAlarm: OpenAlarm | null
  signal: {
    kind: 'alarm' | 'stop' | 'test' | 'unparsed'
    event: string | null
    /** Whether the signal has pictures or clips, or had some that were lost. */
    hasPictures: boolean
    /** The standing of the camera when the signal was received; null if the camera counted. */
    standing: Standing
    /** Whether an alarm of this signal is delivered without being analysed. */
    isUnfiltered: boolean
  }
}

export type BurstPlan = { action: 'open' } | { action: 'join'; alarmId: string } | { action: 'ignore' }

/**
 * The maximum length of a burst (all signals of one alarm), in milliseconds. If the window is longer, the window is the maximum. A burst
 * ends then even if signals continue: a person who walks about for minutes must cause another alarm.
 */
export const LONGEST_BURST_MS = 60_000
/**
 * The maximum time between the last signal of an alarm and the stop of the same event, in milliseconds. Devices send the stop after the
 * pictures.
 */
const STOP_WITHIN_MS = 120_000

/**
 * Decides whether a signal opens a new alarm, joins the latest alarm of its camera, or is ignored. Cameras send several messages for one
 * event: a start and a stop, one per picture, or one every second during movement. Joined, these messages are one alarm with more pictures.
 *
 * A message that could not be read opens its own alarm, since its content is unknown. A stop with pictures opens an alarm if it cannot join
 * one, so that the pictures are not lost. A signal never joins an alarm from before a change of the camera's standing: an alarm is either
 * analysed as a whole or not at all.
 */
export function planBurst({ now, windowMs, openAlarm: latest, signal }: BurstInput): BurstPlan {
  const isAlike =
    latest?.isSteady && isSameStanding(latest.standing, signal.standing) && latest.isUnfiltered === signal.isUnfiltered
  const openAlarm = isAlike ? latest : null
  if (signal.kind === 'test') return { action: 'ignore' }
  if (signal.kind === 'stop') {
    if (openAlarm && joinsAsStop(openAlarm, now, windowMs, signal.event))
      return { action: 'join', alarmId: openAlarm.id }
    return { action: signal.hasPictures ? 'open' : 'ignore' }
  }
  if (!openAlarm || signal.kind === 'unparsed' || windowMs <= 0) return { action: 'open' }
  const sinceLast = now.getTime() - openAlarm.lastSignalAt.getTime()
  const sinceStart = now.getTime() - openAlarm.startedAt.getTime()
  // A signal that was received earlier but filed later (after a crash) may be slightly older than the last signal of the alarm.
  const isClose = Math.abs(sinceLast) <= windowMs
  return isClose && sinceStart <= Math.max(LONGEST_BURST_MS, windowMs)
    ? { action: 'join', alarmId: openAlarm.id }
    : { action: 'open' }
}

/** Whether a stop joins an alarm: within the window it joins any alarm of its camera, later only an alarm of the same event. */
function joinsAsStop(alarm: OpenAlarm, now: Date, windowMs: number, event: string | null): boolean {
  const sinceLast = Math.abs(now.getTime() - alarm.lastSignalAt.getTime())
  if (sinceLast <= windowMs) return true
  return sinceLast <= STOP_WITHIN_MS && alarm.event !== null && event !== null && stem(alarm.event) === stem(event)
}

/** Returns the event without its start or stop suffix, so that `Motion Detection Start` and `motion_detection end` are the same event. */
function stem(event: string): string {
  return event
    .toLowerCase()
    .replace(/[\s:_-]+(?:start|started|begin|stop|stopped|end|ended|active|inactive|cleared|on|off)[\s.!]*$/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim()
}
