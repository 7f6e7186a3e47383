/**
 * The kind of a message. A `stop` ends the event of an earlier message. A `test` comes from a device's test button or health check. An
 * `unparsed` message could not be read within the limits and is passed on unverified.
 */
export type SignalKind = 'alarm' | 'stop' | 'test' | 'unparsed'

/** Makers of devices and recording software whose format is recognised; `generic` is everything else. */
export type Vendor =
  | 'hikvision'
  | 'dahua'
  | 'axis'
  | 'reolink'
  | 'hanwha'
  | 'uniview'
  | 'instar'
  | 'blueiris'
  | 'milestone'
  | 'immix'
  | 'digitalwatchdog'
  | 'exacq'
  | 'sentinel'
  | 'rialto'
  | 'generic'

/** The system's term for the event that the device reports. */
export type EventType = 'motion' | 'line' | 'field' | 'person' | 'vehicle' | 'tamper' | 'videoloss' | 'io' | 'unknown'

/** A picture or clip of a message. Its transfer encoding is undone, but its pixels are not decoded. */
export interface MediaPart {
  /** The device's file name, without folders; for display only, never a path. */
  name: string | null
  /** The type that the message declares, which is often wrong; null if none. */
  declaredType: string | null
  /** The type shown by the first bytes (`image/jpeg`, `video/mp4` …); null if unknown. */
  detectedType: string | null
  bytes: Uint8Array
  /** Lower-case hex. */
  sha256: string
  /** Milliseconds since the first picture of the message, if the sender said so. */
  offsetMs: number | null
}

export type SignalProblemCode =
  | 'too-many-parts'
  | 'too-deep'
  | 'part-too-large'
  | 'part-unread'
  | 'bad-encoding'
  | 'truncated'
  | 'no-media'
  | 'not-fetched'
  | 'stream-unread'
  | 'not-mime'
  | 'unread'
  | 'schedule-unknown'

/** A problem of a message. It is stored and shown. A message with problems is never discarded. */
export interface SignalProblem {
  code: SignalProblemCode
  detail?: string
}

/** A message of a device, after reading. */
export interface ParsedSignal {
  kind: SignalKind
  vendor: Vendor
  /** The event in the device's own words. */
  event: string | null
  eventType: EventType
  /** The channel as the device numbers it (`1`, `A2`). */
  channel: string | null
  channelName: string | null
  deviceName: string | null
  deviceSerial: string | null
  /** The time by the device's clock, in ISO 8601, with a zone only if the device wrote one. Never used as the time of the alarm. */
  deviceTime: string | null
  subject: string | null
  /** Where a template of the company says that the alarm was, in the words of the mail. Left out: no template fits the mail. */
  place?: { camera: string | null; site: string | null }
  /** At most 4000 characters. */
  text: string
  messageId: string | null
  media: MediaPart[]
  problems: SignalProblem[]
  /**
   * The key that a message and its resends have in common; two alarms have different keys. It does not depend on the camera: a message that
   * is sent to two cameras gives two signals with the same key, so store the key together with the view.
   */
  idempotencyKey: string
  /** The milliseconds after a message in which another message with the same key is a resend; null: as long as keys are stored. */
  repeatWithinMs: number | null
}
