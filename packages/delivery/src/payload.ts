import type { CameraEvent, Severity } from '@winnow/contract'

/** The system's verdict on an alarm. */
export type DeliveryVerdict = 'true' | 'false' | 'unverified'

export interface NamedRef {
  id: string
  name: string
}

/** An object in a picture. `box` is in 0–1 coordinates of the picture with index `picture` in `pictures`. */
export interface DeliveryDetection {
  picture: number
  class: string
  score: number
  box: { x: number; y: number; width: number; height: number }
  moved: boolean | null
  /** The reason why the sighting does not support the alarm; null if it does. */
  doubt: 'animal' | 'uncertain' | 'masked' | 'static' | 'unwanted' | null
}

/** The path of one person or vehicle. `seconds` is how long it was seen; null if the times of the pictures are unknown. */
export interface DeliveryTrack {
  class: string
  seconds: number | null
  points: readonly Pick<DeliveryDetection, 'picture' | 'box'>[]
}

/** A rule of the camera that found what it looks for. */
export interface DeliveryRule extends NamedRef {
  type: string
  /** What it found, for types with categories; else null. */
  category: string | null
  /** Whether it was within the timeout of an earlier hit, so that the rule alone would not have passed the alarm on. */
  held: boolean
  /** The plate as it was read and as it is listed; null for rules without plates. */
  plate: { read: string; listed: string | null; list: string | null } | null
}

/** A picture at an address that needs no session. The address is signed again for each attempt and expires. */
export interface DeliveryPicture {
  url: string
  takenAt: string | null
  width: number | null
  height: number | null
}

/** A clip at an address that needs no session. */
export interface LinkedClip {
  url: string
  bytes: number
  seconds: number
}

/**
 * The content of every message about an alarm, whatever form a receiver gives it. Times are ISO 8601 in UTC, except `deviceTime`, which is
 * the device's own text (its clock and zone are not trusted).
 */
export interface DeliveryAlarm {
  /** The alarm's id; the same in `alarm.created` and each later `alarm.corrected`, and in the begin and the end of what happens to a camera. */
  id: string
  type: 'alarm.created' | 'alarm.corrected' | 'test' | CameraEvent
  /** The time of the verdict or its correction, or of what happened to the camera. */
  at: string
  verdict: DeliveryVerdict
  /** The probability, 0–1; null when nothing could be analysed. */
  score: number | null
  /** The reasons, as stable codes with parameters. */
  reasons: readonly { code: string; params?: Readonly<Record<string, string | number>> }[]
  company: NamedRef
  project: NamedRef
  site: NamedRef & { timezone: string }
  view: NamedRef
  receivedAt: string
  deviceTime: string | null
  /** The rules of the camera that found what they look for, those that made the alarm true first. */
  rules: readonly DeliveryRule[]
  detections: readonly DeliveryDetection[]
  /** The paths of people and vehicles; empty unless the camera follows them. */
  tracks: readonly DeliveryTrack[]
  pictures: readonly DeliveryPicture[]
  /** The pictures of the alarm as one clip; only for receivers that ask for its address. */
  clip?: LinkedClip | undefined
  /** How urgent it is by the settings of the receiver; undefined if they do not say. */
  severity?: Severity | undefined
  /** Shows the alarm without a login; only for receivers that ask for it. */
  sharedUrl?: string | undefined
  /** The alarm in the console; requires a login. */
  consoleUrl: string
  /** In a correction: the earlier verdict. */
  previous?: { verdict: DeliveryVerdict }
  gathered?: GatheredAlarms | undefined
  /** In a message about tampering, what is known of it. */
  tampering?: TamperingFacts
  /** In a message about what happened to a camera: what it has now, which can be more than what the message tells. */
  conditions?: readonly CameraCondition[]
}

export interface TamperingFacts {
  /** The alarm with which it began. */
  alarmId: string
  /** What a device of the camera reported; null if none did, or if it said that it is over. */
  reported: string | null
  /** What the pictures showed. */
  kinds: readonly string[]
  /** ISO 8601 in UTC. */
  startedAt: string
  endedAt: string | null
}

/** What a camera can have until it is heard, or its connection is back. */
export type CameraCondition = 'idle' | 'lost'

/** The alarms that a message stands for besides its own, which were held back until they could go as one. */
export interface GatheredAlarms {
  /** Their ids, the earliest first. */
  alarms: readonly string[]
  /** When the first and the last of all were received, the message's own included. ISO 8601 in UTC. */
  firstAt: string
  lastAt: string
  /** Whether these are the filtered alarms of all cameras of the site; else those of one camera. */
  isDigest: boolean
  /** Whether it is a digest of what waited during an outage of the receiver. */
  isOutage: boolean
  /** How many of all, the message's own included, are true alarms. */
  trueAlarms: number
}

/** A picture with the boxes drawn, for receivers that send pictures instead of links. */
export interface AttachedPicture {
  jpeg: Uint8Array
  /** File name; sanitised before use. */
  name: string
}

/** The pictures of an alarm as an MP4, for receivers that send it instead of a link. */
export interface AttachedClip {
  mp4: Uint8Array
  /** File name; sanitised before use. */
  name: string
}
