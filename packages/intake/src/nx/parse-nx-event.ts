import { messageKey } from '../idempotency.ts'
import { brokenSignal } from '../mail/parse-mail.ts'
import { mediaPart } from '../media/collect.ts'
import type { EventType, ParsedSignal } from '../signal.ts'
import { lineOrNull } from '../text/clean.ts'
import { classifyEvent } from '../vendors/event-type.ts'

/** An event of a video system: DW Spectrum or Nx Witness. Ids are without braces and in lower case; what is unknown is empty. */
export interface NxEvent {
  systemId: string
  serverId: string
  cameraId: string
  cameraName: string
  /** As the API of the system names it: `analyticsSdkEvent`. */
  alarmType: string
  alarmName: string
  actionType: string
  alarmEventId: string
  description: string
  /** In ISO 8601; null: when it was received. */
  at: string | null
}

/** An event as it is stored: with the type that a mapping gave it, and a mark that no other event has. */
interface StoredNxEvent extends NxEvent {
  eventType: EventType | null
  mark: string
}

/** A picture that was fetched for an event. */
export interface NxPicture {
  bytes: Uint8Array
  /** Milliseconds since the first picture. */
  offsetMs: number
}

/** The bytes that are kept of an event. */
export const storedNxEvent = (event: NxEvent, eventType: EventType | null, mark: string): Uint8Array =>
  Buffer.from(JSON.stringify({ ...event, eventType, mark } satisfies StoredNxEvent))

/** Reads what {@link storedNxEvent} has written. @throws SyntaxError if it is damaged */
export const readStoredNxEvent = (raw: Uint8Array): NxEvent & { eventType: EventType | null } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has written it
  JSON.parse(new TextDecoder().decode(raw)) as StoredNxEvent

/**
 * Reads a stored event with the pictures that were fetched for it. Never throws.
 * @param options.problem why pictures could not be fetched, if they could not
 */
export function parseNxEvent(
  raw: Uint8Array,
  options: { receivedAt: Date; pictures?: readonly NxPicture[]; problem?: string | undefined },
): ParsedSignal {
  const { receivedAt, pictures = [], problem } = options
  const media = pictures.map(({ bytes, offsetMs }, index) =>
    mediaPart({ name: `${index + 1}.jpg`, declaredType: 'image/jpeg', bytes, offsetMs }),
  )
  try {
    const event = readStoredNxEvent(raw)
    const signal: ParsedSignal = {
      kind: 'alarm',
      vendor: 'digitalwatchdog',
      event: lineOrNull(event.alarmName) ?? lineOrNull(event.alarmEventId) ?? lineOrNull(event.alarmType),
      eventType:
        event.eventType ?? classifyEvent(event.alarmEventId, event.alarmName, event.description, event.alarmType),
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
      idempotencyKey: '',
      repeatWithinMs: null,
    }
    // Neither pictures nor the mapping are part of the key: the one may be fetched later, the other changed.
    const text = JSON.stringify({ ...event, eventType: null })
    const key = messageKey({
      channel: 'digitalwatchdog',
      senderKey: null,
      mediaHashes: [],
      event: signal.event,
      subject: null,
      time: event.at,
      text,
      raw,
      isWhole: true,
      receivedAt,
    })
    return { ...signal, ...key }
  } catch (error) {
    return { ...brokenSignal(error), media }
  }
}
