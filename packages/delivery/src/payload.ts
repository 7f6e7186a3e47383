/** What the system decided about an alarm. */
export type DeliveryVerdict = 'true' | 'false' | 'unverified'

export interface NamedRef {
  id: string
  name: string
}

/** An object found on a picture. `box` is in 0–1 coordinates of picture number `picture` (0-based, in the order of `pictures`). */
export interface DeliveryDetection {
  picture: number
  class: string
  score: number
  box: { x: number; y: number; width: number; height: number }
  moved: boolean | null
  /** Why it does not stand for the alarm; null where it does. */
  doubt: 'animal' | 'uncertain' | 'masked' | 'static' | 'unwanted' | null
}

/** A picture by an address that needs no session: signed anew at every attempt, and ending. */
export interface DeliveryPicture {
  url: string
  takenAt: string | null
  width: number | null
  height: number | null
}

/**
 * What every receiver is told about an alarm, whatever form it then gives it. Times are ISO 8601 in UTC, but for `deviceTime`,
 * which is what the device wrote (its clock and zone are not ours to trust).
 */
export interface DeliveryAlarm {
  /** The alarm's id; the same in `alarm.created` and each later `alarm.corrected`. */
  id: string
  type: 'alarm.created' | 'alarm.corrected' | 'test'
  /** When the verdict (or its correction) was given. */
  at: string
  verdict: DeliveryVerdict
  /** 0–1, how sure the detector is; null when nothing could be analysed. */
  score: number | null
  /** Why, as stable codes with their figures. */
  reasons: readonly { code: string; params?: Readonly<Record<string, string | number>> }[]
  company: NamedRef
  project: NamedRef
  site: NamedRef & { timezone: string }
  view: NamedRef
  receivedAt: string
  deviceTime: string | null
  detections: readonly DeliveryDetection[]
  pictures: readonly DeliveryPicture[]
  /** The alarm in the console; needs a login. */
  consoleUrl: string
  /** In a correction: what was said before. */
  previous?: { verdict: DeliveryVerdict }
}

/** A picture with the boxes drawn in, for receivers that carry pictures instead of links. */
export interface AttachedPicture {
  jpeg: Uint8Array
  /** File name; made safe before use. */
  name: string
}
