import { readSchedule, type Schedule } from '../schedule/schedule.ts'

/** The windows of the rules of a camera that have a schedule of their own. Rules that go by the camera's time are not in it. */
export interface RuleFacts {
  /** IANA name of the site's time zone. */
  zone: string
  /** By the id of the rule; undefined if the schedule cannot be read. */
  windows: ReadonlyMap<string, Schedule | undefined>
}

/**
 * Reads the schedules of rules that were stored with a message.
 * @param stored `{ zone, windows: { [rule]: schedule } }`, schedules as in {@link readSchedule}
 */
export function readRuleFacts(stored: unknown): RuleFacts | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { zone, windows }: Record<string, unknown> = { ...stored }
  if (typeof windows !== 'object' || windows === null) return undefined
  return {
    zone: typeof zone === 'string' ? zone : '',
    windows: new Map(Object.entries(windows).map(([id, each]) => [id, readSchedule(each)])),
  }
}
