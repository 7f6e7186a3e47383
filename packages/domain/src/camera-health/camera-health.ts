const HOUR_MS = 3_600_000
const WEEK_HOURS = 168

/** Number of alarms in {@link BURST_MINUTES} minutes from which a camera is noisy, whatever is usual for it. */
export const BURST_ALARMS = 25
export const BURST_MINUTES = 5

/** A camera is noisy if its last hour has this many times the alarms of its usual hour. */
export const NOISE_FACTOR = 20
/**
 * The minimum number of alarms in the last hour for a comparison with the usual hour. A camera with three alarms a week has 20 times its
 * usual hour with its next alarm, which is no noise.
 */
export const NOISE_LEAST = 10
/** The minimum age of a camera in hours. The usual hour of a younger camera is not known. */
export const USUAL_LEAST_HOURS = 24

/** For how long a camera may send signals without any picture before it is reported. Some cameras send a message without picture first. */
export const PICTURELESS_MINUTES = 60

/** What can be wrong with a camera that is switched on and not paused. A camera that sends nothing has no other fault. */
export type CameraFault = 'silent' | 'noisy' | 'pictureless'

/** The facts about a camera that is switched on and not paused. */
export interface CameraFacts {
  createdAt: Date
  /** When the newest message of the camera arrived; null if none has. Test messages do not count. */
  lastSignalAt: Date | null
  /** When the newest message with a picture arrived. */
  lastPictureAt: Date | null
  /** The number of hours without messages that its site allows. */
  idleHours: number
  /** Alarms of the last {@link BURST_MINUTES} minutes and of the last hour. */
  burst: number
  hour: number
  /** Alarms of the last seven days. The number may be an hour old. */
  week: number
}

/** The mean number of alarms in an hour of the last seven days; undefined if the camera is too young. A newer camera has fewer hours. */
export function usualHour({ createdAt, week }: Pick<CameraFacts, 'createdAt' | 'week'>, now: Date): number | undefined {
  const age = (now.getTime() - createdAt.getTime()) / HOUR_MS
  return age < USUAL_LEAST_HOURS ? undefined : week / Math.min(WEEK_HOURS, age)
}

/** Whether the camera sent nothing for longer than its site allows. A camera that never sent anything counts from its creation. */
export function isSilent({ lastSignalAt, createdAt, idleHours }: CameraFacts, now: Date): boolean {
  return now.getTime() - (lastSignalAt ?? createdAt).getTime() > idleHours * HOUR_MS
}

/** Whether the camera sends far too many alarms: very many in a few minutes, or many times its usual number in the last hour. */
export function isNoisy(facts: CameraFacts, now: Date): boolean {
  if (facts.burst >= BURST_ALARMS) return true
  const usual = usualHour(facts, now)
  return usual !== undefined && facts.hour >= NOISE_LEAST && facts.hour >= NOISE_FACTOR * usual
}

/** Whether the camera sends signals, but has sent no picture with them for a while. */
export function isPictureless({ lastSignalAt, lastPictureAt }: CameraFacts): boolean {
  if (lastSignalAt === null) return false
  if (lastPictureAt === null) return true
  return lastSignalAt.getTime() - lastPictureAt.getTime() > PICTURELESS_MINUTES * 60_000
}

/** Returns what is wrong with a camera that is switched on and not paused. */
export function faultsOf(facts: CameraFacts, now: Date): CameraFault[] {
  if (isSilent(facts, now)) return ['silent']
  return [...(isNoisy(facts, now) ? ['noisy' as const] : []), ...(isPictureless(facts) ? ['pictureless' as const] : [])]
}
