import { messageKey } from '../idempotency.ts'
import { mediaPart } from '../media/collect.ts'
import type { EventType, ParsedSignal, Vendor } from '../signal.ts'
import { lineOrNull } from '../text/clean.ts'
import { classifyEvent } from '../vendors/event-type.ts'

/** A picture that was fetched for an event. */
export interface VmsPicture {
  bytes: Uint8Array
  /** Milliseconds since the first picture. */
  offsetMs: number
}

/** How a stored event of a video system is read. */
export interface VmsReading {
  receivedAt: Date
  pictures?: readonly VmsPicture[]
  /** Why pictures could not be fetched, if they could not. */
  problem?: string | undefined
}

/** An event of a video system, whose pictures are fetched from it. */
interface VmsEvent {
  vendor: Extract<Vendor, 'digitalwatchdog' | 'milestone'>
  event: string | null
  /** The type that a mapping gave it; null: by its words. */
  eventType: EventType | null
  words: readonly string[]
  cameraName: string
  description: string
  /** In ISO 8601; null: when it was received. */
  at: string | null
  /** What tells it from all other events. Neither pictures nor mappings belong to it: the ones are fetched later, the others change. */
  identity: string
}

export const vmsMedia = (pictures: readonly VmsPicture[]) =>
  pictures.map(({ bytes, offsetMs }, index) =>
    mediaPart({ name: `${index + 1}.jpg`, declaredType: 'image/jpeg', bytes, offsetMs }),
  )

/** The message of an event. */
export function vmsSignal(
  event: VmsEvent,
  raw: Uint8Array,
  { receivedAt, pictures = [], problem }: VmsReading,
): ParsedSignal {
  const media = vmsMedia(pictures)
  const key = messageKey({
    channel: event.vendor,
    senderKey: null,
    mediaHashes: [],
    event: event.event,
    subject: null,
    time: event.at,
    text: event.identity,
    raw,
    isWhole: true,
    receivedAt,
  })
  return {
    kind: 'alarm',
    vendor: event.vendor,
    event: event.event,
    eventType: event.eventType ?? classifyEvent(...event.words),
    channel: null,
    channelName: lineOrNull(event.cameraName),
    deviceName: null,
    deviceSerial: null,
    deviceTime: event.at,
    subject: null,
    text: event.description,
    messageId: null,
    media,
    problems: media.length > 0 ? [] : [{ code: 'no-media', ...(problem === undefined ? {} : { detail: problem }) }],
    ...key,
  }
}
