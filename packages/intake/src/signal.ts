/**
 * What a raw message turned out to be. `stop` ends an event that an earlier message began, `test` came from a device's
 * test button or health check, `unparsed` could not be read within its bounds and is passed on unverified.
 */
export type SignalKind = 'alarm' | 'stop' | 'test' | 'unparsed'

/** Makers of devices and of recording software whose way of writing an alarm is recognised; `generic` is everything else. */
export type Vendor =
  | 'hikvision'
  | 'dahua'
  | 'axis'
  | 'reolink'
  | 'hanwha'
  | 'uniview'
  | 'blueiris'
  | 'milestone'
  | 'generic'

/** Our word for what the device says happened. */
export type EventType = 'motion' | 'line' | 'field' | 'person' | 'vehicle' | 'tamper' | 'videoloss' | 'io' | 'unknown'

/** A picture or clip that came with a message, decoded from its transfer encoding but not opened. */
export interface MediaPart {
  /** File name as the device wrote it, without folders; for display only, never a path. */
  name: string | null
  /** The type the device claimed. Often wrong. */
  declaredType: string | null
  /** The type its first bytes show (`image/jpeg`, `video/mp4` …), or null when they show none we know. */
  detectedType: string | null
  bytes: Uint8Array
  /** Lower-case hex. */
  sha256: string
  /** Milliseconds from the first picture of the message, when the sender told. */
  offsetMs: number | null
}

export type SignalProblemCode =
  | 'too-many-parts'
  | 'too-deep'
  | 'part-too-large'
  | 'part-unread'
  | 'bad-encoding'
  | 'no-media'
  | 'not-mime'
  | 'unread'

/** Something that was wrong with a message. It is kept and shown; it never loses the message. */
export interface SignalProblem {
  code: SignalProblemCode
  detail?: string
}

/** One message of a device, read. */
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
  /** The device's clock as it wrote it: ISO 8601, with a zone only where the device gave one. Never trusted as the time of the alarm. */
  deviceTime: string | null
  subject: string | null
  /** At most 4000 characters. */
  text: string
  messageId: string | null
  media: MediaPart[]
  problems: SignalProblem[]
  /**
   * Equal for a message and its resends, different for two alarms. It is not bound to a camera: one message to two cameras
   * gives two signals with the same key, so store it together with the view.
   */
  idempotencyKey: string
  /** How long after the first message another one with its key is a resend; null: as long as keys are kept. */
  repeatWithinMs: number | null
}
